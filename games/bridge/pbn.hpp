// Portable Bridge Notation, version 2.1: boards as text that other bridge programs read.
// Writing is strict: the export format, but in UTF-8. Reading is lenient: tags in any order,
// the spellings of many programs, unfinished auctions and plays. A board without a deal is left out,
// otherwise only the part that is wrong. Reading takes time in proportion to the file, whatever is in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/bridge/played_board.hpp"

namespace arena::bridge {

struct PbnProblem {
  std::size_t line = 0;  // counted from 1
  std::string text;      // without the line; may contain bytes of the file
};

struct PbnFile {
  std::vector<PlayedBoard> boards;  // in the order of the file
  std::vector<PbnProblem> problems;
};

/// Reads a file that is UTF-8, or else ISO 8859-1. Calls and cards of the boards are legal. Hands
/// that a deal leaves out are dealt from `seed`. It stops after `most_pbn_problems`, as the last
/// problem then says.
PbnFile read_pbn(std::string_view file, std::uint64_t seed = 0);
inline constexpr std::size_t most_pbn_problems = 10'000;

/// The note of an alert without a text.
inline constexpr std::string_view bare_alert = "alert";

/// The first lines of a file.
inline constexpr std::string_view pbn_head = "% PBN 2.1\n% EXPORT\n";
/// One board. An empty line separates boards. House rule: the text is UTF-8, as
/// programs of today read it, where the standard of 2001 has ISO 8859-1.
std::string write_pbn(const PlayedBoard& board);

}  // namespace arena::bridge
