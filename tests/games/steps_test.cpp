// The steps of replays and of games that are being played: complete, the same as the replay, and
// never a crash.
#include "arena/game/steps.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/games.hpp"
#include "arena/util/error.hpp"
#include "tests/errors.hpp"
#include "tests/proof.hpp"

using namespace arena;

namespace {

std::vector<Record> records_of(const std::string& file) {
  std::ifstream lines(ARENA_TESTS "/conformance/" + file);
  std::vector<Record> records;
  for (std::string line; std::getline(lines, line);) records.push_back(read_record(line));
  REQUIRE_FALSE(records.empty());
  return records;
}

std::vector<std::string> files() {
  std::vector<std::string> names;
  for (const char* folder : {"", "earlier/"}) {
    for (const auto& file :
         std::filesystem::directory_iterator(std::string(ARENA_TESTS "/conformance/") + folder)) {
      if (file.path().extension() == ".jsonl")
        names.push_back(folder + file.path().filename().string());
    }
  }
  return names;
}

const Games& games() {
  static const Games all = all_games();
  return all;
}

json::object steps_of(const Record& record) {
  return arena::steps_of(find_game(games(), record.game), record);
}

std::string text_of(const json::value& value) { return std::string(value.as_string()); }

/// What each seat knows at the end, put together from the changes.
std::vector<json::object> last_views(const json::object& all) {
  std::vector<json::object> views(all.at("players").as_array().size());
  for (const json::value& step : all.at("steps").as_array()) {
    for (std::size_t seat = 0; seat < views.size(); ++seat) {
      for (const auto& field : step.at("views").at(seat).as_object())
        views[seat][field.key()] = field.value();
    }
  }
  return views;
}

Record bidding(int players) {
  Record record;
  record.game = "bidding";
  record.options = {{"cards", 3}};
  record.seed = 7;
  for (int seat = 0; seat < players; ++seat)
    record.players.push_back({"bot" + std::to_string(seat), {}, {}, {}});
  return record;
}

RecordedMove bid(Seat seat, const std::string& card) { return {seat, card, {}, false, {}, {}}; }

}  // namespace

TEST_CASE("every recorded game has a step for each answer and each forfeit") {
  std::vector<std::string> seen;
  for (const std::string& file : files()) {
    for (const Record& record : records_of(file)) {
      INFO(file << ": " << record.game);
      const json::object all = steps_of(record);
      CHECK(text_of(all.at("broken")).empty());
      const json::array& steps = all.at("steps").as_array();
      REQUIRE(steps.size() == 1 + record.moves.size() + record.forfeits.size());
      CHECK(steps.back().at("actors").as_array().empty());
      CHECK(steps.back().at("move").to_number<std::size_t>() == record.moves.size());
      if (record.scores)
        CHECK(json::value_to<std::vector<int>>(all.at("result").at("scores")) == *record.scores);
      seen.push_back(record.game);
    }
  }
  for (const auto& game : games())
    CHECK(std::ranges::find(seen, std::string(game->info.name)) != seen.end());
}

TEST_CASE("the head says how many sides the seats are") {
  CHECK(steps_of(bidding(3)).at("sides") == 3);
  CHECK(steps_of(records_of("bridge.jsonl").front()).at("sides") == 2);
}

TEST_CASE("the changes of the views add up to the views themselves") {
  for (const Record& record : records_of("lost_cities.jsonl")) {
    const AnyGame& game = find_game(games(), record.game);
    StateSetup setup;
    setup.options = record.options;
    setup.deal = record.deal;
    const auto state = game.states.start(setup);
    for (const RecordedMove& move : record.moves) {
      if (!move.rejected) REQUIRE_FALSE(state->apply(move.seat, move.text));
    }
    if (!record.forfeits.empty()) continue;
    const std::vector<json::object> views = last_views(steps_of(record));
    for (Seat seat = 0; seat < 2; ++seat)
      CHECK(views[static_cast<std::size_t>(seat)] == state->view(seat)->fields());
  }
}

TEST_CASE("moves are canonical in steps, refused answers are as the bot wrote them") {
  int refused = 0;
  for (const Record& record : records_of("lost_cities.jsonl")) {
    const json::object all = steps_of(record);
    const json::array& steps = all.at("steps").as_array();
    for (std::size_t i = 1; i < steps.size(); ++i) {
      const json::object& step = steps[i].as_object();
      if (step.contains("refused")) {
        ++refused;
        CHECK(step.at("events").as_array().empty());
      } else if (!step.contains("forfeit")) {
        CHECK(step.at("events").at(0).at("move") == step.at("text"));
      }
    }
  }
  CHECK(refused > 0);
}

