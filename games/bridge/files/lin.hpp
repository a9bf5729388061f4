// LIN, the notation of Bridge Base Online (BBO). Writing: a board on one line, for its hand viewer.
// Reading: BBO's files of hands, matches and lessons, and links to its viewer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "games/bridge/files/board_file.hpp"

namespace arena::bridge {

/// "pn|South,West,North,East|md|..."; one line, without its end.
std::string write_lin(const PlayedBoard& board);

/// The address at which BBO's hand viewer shows the board.
std::string viewer_link(const PlayedBoard& board);

/// True if a text begins as LIN, or as a list of links to the viewer.
bool is_lin(std::string_view text);
/// Reads the text of a file, which is UTF-8, as `read_boards` does.
BoardFile read_lin(std::string_view text, std::uint64_t seed = 0);

}  // namespace arena::bridge
