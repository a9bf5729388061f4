// How the table of Most looks at a terminal: melds, the bridge with its places numbered, the hand,
// and some of what can be done, numbered too. It fits 80 columns.
#pragma once

#include <span>
#include <vector>

#include "games/most/most.hpp"
#include "protocols/terminal/ansi_writer.hpp"
#include "protocols/terminal/audience.hpp"

namespace arena::most {

void draw(const Laid& laid, ansi::AnsiWriter writer);
/// With blanks between them.
void draw(const LaidCards& meld, ansi::AnsiWriter writer);
void draw(const Row& row, ansi::AnsiWriter writer);

/// All that the view's seat sees.
void draw_table(const View& view, const Audience& audience, ansi::AnsiWriter writer);
/// The same for a spectator, with all hands. `views` are by seat.
void draw_table(std::span<const View> views, const Audience& audience, ansi::AnsiWriter writer);

/// What is worth most of the melds, takes, lay-offs and swaps that are possible, the best first; a
/// person chooses one by its number, from 1. Discards and draws go without saying.
std::vector<Move> suggestions(const View& view);
void draw_suggestions(const View& view, ansi::AnsiWriter writer);

}  // namespace arena::most
