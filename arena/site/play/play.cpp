#include "arena/site/play/play.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "arena/series/entrants/entrant_factory.hpp"
#include "arena/site/guards/cross_site.hpp"
#include "arena/site/guards/refused.hpp"
#include "arena/worker/remote_seats.hpp"

namespace arena::site {

namespace {

// House rule: a person may be refused so often in a row, as at the terminal; the time is the limit.
constexpr int most_refusals = 1000;

TableInfo info_of(const std::string& id, const PlayTable& table, const Person& person) {
  return {.contest = table.contest().spec.id,
          .id = id,
          .seats = table.names(),
          .is_running = table.is_running(),
          .has_free_seat = table.has_free_seat(),
          .is_own = table.seat_of(person.key).has_value()};
}

}  // namespace

Play::Play(contest::Host& host, std::vector<std::string> worker, PlayLimits limits)
    : host_(host),
      worker_(std::move(worker)),
      limits_(limits),
      openings_(limits.tables_at_once, limits.tables_per_second) {}

Play::~Play() {
  for (const auto& [id, opened] : tables_) opened.table->stop();
}

std::string Play::open(const contest::Contest& contest, const std::vector<std::string>& bots,
                       const Person& person) {
  if (bots.size() + 1 != static_cast<std::size_t>(contest.seats))
    throw Error(fmt::format("this game has {} seats", contest.seats));
  const CheckedSettings& checked = contest.checked;
  TimeControl time = checked.time();
  time.move_time = host_.server().table_move_time;
  time.game_time.reset();
  time.clock = ClockKind::wall;
  const auto person_entrant = [&](const std::string& name) {
    return remote_entrant(name, time, most_refusals);
  };
  std::vector<PlayTable::Seating> seats{{.name = person.name, .person = person}};
  std::vector<Entrant> entrants{person_entrant(person.name)};
  for (const std::string& bot : bots) {
    if (bot.empty()) {
      seats.push_back({});
      entrants.push_back(person_entrant("?"));
      continue;
    }
    const auto player = host_.opponent(contest.spec.id, bot);
    if (!player) throw Error("people cannot play against this bot: " + bot);
    seats.push_back({.name = bot, .is_bot = true});
    entrants.push_back(make_entrant(*player, contest.game(), checked.defaults));
    entrants.back().name = bot;
  }
  std::string id = random_secret().substr(0, 16);
  auto keep = [&host = host_, name = contest.spec.id, id](
                  const Record& record, const std::vector<contest::AccountId>& players) {
    try {
      host.table_games().add(name, id, to_line(record), players);
      return true;
    } catch (const std::exception& error) {
      host.report_trouble(fmt::format("the game of table {} is not stored: {}", id, error.what()));
      return false;
    }
  };
  auto table = std::make_shared<PlayTable>(contest, std::move(seats), std::move(entrants), worker_,
                                           std::move(keep));
  {
    const std::lock_guard lock(mutex_);
    forget_old(Clock::now());
    check_limits(person);
    if (!openings_.allow(person.is_guest() ? person.address : person.key))
      throw TooManyTables("too many tables are open: try again later");
    tables_.emplace(id, Opened{std::move(table), person});
  }
  close_refused();  // games of a phase may have begun meanwhile
  return id;
}

void Play::close_refused() {
  std::vector<std::shared_ptr<PlayTable>> refused;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, opened] : tables_) {
      if (!opened.table->is_over()) refused.push_back(opened.table);
    }
  }
  std::erase_if(refused, [this](const auto& table) {
    return std::ranges::all_of(table->bots(), [&](const std::string& bot) {
      return host_.opponent(table->contest().spec.id, bot).has_value();
    });
  });
  for (const auto& table : refused) table->stop();  // all at once: each takes a moment
  for (const auto& table : refused) table->close();
}

void Play::check_limits(const Person& person) const {
  std::size_t own = 0;
  std::size_t of_address = 0;
  for (const auto& [id, opened] : tables_) {
    const PlayTable& table = *opened.table;
    if (table.is_over()) continue;
    const bool is_same_address = opened.by.address == person.address;
    const bool is_other_guest = person.is_guest() && opened.by.is_guest() && is_same_address;
    const bool has_opened = opened.by.key == person.key || is_other_guest;
    // A match goes on when the person has left it.
    const bool is_needed = table.is_running() || table.seat_of(opened.by.key);
    own += (has_opened && is_needed) || table.seat_of(person.key) ? 1 : 0;
    of_address += is_same_address ? 1 : 0;
  }
  const auto open =
      std::ranges::count_if(tables_, [](const auto& one) { return !one.second.table->is_over(); });
  if (static_cast<std::size_t>(open) >= limits_.tables || is_full())
    throw TooManyTables("too many tables are open: try again later");
  if (own >= limits_.tables_of_person || of_address >= limits_.tables_of_address)
    throw TooManyTables(
        fmt::format("too many tables are open: you, or all guests at your network address, may "
                    "have {} at a time, and all at this address {}; finish a game or leave a table "
                    "first",
                    limits_.tables_of_person, limits_.tables_of_address));
}

void Play::join(const std::string& contest, const std::string& id, const Person& person) {
  needed(contest, id)->join(person);
}

void Play::leave(const std::string& contest, const std::string& id, const Person& person) {
  needed(contest, id)->leave(person.key);
}

std::vector<TableInfo> Play::tables(const Person& person) {
  const std::lock_guard lock(mutex_);
  std::vector<TableInfo> infos;
  for (const auto& [id, opened] : tables_) {
    if (!opened.table->is_over()) infos.push_back(info_of(id, *opened.table, person));
  }
  return infos;
}

std::optional<TableInfo> Play::table(const std::string& contest, const std::string& id,
                                     const Person& person) {
  const auto table = find(contest, id);
  if (!table || table->is_over()) return std::nullopt;
  return info_of(id, *table, person);
}

http::SocketEvents Play::socket(const std::string& contest, const std::string& id,
                                const Person& person) {
  const auto table = needed(contest, id);
  if (!table->seat_of(person.key)) throw Refused(403, "you have no seat at this table");
  const auto own = std::make_shared<std::shared_ptr<http::WebSocket>>();
  return {[this, table, key = person.key, own](std::shared_ptr<http::WebSocket> socket) {
            const std::lock_guard lock(mutex_);  // many tables may begin at the same moment
            if (table->waits_only_for(key) && is_full()) {
              socket->send(std::make_shared<const std::string>(R"({"type":"full"})"));
              return socket->close();
            }
            *own = socket;
            table->come(key, std::move(socket));
          },
          [table, key = person.key](const std::string& line) { table->answer(key, line); },
          [table, key = person.key, own] {
            table->lose(key, *own);
            own->reset();
          }};
}

std::optional<Record> Play::record(const std::string& contest, const std::string& id) {
  if (const auto game = host_.table_games().find(contest, id)) return read_record(game->record);
  const auto table = find(contest, id);
  return table ? table->record() : std::nullopt;
}

std::shared_ptr<PlayTable> Play::find(const std::string& contest, const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = tables_.find(id);
  const bool is_here = found != tables_.end() && found->second.table->contest().spec.id == contest;
  return is_here ? found->second.table : nullptr;
}

std::shared_ptr<PlayTable> Play::needed(const std::string& contest, const std::string& id) {
  auto table = find(contest, id);
  if (!table) throw Refused(404, "this table is closed");
  return table;
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
    const bool is_needed = table.is_running() || (table.is_waiting() && table.is_visited());
    return !is_needed && now - table.used_at() > (table.is_over() ? kept : limits_.kept);
  });
}

}  // namespace arena::site
