// The recorded games of tests/conformance: each must replay without a break, with every line that
// its bots were sent, byte for byte.
#pragma once

#include <fstream>
#include <string>

#include <catch2/catch.hpp>

#include "arena/game/any_game.hpp"
#include "arena/record/record.hpp"

namespace arena::test {

/// `file`: its name in that folder. Returns how many games it holds.
inline int check_conformance(const AnyGame& game, const std::string& file) {
  std::ifstream lines(ARENA_TESTS "/conformance/" + file);
  REQUIRE(lines);
  int games = 0;
  for (std::string line; std::getline(lines, line); ++games) {
    const Record record = read_record(line);
    const Replayed replayed = game.matches.replay(record, {});
    INFO("game " << games + 1 << ": " << (replayed.broken ? replayed.broken->reason : ""));
    REQUIRE_FALSE(replayed.broken);
    const auto& transcripts = record.rest.at("transcripts").as_array();
    REQUIRE(replayed.transcripts.size() == transcripts.size());
    for (std::size_t seat = 0; seat < transcripts.size(); ++seat) {
      std::string expected;
      for (const auto& text : transcripts[seat].as_array())
        expected += std::string(text.as_string()) + "\n";
      CHECK(replayed.transcripts[seat] == expected);
    }
    CHECK(json::parse(to_line(record)) == json::parse(line));
  }
  return games;
}

}  // namespace arena::test
