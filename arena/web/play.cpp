#include "arena/web/play.hpp"

#include <algorithm>
#include <utility>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "arena/game/steps.hpp"
#include "arena/http/client_address.hpp"
#include "arena/setup/entrant_factory.hpp"
#include "arena/util/error.hpp"
#include "arena/web/form_token.hpp"
#include "arena/web/parts.hpp"
#include "arena/web/play_table.hpp"
#include "arena/web/routes.hpp"
#include "arena/worker/remote_seats.hpp"

namespace arena::web {

using report::each;
using report::html;

Play::Play(host::Host& host, std::vector<std::string> worker, PlayLimits limits)
    : host_(host), worker_(std::move(worker)), limits_(limits) {}

Play::~Play() {
  for (const auto& [id, opened] : tables_) opened.table->stop();
}

std::string Play::open(const host::Contest& contest, const std::vector<std::string>& bots,
                       const Person& person) {
  if (bots.size() + 1 != static_cast<std::size_t>(contest.seats))
    throw Error(fmt::format("this game has {} seats", contest.seats));
  const CheckedOptions& checked = contest.checked;
  TimeControl time = checked.defaults.time;
  time.move_time = limits_.move_time;
  time.game_time.reset();
  time.clock = ClockKind::wall;
  const auto person_entrant = [&](const std::string& name) {
    return remote_entrant(name, time, checked.defaults.max_refusals);
  };
  std::vector<PlayTable::Seating> seats{{person.name, person.key}};
  std::vector<Entrant> entrants{person_entrant(person.name)};
  for (const std::string& bot : bots) {
    if (bot.empty()) {
      seats.push_back({});
      entrants.push_back(person_entrant("?"));
      continue;
    }
    const auto player = host_.opponent(contest.spec.id, bot);
    if (!player) throw Error("people cannot play against this bot: " + bot);
    seats.push_back({.name = bot, .person = {}, .is_bot = true});
    entrants.push_back(make_entrant(*player, contest.game(), checked.defaults));
    entrants.back().name = bot;
  }
  auto table = std::make_shared<PlayTable>(contest, std::move(seats), std::move(entrants), worker_);
  const std::lock_guard lock(mutex_);
  forget_old(Clock::now());
  check_limits(person);
  const std::string id = random_secret().substr(0, 16);
  tables_.emplace(id, Opened{std::move(table), person});
  return id;
}

void Play::check_limits(const Person& person) const {
  std::size_t own = 0;
  std::size_t of_address = 0;
  for (const auto& [id, opened] : tables_) {
    if (opened.table->is_over()) continue;
    const bool is_same_address = opened.by.address == person.address;
    const bool is_other_guest = person.is_guest && opened.by.is_guest && is_same_address;
    own += is_other_guest || opened.table->seat_of(person.key) ? 1 : 0;
    of_address += is_same_address ? 1 : 0;
  }
  const auto open =
      std::ranges::count_if(tables_, [](const auto& one) { return !one.second.table->is_over(); });
  if (static_cast<std::size_t>(open) >= limits_.tables || is_full())
    throw Error("too many tables are open: try again later");
  if (own >= limits_.tables_of_person || of_address >= limits_.tables_of_address)
    throw Error(
        fmt::format("too many tables are open: you may have {} at a time, and all who share your "
                    "network address {}; finish a game first",
                    limits_.tables_of_person, limits_.tables_of_address));
}

void Play::join(const std::string& contest, const std::string& id, const Person& person) {
  const auto table = find(contest, id);
  if (!table->seat_of(person.key)) table->join(person.key, person.name);
}

std::vector<TableInfo> Play::tables(const std::string& contest) {
  const std::lock_guard lock(mutex_);
  std::vector<TableInfo> infos;
  for (const auto& [id, opened] : tables_) {
    const PlayTable& table = *opened.table;
    if (table.contest().spec.id == contest && !table.is_over())
      infos.push_back({id, table.names(), table.is_running()});
  }
  return infos;
}

http::SocketEvents Play::socket(const std::string& contest, const std::string& id,
                                const Person& person) {
  const auto table = find(contest, id);
  const auto seat = table->seat_of(person.key);
  if (!seat) throw Refused(403, "you have no seat at this table");
  const auto own = std::make_shared<std::shared_ptr<http::WebSocket>>();
  return {[this, table, seat = *seat, own](std::shared_ptr<http::WebSocket> socket) {
            const std::lock_guard lock(mutex_);  // many tables may begin at the same moment
            if (table->is_waiting() && is_full()) return socket->close();
            *own = socket;
            table->come(seat, std::move(socket));
          },
          [table, seat = *seat](const std::string& line) { table->answer(seat, line); },
          [table, seat = *seat, own] {
            table->leave(seat, *own);
            own->reset();
          }};
}

std::optional<Record> Play::record(const std::string& contest, const std::string& id,
                                   const Person& person) {
  const auto table = find(contest, id);
  return table->seat_of(person.key) ? table->record() : std::nullopt;
}

std::shared_ptr<PlayTable> Play::find(const std::string& contest, const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = tables_.find(id);
  if (found == tables_.end() || found->second.table->contest().spec.id != contest)
    throw Refused(404, "this table is closed");
  return found->second.table;
}

bool Play::is_full() const {
  const auto running = std::ranges::count_if(
      tables_, [](const auto& one) { return one.second.table->is_running(); });
  return static_cast<std::size_t>(running) >= limits_.running;
}

void Play::forget_old(TimePoint now) {
  // Many that are over are forgotten earlier.
  const Duration kept = tables_.size() < 2 * limits_.tables ? limits_.kept : Duration(0);
  std::erase_if(tables_, [&](const auto& one) {
    const PlayTable& table = *one.second.table;
    return !table.is_running() && now - table.used_at() > (table.is_over() ? kept : limits_.kept);
  });
}

namespace {

/// An account, or this browser.
Play::Person person_of(Visit& visit) {
  static_cast<void>(visit.token_field());  // gives a new browser its secret
  std::string address = http::address_group(visit.request.address);
  if (visit.account)
    return {"account " + std::to_string(visit.account->id), visit.account->name,
            std::move(address)};
  return {"browser " + visit.secret, std::string(visit.words("play.guest")), std::move(address),
          true};
}

Html seat_choice(const Visit& visit, const std::vector<std::string>& opponents, int seat,
                 std::string_view chosen) {
  const Html options = each(opponents, [&](const std::string& bot) {
    return html("<option value=\"{}\"{}>{}</option>\n", report::text(bot),
                Html(bot == chosen ? " selected" : ""), report::text(bot));
  });
  return html(
      "<p class=\"field\"><label for=\"bot{0}\">{1} {0}</label> <select id=\"bot{0}\" "
      "name=\"bot{0}\">\n{2}"
      "<option value=\"\">{3}</option></select></p>\n",
      seat + 1, visit.t("play.seat"), options, visit.t("play.person"));
}

http::Response lobby(host::Host& host, Play& play, Visit& visit) {
  const host::Contest& contest = contest_of(host, visit);
  std::vector<std::string> opponents;
  for (const host::HouseBot& bot : contest.spec.house) opponents.push_back(bot.name);
  for (const host::Bot& bot : host.bots(contest.spec.id)) {
    if (bot.is_open && bot.active) opponents.push_back(bot.name);
  }
  const std::string path = path_of({"c", contest.spec.id, "play"});
  Html seats;
  for (int seat = 1; seat < contest.seats; ++seat)
    seats += seat_choice(visit, opponents, seat, visit.query.value("bot"));
  const Html tables = each(play.tables(contest.spec.id), [&](const TableInfo& table) {
    const Html names = each(table.seats, [&](const std::string& name) {
      return name.empty() ? html("<li>{}</li>\n", visit.t("play.free"))
                          : html("<li>{}</li>\n", report::text(name));
    });
    const bool is_free = std::ranges::find(table.seats, "") != table.seats.end();
    return html(
        "<li><ul>\n{}</ul>{}</li>\n", names,
        is_free ? form(visit, path + "/" + table.id + "/join", {}, visit.t("play.join")) : Html());
  });
  Page content = contest_page(contest, std::string(visit.words("nav.play")), "nav.play");
  content.body = html("<p>{}</p>\n", visit.t("play.intro"));
  content.body += form(visit, path, seats, visit.t("play.start"));
  if (!tables.code.empty())
    content.body +=
        report::section(visit.t("play.tables"), html("<ul class=\"tables\">\n{}</ul>\n", tables));
  return page(visit, content);
}

http::Response open(host::Host& host, Play& play, Visit& visit) {
  const host::Contest& contest = contest_of(host, visit);
  std::vector<std::string> bots;
  for (int seat = 1; seat < contest.seats; ++seat)
    bots.emplace_back(visit.form.value(fmt::format("bot{}", seat + 1)));
  const std::string id = play.open(contest, bots, person_of(visit));
  return http::redirect(path_of({"c", contest.spec.id, "play", id}));
}

http::Response table(host::Host& host, Visit& visit) {
  const host::Contest& contest = contest_of(host, visit);
  Page content = contest_page(contest, std::string(visit.words("nav.play")), "nav.play");
  content.body =
      html("<div id=\"play\" data-socket=\"{}\">\n<noscript><p>{}</p></noscript>\n</div>\n",
           report::text("/api/v1" + path_of({"play", contest.spec.id, visit.at("table")})),
           visit.t("live.needs_script"));
  content.scripts = {"play.js"};
  return page(visit, content);
}

}  // namespace

std::vector<Route> play_routes(host::Host& host, Play& play) {
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
       .summary = "A table",
       .handler = [&](Visit& visit) { return table(host, visit); }},
      {.method = "POST",
       .pattern = "/c/{contest}/play/{table}/join",
       .summary = "Takes a free seat",
       .handler =
           [&](Visit& visit) {
             play.join(visit.at("contest"), visit.at("table"), person_of(visit));
             return http::redirect(path_of({"c", visit.at("contest"), "play", visit.at("table")}));
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
           [&](Visit& visit) {
             boost::json::array tables;
             for (const TableInfo& table : play.tables(contest_of(host, visit).spec.id)) {
               boost::json::array seats;
               for (const std::string& name : table.seats) seats.emplace_back(name);
               tables.push_back(boost::json::object{
                   {"id", table.id}, {"seats", std::move(seats)}, {"running", table.is_running}});
             }
             return json_response({{"tables", std::move(tables)}});
           },
       .answer = "Tables"},
      {.method = "GET",
       .pattern = "/api/v1/play/{contest}/{table}/steps",
       .summary = "The match of a table, step by step, for those who played it",
       .handler =
           [&](Visit& visit) {
             const auto record =
                 play.record(visit.at("contest"), visit.at("table"), person_of(visit));
             if (!record) throw Refused(404, "the match is not over, or you did not play it");
             return json_response(steps_of(contest_of(host, visit).game(), *record));
           },
       .answer = "Steps"},
  };
}

}  // namespace arena::web
