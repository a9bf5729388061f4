// The lobby, the tables at which people play, and the games that they have played there.
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "arena/game/steps.hpp"
#include "arena/http/client_address.hpp"
#include "arena/site/pages/parts.hpp"
#include "arena/site/play/play.hpp"
#include "arena/site/routes.hpp"
#include "arena/util/text/percent.hpp"
#include "arena/util/text/text.hpp"

namespace arena::site {

using results::each;
using results::html;

namespace {

/// An account, or this browser.
Person person_of(Visit& visit) {
  static_cast<void>(visit.token_field());  // gives a new browser its secret
  std::string address = http::address_group(visit.request.address);
  if (visit.account)
    return {"account " + std::to_string(visit.account->id), visit.account->name, std::move(address),
            visit.account->id};
  return {"browser " + visit.secret, std::string(visit.words("play.guest")), std::move(address)};
}

std::string lobby_path(std::string_view contest) { return path_of({"c", contest, "play"}); }

std::string table_path(const TableInfo& table) {
  return path_of({"c", table.contest, "play", table.id});
}

/// Bots against which people may play.
std::vector<std::string> opponents_of(contest::Host& host, const contest::Contest& contest) {
  std::vector<std::string> opponents;
  for (const contest::HouseBot& bot : contest.spec.house) opponents.push_back(bot.name);
  std::ranges::move(host.opponents(contest.spec.id), std::back_inserter(opponents));
  return opponents;
}

std::string seat_field(int seat) { return fmt::format("bot{}", seat + 1); }

/// The lobby, where the same bots are chosen already.
std::string rematch_path(contest::Host& host, const contest::Contest& contest,
                         const std::vector<std::string>& players) {
  const auto opponents = opponents_of(host, contest);
  std::string path = lobby_path(contest.spec.id);
  for (int seat = 1; seat < static_cast<int>(players.size()); ++seat) {
    const std::string& name = players[static_cast<std::size_t>(seat)];
    const bool is_bot = std::ranges::find(opponents, name) != opponents.end();
    path +=
        (seat == 1 ? "?" : "&") + seat_field(seat) + "=" + (is_bot ? percent_encoded(name) : "");
  }
  return path;
}

Html names_of(const Visit& visit, const TableInfo& table) {
  return html("<ul>\n{}</ul>", each(table.seats, [&](const std::string& name) {
                return html("<li>{}</li>\n",
                            name.empty() ? visit.t("play.free") : results::text(name));
              }));
}

/// Whoever leaves a match loses it, so then the button is not seen at once.
Html leave_form(Visit& visit, const TableInfo& table, bool in_match) {
  const Html button = form(visit, table_path(table) + "/leave", {}, visit.t("table.leave"));
  if (!in_match) return button;
  return html("<details><summary>{}</summary>\n<p>{}</p>\n{}</details>\n", visit.t("table.leave"),
              visit.t("table.leave_warning"), button);
}

Html own_tables(contest::Host& host, Visit& visit, const std::vector<TableInfo>& tables) {
  const Html own = each(tables, [&](const TableInfo& table) {
    if (!table.is_own) return Html();
    return html("<li>{}{}\n<p>{}</p>\n{}</li>\n",
                results::text(host.contest(table.contest)->spec.title), names_of(visit, table),
                link(table_path(table), visit.t("table.go_on")),
                leave_form(visit, table, table.is_running));
  });
  if (own.code.empty()) return own;
  return results::section(visit.t("table.own"), html("<ul class=\"tables\">\n{}</ul>\n", own));
}

Html join_form(Visit& visit, const TableInfo& table) {
  if (!table.has_free_seat) return {};
  return form(visit, table_path(table) + "/join", {}, visit.t("play.join"));
}

Html others_tables(Visit& visit, const contest::Contest& contest,
                   const std::vector<TableInfo>& tables) {
  const Html others = each(tables, [&](const TableInfo& table) {
    if (table.is_own || table.contest != contest.spec.id) return Html();
    return html("<li>{}{}</li>\n", names_of(visit, table), join_form(visit, table));
  });
  if (others.code.empty()) return others;
  return results::section(visit.t("play.tables"), html("<ul class=\"tables\">\n{}</ul>\n", others));
}

/// As the form was sent, or as a link asks for it: an empty value is a person.
Html seat_choice(const Visit& visit, const std::vector<std::string>& opponents, int seat) {
  const http::Form& asked = visit.request.method == "POST" ? visit.form : visit.query;
  const std::string_view chosen = asked.value(seat_field(seat));
  const bool wants_person = chosen.empty() && std::ranges::any_of(asked.fields(), [&](auto& one) {
                              return one.name == seat_field(seat);
                            });
  const Html options = each(opponents, [&](const std::string& bot) {
    return html("<option value=\"{}\"{}>{}</option>\n", results::text(bot),
                Html(bot == chosen ? " selected" : ""), results::text(bot));
  });
  return html(
      "<p class=\"field\"><label for=\"bot{0}\">{1} {0}</label> <select id=\"bot{0}\" "
      "name=\"bot{0}\">\n{2}"
      "<option value=\"\"{3}>{4}</option></select></p>\n",
      seat + 1, visit.t("play.seat"), options, Html(wants_person ? " selected" : ""),
      visit.t("play.person"));
}

/// `why`: why no table was opened; empty if none was wanted.
http::Response lobby(contest::Host& host, Play& play, Visit& visit, std::string_view why = {}) {
  const contest::Contest& contest = contest_of(host, visit);
  const auto opponents = opponents_of(host, contest);
  const auto tables = play.tables(person_of(visit));
  Html seats;
  for (int seat = 1; seat < contest.seats; ++seat) seats += seat_choice(visit, opponents, seat);
  Page content = contest_page(contest, std::string(visit.words("nav.play")), "nav.play");
  content.body = trouble(visit, why);
  content.body += own_tables(host, visit, tables);
  content.body += html("<p>{}</p>\n", visit.t("play.intro"));
  content.body += form(visit, lobby_path(contest.spec.id), seats, visit.t("play.start"));
  content.body += others_tables(visit, contest, tables);
  if (!why.empty()) content.status = 400;
  return page(visit, content);
}

http::Response open(contest::Host& host, Play& play, Visit& visit) {
  const contest::Contest& contest = contest_of(host, visit);
  std::vector<std::string> bots;
  for (int seat = 1; seat < contest.seats; ++seat)
    bots.emplace_back(visit.form.value(seat_field(seat)));
  try {
    const std::string id = play.open(contest, bots, person_of(visit));
    return http::redirect(path_of({"c", contest.spec.id, "play", id}));
  } catch (const TooManyTables& refused) {
    return lobby(host, play, visit, refused.what());
  }
}

std::string api_path(const Visit& visit) {
  return "/api/v1" + path_of({"play", visit.at("contest"), visit.at("table")});
}

/// For whoever has a seat.
Html seat_part(contest::Host& host, Visit& visit, const contest::Contest& contest,
               const TableInfo& table) {
  return html(
      "<div id=\"play\" data-socket=\"{}\" data-rematch=\"{}\">\n<noscript><p>{}</p></noscript>\n"
      "</div>\n<div id=\"leave\">{}</div>\n",
      results::text(api_path(visit)), results::text(rematch_path(host, contest, table.seats)),
      visit.t("live.needs_script"), leave_form(visit, table, true));
}

/// For those who have no seat.
Html guest_part(Visit& visit, const TableInfo& table) {
  return html("{}\n<p>{}</p>\n{}<p>{}</p>\n", names_of(visit, table),
              visit.t(table.is_running ? "table.others" : "table.waits"), join_form(visit, table),
              link(lobby_path(table.contest), visit.t("table.lobby")));
}

Html game_part(contest::Host& host, const Visit& visit, const contest::Contest& contest,
               const Record& record) {
  std::vector<std::string> names;
  for (const RecordedPlayer& player : record.players) names.push_back(player.name);
  const std::string api = api_path(visit);
  return html(
      "<div id=\"viewer\" data-steps=\"{0}/steps\">\n{1}</div>\n<p>{2}</p>\n"
      "<p>{3}</p>\n<p><a href=\"{0}/record\" download=\"{4}.jsonl\">{5}</a></p>\n",
      results::text(api), frames(visit, contest.game(), record),
      link(rematch_path(host, contest, names), visit.t("play.another")), visit.t("table.shown"),
      results::text(contest.spec.id + "-" + visit.at("table")), visit.t("match.download"));
}

Html closed_part(const Visit& visit) {
  return html("<p>{}</p>\n<p>{}</p>\n", visit.t("table.closed"),
              link(lobby_path(visit.at("contest")), visit.t("table.lobby")));
}

/// One address, before the game, in it and after it.
http::Response table(contest::Host& host, Play& play, Visit& visit) {
  const contest::Contest& contest = contest_of(host, visit);
  const std::string& id = visit.at("table");
  Page content = contest_page(contest, std::string(visit.words("nav.play")), "nav.play");
  bool is_others = false;
  if (const auto record = play.record(contest.spec.id, id)) {
    content.title = joined(record->players, " – ", [](const auto& one) { return one.name; });
    content.body = game_part(host, visit, contest, *record);
    content.scripts = {"replay.js"};
  } else if (const auto info = play.table(contest.spec.id, id, person_of(visit))) {
    is_others = !info->is_own;
    content.body = is_others ? guest_part(visit, *info) : seat_part(host, visit, contest, *info);
    if (!is_others) content.scripts = {"play.js"};
  } else {
    content.body = closed_part(visit);
    content.status = 404;
  }
  http::Response response = page(visit, content);
  if (is_others) response.headers.push_back({"Refresh", "10"});  // until the game is over
  return response;
}

Record record_of_table(Play& play, const Visit& visit) {
  auto record = play.record(visit.at("contest"), visit.at("table"));
  if (!record) throw Refused(404, "the match is not over");
  return std::move(*record);
}

boost::json::object lobby_json(const contest::Contest& contest, Play& play) {
  boost::json::array tables;
  for (const TableInfo& table : play.tables(Person{})) {
    if (table.contest != contest.spec.id) continue;
    tables.push_back(boost::json::object{{"id", table.id},
                                         {"seats", boost::json::value_from(table.seats)},
                                         {"running", table.is_running}});
  }
  return {{"tables", std::move(tables)}};
}

/// To the table, or to the lobby.
http::Response redirect_after(Visit& visit, const std::string& path) {
  return http::redirect(lobby_path(visit.at("contest")) + path);
}

}  // namespace

std::vector<Route> play_routes(contest::Host& host, Play& play) {
  return {
      {.method = "GET",
       .pattern = "/c/{contest}/play",
       .summary = "The lobby",
       .handler = [&](Visit& visit) { return lobby(host, play, visit); }},
      {.method = "POST",
       .pattern = "/c/{contest}/play",
       .summary = "Opens a table",
       .handler = [&](Visit& visit) { return open(host, play, visit); },
       .is_costly = true},
      {.method = "GET",
       .pattern = "/c/{contest}/play/{table}",
       .summary = "A table, and its game when it is over",
       .handler = [&](Visit& visit) { return table(host, play, visit); }},
      {.method = "POST",
       .pattern = "/c/{contest}/play/{table}/join",
       .summary = "Takes a free seat",
       .handler =
           [&](Visit& visit) {
             play.join(visit.at("contest"), visit.at("table"), person_of(visit));
             return redirect_after(visit, "/" + percent_encoded(visit.at("table")));
           }},
      {.method = "POST",
       .pattern = "/c/{contest}/play/{table}/leave",
       .summary = "Leaves the table; in a match, the person forfeits",
       .handler =
           [&](Visit& visit) {
             play.leave(visit.at("contest"), visit.at("table"), person_of(visit));
             return redirect_after(visit, "");
           }},
      {.method = "GET",
       .pattern = "/api/v1/play/{contest}/{table}",
       .summary = "WebSocket: a seat at a table, in the JSON protocol",
       .socket =
           [&](Visit& visit) {
             return play.socket(visit.at("contest"), visit.at("table"), person_of(visit));
           }},
      {.method = "GET",
       .pattern = "/api/v1/contests/{contest}/tables",
       .summary = "The tables of the lobby",
       .handler =
           [&](Visit& visit) { return json_response(lobby_json(contest_of(host, visit), play)); },
       .answer = "Tables"},
      {.method = "GET",
       .pattern = "/api/v1/play/{contest}/{table}/steps",
       .summary = "The match of a table that is over, step by step",
       .handler =
           [&](Visit& visit) {
             const AnyGame& game = contest_of(host, visit).game();
             return json_response(steps_of(game, record_of_table(play, visit)));
           },
       .answer = "Steps"},
      {.method = "GET",
       .pattern = "/api/v1/play/{contest}/{table}/record",
       .summary = "The record of the match of a table that is over, for arena replay",
       .handler =
           [&](Visit& visit) {
             http::Response response;
             response.type = "application/json";
             response.body = to_line(record_of_table(play, visit)) + "\n";
             return response;
           },
       .answer = "Record"},
  };
}

}  // namespace arena::site
