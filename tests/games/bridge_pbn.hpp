// PBN in tests: one deal, and what is read of a board as text.
#pragma once

#include <string>
#include <string_view>

#include <catch2/catch.hpp>

#include "arena/util/text/text.hpp"
#include "games/bridge/files/pbn.hpp"

namespace arena::bridge::test {

inline constexpr std::string_view deal_tag =
    "[Deal \"N:53.92.K42.KT5432 QT2.KT876.AQ986. A9876.A43.T53.J8 KJ4.QJ5.J7.AQ976\"]\n";

/// The one board of a file without problems.
inline PlayedBoard board_of(const std::string& file) {
  const BoardFile read = read_boards(file);
  for (const FileProblem& problem : read.problems)
    UNSCOPED_INFO(problem.line << ": " << problem.text);
  REQUIRE(read.problems.empty());
  REQUIRE(read.boards.size() == 1);
  return read.boards.front();
}

/// "LINE: text" of the first problem.
inline std::string problem_of(const std::string& file) {
  const BoardFile read = read_boards(file);
  REQUIRE_FALSE(read.problems.empty());
  return std::to_string(read.problems.front().line) + ": " + read.problems.front().text;
}

inline std::string calls_of(const PlayedBoard& board) {
  return joined(board.calls, " ", [](const Move& move) { return text_of(move); });
}

inline std::string cards_of(const PlayedBoard& board) {
  return joined(board.tricks.cards, " ", [](Card card) { return text_of(card); });
}

/// A board with these sections, of the example's deal.
inline std::string with(const std::string& sections, const std::string& dealer = "N") {
  return "[Dealer \"" + dealer + "\"]\n[Vulnerable \"None\"]\n" + std::string(deal_tag) + sections;
}

}  // namespace arena::bridge::test
