// The cross table of a tournament at the terminal: a heat map where there are colours.
#pragma once

#include <cstddef>
#include <optional>

#include "arena/tournament/standings.hpp"
#include "protocols/terminal/ansi_writer.hpp"

namespace arena::cli {

/// `columns`: of the terminal, if it is one. A table that is wider is left out. Colours repeat what
/// the figures say.
void write_cross_table(const Standings& standings, std::optional<std::size_t> columns,
                       ansi::AnsiWriter writer);

}  // namespace arena::cli