TEST_CASE("a bid that came beside a forfeit has a step, and no effect") {
  Record record = bidding(2);
  record.forfeits.push_back({0, "time", "no answer", 0, {}});
  record.moves.push_back(bid(1, "2"));
  record.moves.back().rest["note"] = "mine";
  record.moves.back().milliseconds = 12;
  const json::object all = steps_of(record);
  CHECK(text_of(all.at("broken")).empty());
  const json::array& steps = all.at("steps").as_array();
  REQUIRE(steps.size() == 3);
  CHECK(steps[1].at("forfeit") == "time");
  CHECK(json::serialize(steps[1].at("actors")) == "[1]");
  CHECK(steps[2].at("text") == "2");
  CHECK(steps[2].at("note") == "mine");
  CHECK(steps[2].at("ms") == 12);
  CHECK(json::serialize(all.at("result").at("places")) == "[2,1]");
}

TEST_CASE("the arbiter's moves say so") {
  int by_arbiter = 0;
  for (const char* file : {"earlier/most.jsonl", "earlier/yard_bridge.jsonl"}) {
    for (const Record& record : records_of(file)) {
      const json::object all = steps_of(record);
      for (const json::value& step : all.at("steps").as_array())
        by_arbiter += step.as_object().contains("by") ? 1 : 0;
    }
  }
  CHECK(by_arbiter > 0);
}

TEST_CASE("a broken record has the steps before the break, and says where it is") {
  Record record = bidding(2);
  record.moves = {bid(0, "1"), bid(1, "3"), bid(0, "1")};
  json::object all = steps_of(record);
  CHECK(all.at("steps").as_array().size() == 3);
  CHECK(text_of(all.at("broken")) == "move 3: \"1\" of seat 0 is refused: Card already used.");
  CHECK(all.at("result").is_null());

  record.moves.pop_back();
  CHECK(text_of(steps_of(record).at("broken")) ==
        "move 3: the record ends where seat 0 is to move");

  record.moves = {bid(1, "3")};
  CHECK(text_of(steps_of(record).at("broken")) == "move 1: seat 0 is to move, not seat 1");

  record.moves = {bid(999, "3")};
  CHECK(steps_of(record).at("steps").as_array().size() == 1);

  record.options["cards"] = 99;
  all = steps_of(record);
  CHECK(all.at("steps").as_array().empty());
  CHECK_FALSE(text_of(all.at("broken")).empty());
}

TEST_CASE("no change of a record makes its steps crash") {
  const auto places = static_cast<std::size_t>(proof::repetitions(5, 0.4));
  for (const std::string& file : files()) {
    for (const Record& record : records_of(file)) {
      if (record.moves.size() > 300) continue;
      for (std::size_t i = 0; i < record.moves.size(); i += 1 + record.moves.size() / places) {
        Record changed = record;
        changed.moves.erase(changed.moves.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK(steps_of(changed).contains("broken"));
        changed = record;
        changed.moves[i].seat = 77;
        CHECK_FALSE(text_of(steps_of(changed).at("broken")).empty());
        changed = record;
        changed.forfeits.push_back({record.moves[i].seat, "time", "", i, {}});
        CHECK(steps_of(changed).contains("broken"));
      }
    }
  }
}

TEST_CASE("a game that is being played refuses what the rules do not allow, and goes on") {
  StateSetup setup;
  setup.options = {{"cards", 2}};
  StepMaker maker(find_game(games(), "bidding"), setup);
  CHECK(json::serialize(maker.first().at("actors")) == "[0,1]");
  CHECK(test::error_of([&] { maker.answer(bid(2, "1")); }) == "seat 2 is not to move");
  CHECK(test::error_of([&] { maker.answer(bid(-1, "1")); }) == "seat -1 is not to move");
  maker.answer(bid(1, "1"));
  CHECK(test::error_of([&] { maker.answer(bid(1, "2")); }) == "seat 1 is not to move");
  CHECK_FALSE(test::error_of([&] { maker.answer(bid(0, "9")); }).empty());
  CHECK(maker.next() == 0);
  CHECK(maker.answer(bid(0, "2")).at("move") == 2);
  maker.answer(bid(0, "1"));
  CHECK_FALSE(maker.over());
  maker.answer(bid(1, "2"));
  CHECK(maker.over());
  CHECK(maker.result().at("end") == "played out");
}
