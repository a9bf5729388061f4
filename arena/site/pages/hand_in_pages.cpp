// Handing in: a file, an archive, or pasted code; and trying it before.
#include <algorithm>

#include "arena/game/steps.hpp"
#include "arena/pages/replay_page.hpp"
#include "arena/site/pages/parts.hpp"
#include "arena/site/routes.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/text.hpp"

namespace arena::site {

using results::each;
using results::html;

namespace {

/// What a form adds around a file, and a little more.
constexpr std::size_t around_a_file = 65'536;

/// "2 MiB", "5 MB", if it is such a round number.
std::string size_text(std::size_t bytes) {
  for (const auto& [unit, name] : {std::pair(1UL << 20, " MiB"), std::pair(1'000'000UL, " MB"),
                                   std::pair(1UL << 10, " KiB"), std::pair(1000UL, " kB")}) {
    if (bytes % unit == 0) return results::count(static_cast<long>(bytes / unit)).code + name;
  }
  return results::count(static_cast<long>(bytes)).code + " B";
}

std::string try_path(const contest::Contest& contest) {
  return path_of({"c", contest.spec.id, "try"});
}

std::string pasted_code(const Visit& visit) {
  std::string code(visit.form.value("code"));
  std::erase(code, '\r');  // browsers end lines with two characters
  return code;
}

/// The text that the author has just pasted or tried, or else an example. Not instead of a file:
/// that would be handed in unseen.
std::string code_to_begin_with(const Visit& visit, const contest::Contest& contest,
                               const contest::Tryout* tryout) {
  if (visit.form.file("file")) return "";
  if (std::string pasted = pasted_code(visit); !pasted.empty()) return pasted;
  if (tryout) return tryout->upload.file_name.empty() ? tryout->upload.bytes : "";
  const auto& runner = contest.spec.runner;
  return runner ? contents(runner->example).value_or("") : "";
}

/// A runner has its language.
Html language_field(const contest::Host& host, const Visit& visit, const contest::Contest& contest,
                    const contest::Tryout* tryout) {
  if (contest.spec.runner)
    return html("<input type=\"hidden\" id=\"language\" name=\"language\" value=\"{}\">\n",
                results::text(contest.spec.runner->language));
  Html options = html("<option value=\"\">{}</option>\n", visit.t("hand_in.by_name"));
  options += each(host.languages(), [&](const contest::Language& language) {
    const std::string_view given = visit.form.value("language");
    const bool is_chosen =
        language.name == (given.empty() && tryout ? tryout->upload.language : given);
    return html("<option value=\"{}\"{}>{}</option>\n", results::text(language.name),
                Html(is_chosen ? " selected" : ""), results::text(language.title));
  });
  return html(
      "<p class=\"field\"><label for=\"language\">{}</label>\n"
      "<select id=\"language\" name=\"language\">\n{}</select></p>\n",
      visit.t("version.language"), options);
}

/// The name, with the author's own bots as proposals.
Html bot_field(contest::Host& host, const Visit& visit, const contest::Contest& contest,
               const contest::Tryout* tryout) {
  const Html own = each(host.bots_of(visit.author()), [&](const contest::Bot& bot) {
    return bot.contest == contest.spec.id ? html("<option value=\"{}\">", results::text(bot.name))
                                          : Html();
  });
  std::string_view given = visit.form.value("bot");
  if (given.empty()) given = visit.query.value("bot");
  if (given.empty() && tryout) given = tryout->bot;
  return html(
      "{}<datalist id=\"own\">{}</datalist>\n",
      field(visit.t("hand_in.bot"), "bot", "text",
            html("required maxlength=\"32\" pattern=\"[A-Za-z0-9][A-Za-z0-9_\\-]*\" list=\"own\" "
                 "autocomplete=\"off\" value=\"{}\"",
                 results::text(given))),
      own);
}

/// What an author must know before the form.
Html notices(contest::Host& host, const Visit& visit, const contest::Contest& contest) {
  Html all;
  if (host.is_read_only())
    all += html("<p class=\"trouble\">{}</p>\n", visit.t("hand_in.read_only"));
  if (is_over(host, contest)) all += html("<p class=\"trouble\">{}</p>\n", visit.t("hand_in.over"));
  if (visit.form.file("file")) all += html("<p>{}</p>\n", visit.t("hand_in.file_again"));
  return all;
}

/// `wrong`: why the form was refused, which then has what the author gave.
http::Response form_page(contest::Host& host, Visit& visit, std::string_view wrong = {}) {
  const contest::Contest& contest = contest_of(host, visit);
  const contest::Quotas& quotas = contest.spec.quotas;
  Page content = contest_page(contest, std::string(visit.words("nav.hand_in")), "nav.hand_in");
  content.body = html(
      "<p>{}</p>\n<ul>\n<li>{} {}</li>\n<li>{} {}</li>\n<li>{} {}</li>\n</ul>\n"
      "<p><a href=\"{}\">{}</a></p>\n",
      visit.t("hand_in.intro"), visit.t("hand_in.most_bots"), quotas.bots,
      visit.t("hand_in.most_versions"), quotas.versions_per_day, visit.t("hand_in.most_bytes"),
      results::text(size_text(quotas.upload)),
      results::text(path_of({"c", contest.spec.id, "rules"})), visit.t("hand_in.rules"));
  content.body += trouble(visit, wrong);
  content.body += notices(host, visit, contest);
  const auto tryout = host.tryout(visit.author(), contest.spec.id);
  if (tryout)
    content.body += html("<p>{}</p>\n", link(try_path(contest), visit.t("hand_in.last_try")));
  Html fields = bot_field(host, visit, contest, tryout.get());
  fields += field(visit.t("hand_in.file"), "file", "file");
  fields += html(
      "<p class=\"field\"><label for=\"code\">{}</label>\n"
      "<textarea id=\"code\" name=\"code\" rows=\"16\" spellcheck=\"false\">\n{}</textarea></p>\n",
      visit.t("hand_in.code"), results::lines(code_to_begin_with(visit, contest, tryout.get())));
  fields += language_field(host, visit, contest, tryout.get());
  const Html try_button = html(" <button name=\"try\" value=\"1\" formnovalidate>{}</button> {}",
                               visit.t("hand_in.try"), visit.t("hand_in.try_text"));
  content.body += form(visit, path_of({"c", contest.spec.id, "hand-in"}), fields,
                       visit.t("nav.hand_in"), true, try_button);
  content.scripts = {"hand_in.js"};
  if (!wrong.empty()) content.status = 400;
  return page(visit, content);
}

contest::Upload upload_of(const Visit& visit) {
  contest::Upload upload;
  upload.language = visit.form.value("language");
  if (const http::FormField* file = visit.form.file("file")) {
    upload.file_name = *file->file_name;
    upload.bytes = file->value;
  } else {
    upload.bytes = pasted_code(visit);
  }
  if (upload.bytes.empty()) throw Error(std::string(visit.words("hand_in.empty")));
  return upload;
}

http::Response handed_in(contest::Host& host, const Visit& visit, const contest::Contest& contest,
                         const std::string& bot, const contest::Upload& upload) {
  const contest::Version version = host.hand_in(*visit.account, contest.spec.id, bot, upload);
  return http::redirect(bot_path(contest.spec.id, bot) + "/versions/" +
                        std::to_string(version.number));
}

http::Response hand_in(contest::Host& host, Visit& visit) {
  const contest::Contest& contest = contest_of(host, visit);
  const std::string bot(visit.form.value("bot"));
  try {
    if (!visit.form.value("try").empty()) {
      host.try_out(*visit.account, contest.spec.id, bot, upload_of(visit));
      return http::redirect(try_path(contest));
    }
    return handed_in(host, visit, contest, bot, upload_of(visit));
  } catch (const Error& wrong) {
    return form_page(host, visit, wrong.what());
  }
}

/// The rows of a game: its players with places and scores, and why one forfeited.
Html game_rows(int number, const Record& record) {
  Html rows;
  for (std::size_t seat = 0; seat < record.players.size(); ++seat) {
    const auto forfeit =
        std::ranges::find(record.forfeits, static_cast<Seat>(seat), &RecordedForfeit::seat);
    rows += html(
        "<tr><td class=\"number\">{}</td><th scope=\"row\">{}</th><td class=\"number\">{}</td>"
        "<td class=\"number\">{}</td><td class=\"fault\">{}</td></tr>\n",
        seat == 0 ? html("{}", number) : Html(), results::text(record.players[seat].name),
        record.places.value().at(seat), record.scores.value().at(seat),
        forfeit == record.forfeits.end() ? Html() : results::text(forfeit->detail));
  }
  return rows;
}

/// The first game with a forfeit, or else the first one.
const Record& game_to_show(const std::vector<Record>& games) {
  const auto found =
      std::ranges::find_if(games, [](const Record& game) { return !game.forfeits.empty(); });
  return found == games.end() ? games.front() : *found;
}

Html tryout_games(const Visit& visit, const AnyGame& game, const std::vector<Record>& games) {
  const Html head = html(
      "<th scope=\"col\" class=\"number\">{}</th><th scope=\"col\">{}</th><th scope=\"col\" "
      "class=\"number\">{}</th><th scope=\"col\" class=\"number\">{}</th><th scope=\"col\">{}</th>",
      visit.t("matches.number"), visit.t("standings.bot"), visit.t("standings.place"),
      visit.t("result.score"), visit.t("match.forfeit"));
  int number = 0;
  const Html rows = each(games, [&](const Record& game) { return game_rows(++number, game); });
  Html all = results::table(visit.t("hand_in.games"), head, rows, "small");
  all += html(
      "<div id=\"viewer\"></div>\n<script type=\"application/json\" id=\"steps\">{}"
      "</script>\n",
      Html(script_json(steps_of(game, game_to_show(games)))));
  return all;
}

/// By game, if each game has its own process.
Html written_section(const Visit& visit, const std::vector<std::string>& written) {
  const auto count = std::ranges::count_if(written, [](const auto& text) { return !text.empty(); });
  Html all;
  for (std::size_t game = 0; game < written.size(); ++game) {
    if (written[game].empty()) continue;
    if (count > 1) all += html("<h3>{} {}</h3>\n", visit.t("matches.number"), game + 1);
    all += html("<pre class=\"stderr\" tabindex=\"0\">{}</pre>\n", results::lines(written[game]));
  }
  return count == 0 ? Html() : results::section(visit.t("hand_in.written"), all);
}

/// `wrong`: why it was not handed in.
http::Response tryout_page(contest::Host& host, Visit& visit, std::string_view wrong = {}) {
  const contest::Contest& contest = contest_of(host, visit);
  const auto tryout = host.tryout(visit.author(), contest.spec.id);
  const std::string form_path = path_of({"c", contest.spec.id, "hand-in"});
  if (!tryout) return http::redirect(form_path);
  Page content = contest_page(contest, std::string(visit.words("hand_in.try")), "nav.hand_in");
  if (!tryout->result) {
    content.body = html("<p role=\"status\">{}</p>\n", visit.t("hand_in.trying"));
    http::Response response = page(visit, content);
    response.headers.push_back({"Refresh", "1"});
    return response;
  }
  const contest::TryoutResult& result = *tryout->result;
  std::vector<Record> games;
  for (const std::string& line : result.records) games.push_back(read_record(line));
  Html body = html("<p><a class=\"button\" href=\"{}\">{}</a></p>\n", results::text(form_path),
                   visit.t("hand_in.back"));
  Html fields = bot_field(host, visit, contest, tryout.get());
  fields += html("<input type=\"hidden\" name=\"number\" value=\"{}\">\n", tryout->number);
  body += form(visit, try_path(contest), fields, visit.t("nav.hand_in"));
  body += trouble(visit, wrong.empty() ? result.reason : wrong);
  if (!result.build_log.empty())
    body += results::section(visit.t("version.build_log"), html("<pre tabindex=\"0\">{}</pre>\n",
                                                                results::lines(result.build_log)));
  body += written_section(visit, result.written);
  if (!games.empty()) {
    body += results::section(visit.t("hand_in.games"), tryout_games(visit, contest.game(), games));
    content.scripts = {"replay.js"};
  }
  content.body = body;
  return page(visit, content);
}

/// Hands in what was tried. Of two pages, only the newer one's form does.
http::Response hand_in_tried(contest::Host& host, Visit& visit) {
  const contest::Contest& contest = contest_of(host, visit);
  const auto tryout = host.tryout(visit.author(), contest.spec.id);
  const auto number = to_number<std::uint64_t>(visit.form.value("number"));
  if (!tryout || tryout->number != number) return http::redirect(try_path(contest));
  try {
    return handed_in(host, visit, contest, std::string(visit.form.value("bot")), tryout->upload);
  } catch (const Error& wrong) {
    return tryout_page(host, visit, wrong.what());
  }
}

}  // namespace

std::size_t largest_upload(const contest::Host& host) {
  std::size_t largest = 0;
  for (const contest::Contest* contest : host.contests())
    largest = std::max<std::size_t>(largest, contest->spec.quotas.upload);
  return largest + around_a_file;
}

std::vector<Route> hand_in_routes(contest::Host& host) {
  return {
      {.method = "GET",
       .pattern = "/c/{contest}/hand-in",
       .summary = "The form to hand in a bot",
       .who = Who::author,
       .handler = [&host](Visit& visit) { return form_page(host, visit); }},
      {.method = "POST",
       .pattern = "/c/{contest}/hand-in",
       .summary = "Hands in a bot",
       .who = Who::author,
       .handler = [&host](Visit& visit) { return hand_in(host, visit); },
       .body = largest_upload(host),
       .is_costly = true},
      {.method = "GET",
       .pattern = "/c/{contest}/try",
       .summary = "What the bot that was tried last has done",
       .who = Who::author,
       .handler = [&host](Visit& visit) { return tryout_page(host, visit); }},
      {.method = "POST",
       .pattern = "/c/{contest}/try",
       .summary = "Hands in the bot that was tried last",
       .who = Who::author,
       .handler = [&host](Visit& visit) { return hand_in_tried(host, visit); },
       .is_costly = true},
  };
}

}  // namespace arena::site
