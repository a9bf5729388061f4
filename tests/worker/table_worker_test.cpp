// Tables with people: whole matches with remote seats, and how they end otherwise.
#include "arena/worker/table_worker.hpp"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/rng.hpp"
#include "arena/game/games.hpp"
#include "arena/worker/remote_seats.hpp"
#include "tests/builtin_series.hpp"
#include "tests/worker/processes.hpp"

using namespace arena;
using namespace std::chrono_literals;
using test::worker_command;

namespace {

/// How long a test waits for its table. The computer may be very busy.
constexpr Duration patience = 4min;

/// A table whose remote seats answer at random.
class PeoplesTable {
 public:
  enum class Person { legal, nonsense_first, leaves, silent };

  PeoplesTable(const AnyGame& game, int remote, Person person, Duration move_time = 1h,
               const std::vector<std::string>& command = worker_command)
      : person_(person) {
    settings_.game = &game;
    settings_.options = game.options.check({});
    const int seats = game.info.least_seats;
    std::vector<Entrant> entrants;
    for (Seat seat = 0; seat < seats; ++seat) {
      TimeControl time;
      time.move_time = move_time;
      entrants.push_back(seat < remote ? remote_entrant("person", time, 5)
                                       : test::builtin("bot", "random"));
    }
    TableHooks hooks;
    hooks.begun = [this] { ++begun_; };
    hooks.moved = [this](const RecordedMove& move) { moves_.push_back(move); };
    hooks.line = [this](Seat seat, std::string_view line) { answer(seat, line); };
    hooks.played = [this](const PlayedMatch& match) { finish(match); };
    hooks.failed = [this](const std::string& why) { why_ = why, finish({}); };
    // The hooks may answer before the constructor returns.
    const std::lock_guard lock(mutex_);
    worker_ = std::make_unique<TableWorker>(command, settings_, entrants, table_match(99, seats),
                                            std::move(hooks));
  }

  TableWorker& worker() { return *worker_; }
  /// The match; none if the table failed.
  std::optional<PlayedMatch> result() {
    std::unique_lock lock(mutex_);
    REQUIRE(changed_.wait_for(lock, patience, [this] { return over_; }));
    return match_;
  }
  [[nodiscard]] const std::string& why() const { return why_; }
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }
  [[nodiscard]] const std::vector<RecordedMove>& moves() const { return moves_; }
  [[nodiscard]] int begun() const { return begun_; }
  /// Waits until a remote seat has been asked.
  void await_question() {
    std::unique_lock lock(mutex_);
    REQUIRE(changed_.wait_for(lock, patience, [this] { return asked_ > 0; }));
  }

 private:
  void answer(Seat seat, std::string_view line) {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(line);
    const json::object message = json::parse(line).as_object();
    if (message.at("type") == "turn") return answer_turn(seat, message);
    if (message.at("type") == "error") worker_->send(seat, next_answer_);
  }

  void answer_turn(Seat seat, const json::object& turn) {
    ++asked_;
    changed_.notify_all();
    if (person_ == Person::silent) return;
    if (person_ == Person::leaves && asked_ == 3) return worker_->gone(seat);
    const json::value& legal = turn.at("legal");
    const json::array& moves =
        legal.is_null() ? turn.at("view").at("possible").as_array() : legal.as_array();
    const auto chosen = rng_.below(static_cast<std::uint32_t>(moves.size()));
    next_answer_ = json::serialize(
        json::object{{"id", turn.at("id")}, {"move", moves[chosen]}, {"note", "hm"}});
    worker_->send(seat, person_ == Person::nonsense_first ? "nonsense" : next_answer_);
  }

  void finish(std::optional<PlayedMatch> match) {
    const std::lock_guard lock(mutex_);
    match_ = std::move(match);
    over_ = true;
    changed_.notify_all();
  }

  SeriesSettings settings_;
  Person person_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Rng rng_{5};
  int asked_ = 0;
  int begun_ = 0;
  std::string next_answer_;
  std::vector<std::string> lines_;
  std::vector<RecordedMove> moves_;
  std::optional<PlayedMatch> match_;
  std::string why_;
  bool over_ = false;
  std::unique_ptr<TableWorker> worker_;  // the last, as it calls hooks until it is gone
};

std::string type_of(const std::string& line) {
  return std::string(json::parse(line).at("type").as_string());
}

}  // namespace

