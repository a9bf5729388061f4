// A game with a further protocol: only its module lists it, entrants and records carry its name,
// and a replay finds it by this name.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/game/typed_game.hpp"
#include "arena/process/spawn/program.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "tests/builtin_series.hpp"
#include "tests/errors.hpp"
#include "tests/game/sealed_bids.hpp"

using namespace arena;

namespace {

/// Answers only numbered questions.
constexpr const char* table_bot =
    "while read -r number question; do case $number in '#'*) echo bid 2;; esac; done";

Entrant at_table(const AnyGame& game) {
  Entrant bot;
  bot.name = "guest";
  const std::vector<std::string> words = {"/bin/sh", "-c", table_bot};
  bot.kind = std::make_shared<ProcessEntrant>(BotProcess{bot_command(words), words});
  bot.protocol = "table";
  bot.time.move_time = bot.time.start_time = game.terms("table").move_time;
  bot.lifetime = game.terms("table").lifetime;
  return bot;
}

std::vector<PlayedMatch> play(const AnyGame& game, int deals) {
  return test::play(test::plan_of(
                        game,
                        {at_table(game), test::builtin("a", "random"), test::builtin("b", "seat")},
                        deals, false, 42))
      .matches;
}

std::string error_of(const AnyGame& game, const Record& record) {
  return test::error_of([&] { return game.matches.replay(record, {}); });
}

}  // namespace

TEST_CASE("a protocol is found by its name, and the first is the default", "[protocols]") {
  const AnyGame game = typed_game<sealed_bids::GameModule>();
  CHECK(game.terms().name == "native");
  CHECK(game.terms("json").title == "the JSON protocol");
  CHECK(game.terms("table").lifetime == Lifetime::series);
  CHECK_THROWS_WITH(game.terms("xml"), "unknown protocol \"xml\"; known: native, json, table");
}

TEST_CASE("a further protocol is played, recorded and replayed by its name", "[protocols]") {
  const AnyGame game = typed_game<sealed_bids::GameModule>();
  const std::vector<PlayedMatch> matches = play(game, 2);
  REQUIRE(matches.size() == 2);
  for (const PlayedMatch& match : matches) {
    const Record& record = match.record;
    CHECK(record.forfeits.empty());
    std::size_t seat = 0;
    while (record.players[seat].name != "guest") ++seat;
    const json::object& told = record.players[seat].rest;
    CHECK(told.at("protocol") == "table");
    CHECK(told.at("time").at("move_ms") == 180000);
    CHECK(!record.players[(seat + 1) % 3].rest.contains("protocol"));
    for (const RecordedMove& move : record.moves)
      CHECK((move.seat != static_cast<Seat>(seat) || move.text == "2"));
    const Replayed replayed = game.matches.replay(read_record(to_line(record)), {});
    REQUIRE(!replayed.broken);
    const std::string& sent = replayed.transcripts[seat];
    CHECK(sent.starts_with("Welcome to seat " + std::to_string(seat) + "\n#1 Round 0?\n"));
    CHECK(sent.ends_with("\nThank you\n"));
  }
}

TEST_CASE("a record with a protocol that the game does not have is refused", "[protocols]") {
  const AnyGame game = typed_game<sealed_bids::GameModule>();
  Record record = play(game, 1).front().record;
  record.players[0].rest["protocol"] = "xml";
  CHECK(error_of(game, record) ==
        "players[0]: \"protocol\" must be \"native\" or \"json\" or \"table\", not \"xml\"");
  record.players[0].rest["protocol"] = 3;
  CHECK(error_of(game, record) ==
        "players[0]: \"protocol\" must be \"native\" or \"json\" or \"table\", not 3");
}
