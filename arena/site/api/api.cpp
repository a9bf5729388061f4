// The API: what the pages show, as JSON, and handing in for scripts.
#include <algorithm>

#include <boost/json.hpp>

#include "arena/game/steps.hpp"
#include "arena/record/record.hpp"
#include "arena/site/api/api_json.hpp"
#include "arena/site/api/match_reviews.hpp"
#include "arena/site/pages/parts.hpp"
#include "arena/site/routes.hpp"
#include "arena/util/text/text.hpp"

namespace arena::site {

namespace {

namespace json = boost::json;

constexpr int most_matches = 500;
constexpr std::string_view store_type = "application/vnd.sqlite3";

contest::PhaseKey key_of(const contest::Host& host, const Visit& visit) {
  const contest::Contest& contest = contest_of(host, visit);
  return {contest.spec.id, phase_of(contest, visit).name};
}

int number(const Visit& visit, std::string_view name, int otherwise) {
  return to_number<int>(visit.query.value(name)).value_or(otherwise);
}

int asked_count(const Visit& visit) {
  return std::clamp(number(visit, "count", 50), 1, most_matches);
}

json::array list(const auto& values, const auto& to_json) {
  json::array all;
  for (const auto& value : values) all.push_back(to_json(value));
  return all;
}

[[noreturn]] void nothing_here() {
  throw Refused(404, "there is nothing with this name or number");
}

http::Response contests(contest::Host& host, Visit& /*visit*/) {
  return json_response({{"contests", list(host.contests(), [&](const contest::Contest* contest) {
                           return contest_json(host, *contest);
                         })}});
}

http::Response contest(contest::Host& host, Visit& visit) {
  return json_response(contest_json(host, contest_of(host, visit)));
}

http::Response standings(contest::Host& host, Visit& visit) {
  const contest::PhaseKey key = key_of(host, visit);
  const auto snapshot = host.standings(key, visit.is_admin());
  if (!snapshot) nothing_here();
  json::object all = phase_standings_json(key, *snapshot);
  all["store"] = host.download(key) ? json::value(store_path(key)) : json::value();
  return json_response(all);
}

http::Response store(contest::Host& host, Visit& visit) {
  const contest::PhaseKey key = key_of(host, visit);
  auto file = host.download(key);
  if (!file) throw Refused(404, "the store of a phase is there when the phase is over");
  http::Response response;
  response.type = store_type;
  response.headers.push_back(
      {"Content-Disposition", "attachment; filename=\"" + key.contest + "-" + key.phase + ".db\""});
  response.file = std::move(*file);
  return response;
}

http::Response history(contest::Host& host, Visit& visit) {
  return json_response({{"history", list(host.history(key_of(host, visit), visit.is_admin()),
                                         [](const contest::RatingPoint& point) {
                                           return json::object{
                                               {"at", contest::moment_text(point.at)},
                                               {"bot", point.name},
                                               {"rating", point.rating},
                                               {"rating_95", point.reach}};
                                         })}});
}

http::Response matches(contest::Host& host, Visit& visit) {
  const contest::MatchFilter filter{.bot = std::string(visit.query.value("bot")),
                                    .only_forfeits = visit.query.value("forfeits") == "true",
                                    .before = number(visit, "before", 0),
                                    .count = asked_count(visit)};
  return json_response(
      {{"matches", list(host.matches(key_of(host, visit), filter, visit.is_admin()), match_json)}});
}

http::Response results(contest::Host& host, Visit& visit) {
  const int first = std::max(0, number(visit, "from", 0));
  const auto rows =
      host.matches_since(key_of(host, visit), first, asked_count(visit), visit.is_admin());
  return json_response({{"matches", list(rows, match_json)},
                        {"next", rows.empty() ? first : rows.back().number + 1}});
}

http::Response match(contest::Host& host, Visit& visit) {
  const auto row = host.match(key_of(host, visit), static_cast<int>(number_at(visit, "number")),
                              visit.is_admin());
  if (!row) nothing_here();
  return json_response(match_json(*row));
}

std::string record_line(contest::Host& host, const Visit& visit) {
  auto line = host.record(key_of(host, visit), static_cast<int>(number_at(visit, "number")),
                          visit.is_admin());
  if (!line) nothing_here();
  return std::move(*line);
}

http::Response record(contest::Host& host, Visit& visit) {
  http::Response response;
  response.type = "application/json";
  response.body = record_line(host, visit) + "\n";
  response.caching = http::Caching::validate;
  return response;
}

http::Response steps(contest::Host& host, Visit& visit) {
  const AnyGame& game = contest_of(host, visit).game();
  return json_response(steps_of(game, read_record(record_line(host, visit))));
}

http::Response review(contest::Host& host, MatchReviews& reviews, Visit& visit) {
  http::Response response;
  response.type = "application/json";
  response.body = reviews.steps(contest_of(host, visit).game(), record_line(host, visit));
  return response;
}

http::Response bots(contest::Host& host, Visit& visit) {
  return json_response({{"bots", list(host.bots(contest_of(host, visit).spec.id), bot_json)}});
}

http::Response bot(contest::Host& host, Visit& visit) {
  const contest::Bot bot = bot_of(host, visit);
  json::object object = bot_json(bot);
  if (visit.account) {
    const auto versions = host.versions(*visit.account, bot);
    if (!versions.empty())
      object["versions"] = list(
          versions, [](const contest::Version& version) { return version_json(version, false); });
  }
  return json_response(object);
}

http::Response version(contest::Host& host, Visit& visit) {
  return json_response(version_json(version_of(host, visit, bot_of(host, visit)), true));
}

http::Response hand_in(contest::Host& host, Visit& visit) {
  const contest::Contest& contest = contest_of(host, visit);
  const contest::Upload upload{.file_name = std::string(visit.query.value("file_name")),
                               .bytes = visit.request.body,
                               .language = std::string(visit.query.value("language")),
                               .protocol = std::string(visit.query.value("protocol"))};
  return json_response(
      version_json(host.hand_in(*visit.account, contest.spec.id, visit.at("bot"), upload), true),
      201);
}

http::Response activate(contest::Host& host, Visit& visit) {
  host.activate(*visit.account, version_of(host, visit, bot_of(host, visit)).id);
  return json_response(version_json(version_of(host, visit, bot_of(host, visit)), true));
}

http::Response own_account(contest::Host& host, Visit& visit) {
  return json_response({{"name", visit.account->name},
                        {"admin", visit.is_admin()},
                        {"bots", list(host.bots_of(visit.author()), bot_json)}});
}

}  // namespace

std::vector<Route> api_routes(contest::Host& host) {
  const auto reviews = std::make_shared<MatchReviews>();
  const auto get = [&host](std::string_view pattern, std::string_view summary,
                           std::string_view shape, http::Response (*answer)(contest::Host&, Visit&),
                           std::vector<Parameter> parameters = {}, Who who = Who::everybody) {
    return Route{.method = "GET",
                 .pattern = pattern,
                 .summary = summary,
                 .who = who,
                 .handler = [&host, answer](Visit& visit) { return answer(host, visit); },
                 .parameters = std::move(parameters),
                 .answer = shape};
  };
  const Parameter count{"count", "integer", "the most matches of the answer, at most 500"};
  return {
      get("/api/v1/contests", "All contests", "Contests", contests),
      get("/api/v1/contests/{contest}", "A contest and its phases", "Contest", contest),
      get("/api/v1/contests/{contest}/phases/{phase}/standings", "The standings of a phase",
          "Standings", standings),
      get("/api/v1/contests/{contest}/phases/{phase}/store",
          "All games of a phase that is over, for arena verify", store_type, store),
      get("/api/v1/contests/{contest}/phases/{phase}/history", "The ratings over time", "History",
          history),
      get("/api/v1/contests/{contest}/phases/{phase}/matches", "Matches, the newest first",
          "Matches", matches,
          {{"bot", "string", "only its matches"},
           {"forfeits", "boolean", "only matches with a forfeit"},
           {"before", "integer", "only matches with smaller numbers"},
           count}),
      get("/api/v1/contests/{contest}/phases/{phase}/results",
          "The feed of results: matches in ascending order, and where to go on", "Results", results,
          {{"from", "integer", "the first match"}, count}),
      get("/api/v1/contests/{contest}/phases/{phase}/matches/{number}", "A match", "Match", match),
      get("/api/v1/contests/{contest}/phases/{phase}/matches/{number}/record",
          "The record of a match, for arena replay", "Record", record),
      get("/api/v1/contests/{contest}/phases/{phase}/matches/{number}/steps",
          "A match step by step, as the pages show it", "Steps", steps),
      {.method = "POST",
       .pattern = "/api/v1/contests/{contest}/phases/{phase}/matches/{number}/review",
       .summary = "Works out what each decision lost: the steps, with losses; one match at a time",
       .who = Who::author,
       .handler = [&host, reviews](Visit& visit) { return review(host, *reviews, visit); },
       .answer = "Steps",
       .is_costly = true},
      get("/api/v1/contests/{contest}/bots", "The authors' bots", "Bots", bots),
      get("/api/v1/contests/{contest}/bots/{bot}", "A bot; its author also sees its versions",
          "Bot", bot),
      get("/api/v1/contests/{contest}/bots/{bot}/versions/{version}",
          "A version of one's own bot, with the report of its check", "Version", version, {},
          Who::author),
      {.method = "POST",
       .pattern = "/api/v1/contests/{contest}/bots/{bot}/versions",
       .summary = "Hands in a version: the body is the file or archive",
       .who = Who::author,
       .handler = [&host](Visit& visit) { return hand_in(host, visit); },
       .parameters = {{"file_name", "string", "the name of the file"},
                      {"language", "string", "of a single file whose name does not say it"},
                      {"protocol", "string",
                       "what the bot speaks, if it is not the contest's default"}},
       .answer = "Version",
       .body = largest_upload(host),
       .is_costly = true},
      {.method = "POST",
       .pattern = "/api/v1/contests/{contest}/bots/{bot}/versions/{version}/activate",
       .summary = "Makes an accepted version the active one",
       .who = Who::author,
       .handler = [&host](Visit& visit) { return activate(host, visit); },
       .answer = "Version"},
      get("/api/v1/account", "Whose token this is", "Account", own_account, {}, Who::author),
  };
}

}  // namespace arena::site
