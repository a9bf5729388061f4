// The table of Most on a terminal: melds, the bridge with numbered places, the hand, and some
// numbered suggestions. It fits 80 columns.
#pragma once

#include <span>
#include <vector>

#include "games/most/most.hpp"
#include "protocols/terminal/ansi_writer.hpp"
#include "protocols/terminal/audience.hpp"

namespace arena::most {

void draw(const Laid& laid, ansi::AnsiWriter writer);
/// Separated by blanks.
void draw(const LaidCards& meld, ansi::AnsiWriter writer);
void draw(const Row& row, ansi::AnsiWriter writer);

/// Everything that the view's seat sees.
void draw_table(const View& view, const Audience& audience, ansi::AnsiWriter writer);
/// The same for a spectator, with all hands. `views` are by seat.
void draw_table(std::span<const View> views, const Audience& audience, ansi::AnsiWriter writer);

/// The most valuable of the possible melds, takes, lay-offs and swaps, the best first. A person
/// chooses one by its number, from 1. Discards and draws are not suggested.
std::vector<Move> suggestions(const View& view);
void draw_suggestions(const View& view, ansi::AnsiWriter writer);

}  // namespace arena::most
