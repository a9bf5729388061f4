// The cross table of a tournament at the terminal: a heat map where there are colours.
#pragma once

#include <cstddef>

#include "arena/tournament/standings.hpp"
#include "protocols/terminal/ansi_writer.hpp"

namespace arena::cli {

/// `width`: columns for names. Colours repeat what the figures say.
void write_cross_table(const Standings& standings, std::size_t width, ansi::AnsiWriter writer);

}  // namespace arena::cli