TEST_CASE("people play all games to their end", "[worker]") {
  const Games games = all_games();
  for (const auto& game : games) {
    for (const int remote : {1, 2}) {
      INFO(game->info.name << ", people: " << remote);
      PeoplesTable table(*game, std::min(remote, game->info.least_seats),
                         PeoplesTable::Person::legal);
      const auto match = table.result();
      INFO(table.why());
      REQUIRE(match);
      CHECK(match->record.forfeits.empty());
      CHECK(match->record.players[0].name == "person");
      CHECK(table.begun() == 1);
      CHECK(type_of(table.lines().front()) == "start");
      CHECK(type_of(table.lines().back()) == "end");
      CHECK_FALSE(game->matches.replay(match->record, {}).broken);
      REQUIRE(table.moves().size() == match->record.moves.size());
      for (std::size_t i = 0; i < table.moves().size(); ++i) {
        CHECK(json::serialize(to_json(table.moves()[i])) ==
              json::serialize(to_json(match->record.moves[i])));
        if (table.moves()[i].seat == 0) CHECK(table.moves()[i].rest.at("note") == "hm");
      }
    }
  }
}

TEST_CASE("a person may mistype", "[worker]") {
  const Games games = all_games();
  PeoplesTable table(find_game(games, "streams"), 1, PeoplesTable::Person::nonsense_first);
  const auto match = table.result();
  REQUIRE(match);
  CHECK(match->record.forfeits.empty());
  CHECK(std::ranges::any_of(match->record.moves,
                            [](const RecordedMove& move) { return move.rejected.has_value(); }));
}

TEST_CASE("a person who leaves forfeits", "[worker]") {
  const Games games = all_games();
  PeoplesTable table(find_game(games, "lost_cities"), 1, PeoplesTable::Person::leaves);
  const auto match = table.result();
  REQUIRE(match);
  REQUIRE(match->record.forfeits.size() == 1);
  CHECK(match->record.forfeits[0].seat == 0);
  CHECK(match->record.forfeits[0].reason == "disconnect");
  CHECK(match->record.forfeits[0].detail == "closed the connection");
}

TEST_CASE("a person who left before the match forfeits", "[worker]") {
  const Games games = all_games();
  PeoplesTable table(find_game(games, "bidding"), 2, PeoplesTable::Person::silent);
  table.worker().gone(0);
  table.worker().gone(1);
  const auto match = table.result();
  REQUIRE(match);
  CHECK(!match->record.forfeits.empty());
}

TEST_CASE("a person who does not answer forfeits", "[worker]") {
  const Games games = all_games();
  PeoplesTable table(find_game(games, "lost_cities"), 1, PeoplesTable::Person::silent, 300ms);
  const auto match = table.result();
  REQUIRE(match);
  REQUIRE(match->record.forfeits.size() == 1);
  CHECK(match->record.forfeits[0].reason == "time");
}

TEST_CASE("a table that is stopped has no result", "[worker]") {
  const Games games = all_games();
  PeoplesTable table(find_game(games, "lost_cities"), 1, PeoplesTable::Person::silent);
  table.await_question();
  table.worker().stop();
  CHECK_FALSE(table.result());  // long before the person's time is over
  CHECK(!table.why().empty());
}

TEST_CASE("a worker of a table that lies fails", "[worker]") {
  const auto [lie, why] = GENERATE(table<std::string, std::string>(
      {{R"({"line":{"text":"{}","match":0,"seat":15}})", "it speaks of seat 15 of match 0"},
       {R"({"line":{"text":"{}","match":7,"seat":0}})", "it speaks of seat 0 of match 7"},
       {R"({"begun":{"match":7}})", "it speaks of seat 0 of match 7"},
       {R"({"move":{"match":0,"move":{"seat":2,"move":"x"}}})", "it speaks of seat 2 of match 0"},
       {R"({"forfeit":{"match":0,"forfeit":{"seat":2,"reason":"time","detail":"","after":0}}})",
        "it speaks of seat 2 of match 0"},
       {R"({"error":{"what":")" + std::string(2000, 'x') + "\"}}", std::string(1000, 'x')}}));
  const Games games = all_games();
  PeoplesTable table(find_game(games, "lost_cities"), 1, PeoplesTable::Person::silent, 1h,
                     {"/bin/sh", "-c", "read plan; echo '" + lie + "'; cat"});
  CHECK_FALSE(table.result());
  CHECK(table.why() == why);
}

TEST_CASE("a worker of a table does not fill the memory", "[worker]") {
  const std::string line = R"({"alive":{)" + std::string(1000, ' ') + "}}";
  const Games games = all_games();
  PeoplesTable table(find_game(games, "lost_cities"), 1, PeoplesTable::Person::silent, 1h,
                     {"/bin/sh", "-c", "read plan; exec yes '" + line + "'"});
  CHECK_FALSE(table.result());
  CHECK(table.why() == "it says more than 67108864 bytes");
}

TEST_CASE("unasked lines do no harm", "[worker]") {
  const Games games = all_games();
  PeoplesTable table(find_game(games, "streams"), 1, PeoplesTable::Person::legal);
  for (int i = 0; i < 100; ++i) {
    table.worker().send(0, "{");
    table.worker().send(7, "what?");
    table.worker().send(0, "two\nlines");
  }
  const auto match = table.result();
  REQUIRE(match);
  CHECK(match->record.players.size() == 1);
}
