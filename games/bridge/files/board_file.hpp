// Boards in files of other programs: PBN and LIN, and which of them a file is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "arena/core/refinements/match_report.hpp"
#include "games/bridge/files/played_board.hpp"

namespace arena::bridge {

struct BoardFile {
  std::vector<PlayedBoard> boards;    // in the order of the file
  std::vector<FileProblem> problems;  // by line
};

inline constexpr std::size_t most_board_problems = 10'000;  // in a file
inline constexpr std::size_t most_read_boards = 100'000;

/// PBN and LIN.
std::span<const FileKind> board_file_kinds();

/// Reads a file of such a kind. It is UTF-8, or else ISO 8859-1. Calls and cards of the boards are
/// legal. A board without a deal is left out, otherwise only the part that is wrong. Hands that a
/// deal leaves out are dealt from `seed`. Reading stops after `most_board_problems`, as the last
/// problem then says. It takes time in proportion to the file, whatever is in it.
BoardFile read_boards(std::string_view file, std::uint64_t seed = 0);

}  // namespace arena::bridge
