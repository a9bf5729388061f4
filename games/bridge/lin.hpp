// LIN, the notation of Bridge Base Online (BBO): a board on one line, for its hand viewer.
#pragma once

#include <string>

#include "games/bridge/played_board.hpp"

namespace arena::bridge {

/// "pn|South,West,North,East|md|..."; one line, without its end.
std::string write_lin(const PlayedBoard& board);

/// The address at which BBO's hand viewer shows the board.
std::string viewer_link(const PlayedBoard& board);

}  // namespace arena::bridge
