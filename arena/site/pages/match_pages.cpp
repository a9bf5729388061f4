// Lists of matches, and one match as frames of text, which a script replaces by a board.
#include <algorithm>

#include "arena/match/replay_result.hpp"
#include "arena/record/record.hpp"
#include "arena/site/pages/parts.hpp"
#include "arena/site/routes.hpp"
#include "arena/util/text/percent.hpp"
#include "arena/util/text/text.hpp"

namespace arena::site {

using results::each;
using results::fact;
using results::html;

namespace {

constexpr int matches_of_page = 50;

const contest::PhaseSpec& asked_phase(const contest::Host& host, const Visit& visit,
                                      const contest::Contest& contest) {
  const contest::PhaseSpec* phase = contest.spec.phase(visit.query.value("phase"));
  return phase ? *phase : current_phase(host, contest);
}

Html option(std::string_view value, const Html& label, bool is_chosen) {
  return html("<option value=\"{}\"{}>{}</option>\n", results::text(value),
              Html(is_chosen ? " selected" : ""), label);
}

Html filter_form(contest::Host& host, const Visit& visit, const contest::Contest& contest,
                 const contest::PhaseSpec& shown, const contest::MatchFilter& filter) {
  const Html phases = each(contest.spec.phases, [&](const contest::PhaseSpec& phase) {
    return option(phase.name, results::text(phase.title), &phase == &shown);
  });
  Html bots = option("", visit.t("matches.any_bot"), filter.bot.empty());
  const auto snapshot = host.standings({contest.spec.id, shown.name}, visit.is_admin());
  if (snapshot) {
    bots += each(snapshot->rows, [&](const contest::StandingRow& row) {
      return option(row.name, results::text(row.name), row.name == filter.bot);
    });
  }
  return html(
      "<form method=\"get\" class=\"filter\">\n"
      "<p class=\"field\"><label for=\"phase\">{}</label> <select id=\"phase\" "
      "name=\"phase\">\n{}</select></p>\n"
      "<p class=\"field\"><label for=\"bot\">{}</label> <select id=\"bot\" "
      "name=\"bot\">\n{}</select></p>\n"
      "<p class=\"field\"><label><input type=\"checkbox\" name=\"forfeits\" value=\"1\"{}> "
      "{}</label></p>\n"
      "<p><button>{}</button></p>\n</form>\n",
      visit.t("contest.phase"), phases, visit.t("standings.bot"), bots,
      Html(filter.only_forfeits ? " checked" : ""), visit.t("matches.only_forfeits"),
      visit.t("matches.show"));
}

http::Response matches(contest::Host& host, Visit& visit) {
  const contest::Contest& contest = contest_of(host, visit);
  const contest::PhaseSpec& phase = asked_phase(host, visit, contest);
  contest::MatchFilter filter{.bot = std::string(visit.query.value("bot")),
                              .only_forfeits = visit.query.value("forfeits") == "1",
                              .before = to_number<int>(visit.query.value("before")).value_or(0),
                              .count = matches_of_page};
  const contest::PhaseKey key{contest.spec.id, phase.name};
  const auto rows = host.matches(key, filter, visit.is_admin());
  Page content = contest_page(contest, std::string(visit.words("matches.title")), "nav.matches");
  content.body = filter_form(host, visit, contest, phase, filter);
  content.body += matches_table(visit, key, rows);
  if (rows.size() == matches_of_page) {
    content.body += html(
        "<p><a rel=\"next\" "
        "href=\"?phase={}&amp;bot={}&amp;forfeits={}&amp;before={}\">{}</a></p>\n",
        results::text(percent_encoded(phase.name)), results::text(percent_encoded(filter.bot)),
        Html(filter.only_forfeits ? "1" : "0"), rows.back().number, visit.t("matches.older"));
  }
  return page(visit, content);
}

Html seat_rows(contest::Host& host, const Visit& visit, const contest::PhaseKey& phase,
               const contest::MatchRow& match) {
  int seat = 0;
  const Html rows = each(match.seats, [&](const contest::MatchSeat& one) {
    const bool has_log =
        visit.account && host.may_read_log(*visit.account, phase, match.number, seat);
    const Html log = has_log ? link(match_path(phase.contest, phase.phase, match.number) + "/log/" +
                                        std::to_string(seat),
                                    visit.t("match.log"))
                             : Html();
    ++seat;
    return html(
        "<tr><th scope=\"row\"><a href=\"{}\">{}</a></th><td class=\"number\">{}</td><td "
        "class=\"number\">{}</td>"
        "<td class=\"number\">{}</td><td class=\"number\">{}</td><td "
        "class=\"fault\">{}</td><td>{}</td></tr>\n",
        results::text(bot_path(phase.contest, one.name)), results::text(one.name), one.place,
        results::number(one.score, 0),
        milliseconds(
            one.questions == 0 ? 0 : static_cast<double>(one.thinking_us) / 1'000 / one.questions),
        milliseconds(static_cast<double>(one.slowest_us) / 1'000),
        one.fault == left_out_fault ? visit.t("match.left_out") : results::text(one.fault), log);
  });
  const Html head = html(
      "<th scope=\"col\">{}</th><th scope=\"col\" class=\"number\">{}</th><th scope=\"col\" "
      "class=\"number\">{}</th>"
      "<th scope=\"col\" class=\"number\">{}</th><th scope=\"col\" class=\"number\">{}</th><th "
      "scope=\"col\">{}</th>"
      "<th scope=\"col\"><span class=\"unseen\">{}</span></th>",
      visit.t("standings.bot"), visit.t("standings.place"), visit.t("result.score"),
      visit.t("match.mean_time"), visit.t("match.slowest"), visit.t("match.forfeit"),
      visit.t("match.log"));
  return results::table(visit.t("matches.players"), head, rows, "small");
}

contest::MatchRow match_of(contest::Host& host, const Visit& visit, const contest::PhaseKey& key) {
  auto match = host.match(key, static_cast<int>(number_at(visit, "number")), visit.is_admin());
  if (!match) throw Refused(404, std::string(visit.words("error.not_found")));
  return std::move(*match);
}

std::string record_of(contest::Host& host, const Visit& visit, const contest::PhaseKey& key) {
  auto record = host.record(key, static_cast<int>(number_at(visit, "number")), visit.is_admin());
  if (!record) throw Refused(404, std::string(visit.words("error.not_found")));
  return std::move(*record);
}

contest::PhaseKey key_of(const contest::Host& host, const Visit& visit) {
  const contest::Contest& contest = contest_of(host, visit);
  return {contest.spec.id, phase_of(contest, visit).name};
}

std::string file_name(const contest::PhaseKey& key, int number) {
  return key.contest + "-" + key.phase + "-" + std::to_string(number);
}

/// The player that an author's bot at home plays: the author's own bot, if it was there.
std::string player_at_home(contest::Host& host, const Visit& visit, const contest::PhaseKey& key,
                           const contest::MatchRow& match) {
  for (std::size_t seat = 0; visit.account && seat < match.seats.size(); ++seat) {
    if (host.may_read_log(*visit.account, key, match.number, static_cast<int>(seat)))
      return match.seats[seat].name;
  }
  return match.seats.front().name;
}

http::Response match(contest::Host& host, Visit& visit) {
  const contest::Contest& contest = contest_of(host, visit);
  const contest::PhaseKey key = key_of(host, visit);
  const contest::MatchRow row = match_of(host, visit, key);
  const Record record = read_record(record_of(host, visit, key));
  const std::string title = joined(row.seats, " – ", [](const auto& seat) { return seat.name; });
  Page content = contest_page(contest, title, "nav.matches");
  const std::string api = "/api/v1" + path_of({"contests", key.contest, "phases", key.phase,
                                               "matches", std::to_string(row.number)});
  Html review;  // what the script needs to ask for it
  if (visit.account && contest.game().losses != nullptr) {
    review = html(" data-review=\"{}/review\" data-token=\"{}\"", results::text(api),
                  results::text(visit.token()));
  }
  content.body = html("<div id=\"viewer\" data-steps=\"{}/steps\"{}>\n{}</div>\n",
                      results::text(api), review, frames(visit, contest.game(), record));
  content.body += results::section(visit.t("matches.players"), seat_rows(host, visit, key, row));
  content.body += results::section(
      visit.t("match.at_home"),
      html("<p>{}</p>\n<p><a href=\"{}/record\" download=\"{}.jsonl\">{}</a></p>\n"
           "<pre tabindex=\"0\">arena replay {}.jsonl --player {} --bot ./bot</pre>\n",
           visit.t("match.at_home_text"), results::text(api),
           results::text(file_name(key, row.number)), visit.t("match.download"),
           results::text(file_name(key, row.number)),
           results::text(player_at_home(host, visit, key, row))));
  content.scripts = {"replay.js"};
  return page(visit, content);
}

http::Response log(contest::Host& host, Visit& visit) {
  const contest::PhaseKey key = key_of(host, visit);
  const auto text = host.log(*visit.account, key, static_cast<int>(number_at(visit, "number")),
                             static_cast<int>(number_at(visit, "seat")));
  if (!text) throw Refused(404, std::string(visit.words("match.no_log")));
  http::Response response;
  response.type = "text/plain; charset=utf-8";
  response.body = *text;
  return response;
}

}  // namespace

std::vector<Route> match_routes(contest::Host& host) {
  return {
      {.method = "GET",
       .pattern = "/c/{contest}/matches",
       .summary = "Matches, the newest first",
       .handler = [&host](Visit& visit) { return matches(host, visit); }},
      {.method = "GET",
       .pattern = "/c/{contest}/matches/{phase}/{number}",
       .summary = "A match",
       .handler = [&host](Visit& visit) { return match(host, visit); }},
      {.method = "GET",
       .pattern = "/c/{contest}/matches/{phase}/{number}/log/{seat}",
       .summary = "What the author's bot wrote to stderr",
       .who = Who::author,
       .handler = [&host](Visit& visit) { return log(host, visit); }},
  };
}

}  // namespace arena::site
