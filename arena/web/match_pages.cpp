// Lists of matches, and one match as frames of text, which a script replaces by a board.
#include <algorithm>

#include "arena/match/replayed.hpp"
#include "arena/record/record.hpp"
#include "arena/util/percent.hpp"
#include "arena/util/text.hpp"
#include "arena/web/parts.hpp"
#include "arena/web/routes.hpp"

namespace arena::web {

using report::each;
using report::fact;
using report::html;

namespace {

constexpr int matches_of_page = 50;

const host::PhaseSpec& asked_phase(const host::Host& host, const Visit& visit,
                                   const host::Contest& contest) {
  const host::PhaseSpec* phase = contest.spec.phase(visit.query.value("phase"));
  return phase ? *phase : current_phase(host, contest);
}

Html option(std::string_view value, const Html& label, bool is_chosen) {
  return html("<option value=\"{}\"{}>{}</option>\n", report::text(value),
              Html(is_chosen ? " selected" : ""), label);
}

Html filter_form(host::Host& host, const Visit& visit, const host::Contest& contest,
                 const host::PhaseSpec& shown, const host::MatchFilter& filter) {
  const Html phases = each(contest.spec.phases, [&](const host::PhaseSpec& phase) {
    return option(phase.name, report::text(phase.title), &phase == &shown);
  });
  Html bots = option("", visit.t("matches.any_bot"), filter.bot.empty());
  const auto snapshot = host.standings({contest.spec.id, shown.name}, visit.is_admin());
  if (snapshot) {
    bots += each(snapshot->rows, [&](const host::StandingRow& row) {
      return option(row.name, report::text(row.name), row.name == filter.bot);
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

http::Response matches(host::Host& host, Visit& visit) {
  const host::Contest& contest = contest_of(host, visit);
  const host::PhaseSpec& phase = asked_phase(host, visit, contest);
  host::MatchFilter filter{.bot = std::string(visit.query.value("bot")),
                           .only_forfeits = visit.query.value("forfeits") == "1",
                           .before = to_number<int>(visit.query.value("before")).value_or(0),
                           .count = matches_of_page};
  const host::PhaseKey key{contest.spec.id, phase.name};
  const auto rows = host.matches(key, filter, visit.is_admin());
  Page content = contest_page(contest, std::string(visit.words("matches.title")), "nav.matches");
  content.body = filter_form(host, visit, contest, phase, filter);
  content.body += matches_table(visit, key, rows);
  if (rows.size() == matches_of_page) {
    content.body += html(
        "<p><a rel=\"next\" "
        "href=\"?phase={}&amp;bot={}&amp;forfeits={}&amp;before={}\">{}</a></p>\n",
        report::text(percent_encoded(phase.name)), report::text(percent_encoded(filter.bot)),
        Html(filter.only_forfeits ? "1" : "0"), rows.back().number, visit.t("matches.older"));
  }
  return page(visit, content);
}

Html seat_rows(host::Host& host, const Visit& visit, const host::PhaseKey& phase,
               const host::MatchRow& match) {
  int seat = 0;
  const Html rows = each(match.seats, [&](const host::MatchSeat& one) {
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
        report::text(bot_path(phase.contest, one.name)), report::text(one.name), one.place,
        report::number(one.score, 0),
        milliseconds(
            one.questions == 0 ? 0 : static_cast<double>(one.thinking_us) / 1'000 / one.questions),
        milliseconds(static_cast<double>(one.slowest_us) / 1'000),
        one.fault == left_out_fault ? visit.t("match.left_out") : report::text(one.fault), log);
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
  return report::table(visit.t("matches.players"), head, rows, "small");
}

host::MatchRow match_of(host::Host& host, const Visit& visit, const host::PhaseKey& key) {
  auto match = host.match(key, static_cast<int>(number_at(visit, "number")), visit.is_admin());
  if (!match) throw Refused(404, std::string(visit.words("error.not_found")));
  return std::move(*match);
}

std::string record_of(host::Host& host, const Visit& visit, const host::PhaseKey& key) {
  auto record = host.record(key, static_cast<int>(number_at(visit, "number")), visit.is_admin());
  if (!record) throw Refused(404, std::string(visit.words("error.not_found")));
  return std::move(*record);
}

host::PhaseKey key_of(const host::Host& host, const Visit& visit) {
  const host::Contest& contest = contest_of(host, visit);
  return {contest.spec.id, phase_of(contest, visit).name};
}

std::string file_name(const host::PhaseKey& key, int number) {
  return key.contest + "-" + key.phase + "-" + std::to_string(number);
}

/// The player that an author's bot at home plays: the author's own bot, if it was there.
std::string player_at_home(host::Host& host, const Visit& visit, const host::PhaseKey& key,
                           const host::MatchRow& match) {
  for (std::size_t seat = 0; visit.account && seat < match.seats.size(); ++seat) {
    if (host.may_read_log(*visit.account, key, match.number, static_cast<int>(seat)))
      return match.seats[seat].name;
  }
  return match.seats.front().name;
}

http::Response match(host::Host& host, Visit& visit) {
  const host::Contest& contest = contest_of(host, visit);
  const host::PhaseKey key = key_of(host, visit);
  const host::MatchRow row = match_of(host, visit, key);
  const Record record = read_record(record_of(host, visit, key));
  const std::string title = joined(row.seats, " – ", [](const auto& seat) { return seat.name; });
  Page content = contest_page(contest, title, "nav.matches");
  const std::string api = "/api/v1" + path_of({"contests", key.contest, "phases", key.phase,
                                               "matches", std::to_string(row.number)});
  content.body = html("<div id=\"viewer\" data-steps=\"{}/steps\">\n{}</div>\n", report::text(api),
                      frames(visit, contest.game(), record));
  content.body += report::section(visit.t("matches.players"), seat_rows(host, visit, key, row));
  content.body += report::section(
      visit.t("match.at_home"),
      html("<p>{}</p>\n<p><a href=\"{}/record\" download=\"{}.jsonl\">{}</a></p>\n"
           "<pre tabindex=\"0\">arena replay {}.jsonl --player {} --bot ./bot</pre>\n",
           visit.t("match.at_home_text"), report::text(api),
           report::text(file_name(key, row.number)), visit.t("match.download"),
           report::text(file_name(key, row.number)),
           report::text(player_at_home(host, visit, key, row))));
  content.scripts = {"replay.js"};
  return page(visit, content);
}

http::Response log(host::Host& host, Visit& visit) {
  const host::PhaseKey key = key_of(host, visit);
  const auto text = host.log(*visit.account, key, static_cast<int>(number_at(visit, "number")),
                             static_cast<int>(number_at(visit, "seat")));
  if (!text) throw Refused(404, std::string(visit.words("match.no_log")));
  http::Response response;
  response.type = "text/plain; charset=utf-8";
  response.body = *text;
  return response;
}

}  // namespace

std::vector<Route> match_routes(host::Host& host) {
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

}  // namespace arena::web
