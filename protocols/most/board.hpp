// How the table of Most looks at a terminal: melds, the bridge with its places numbered, the hand,
// and some of what can be done, numbered too. It fits 80 columns.
#pragma once

#include <span>
#include <vector>

#include "games/most/most.hpp"
#include "protocols/terminal/audience.hpp"
#include "protocols/terminal/pen.hpp"

namespace arena::most {

void draw(const Laid& laid, pen::Pen pen);
/// With blanks between them.
void draw(const LaidCards& meld, pen::Pen pen);
void draw(const Row& row, pen::Pen pen);

/// All that the view's seat sees.
void draw_table(const View& view, const Audience& audience, pen::Pen pen);
/// The same for a spectator, with all hands. `views` are by seat.
void draw_table(std::span<const View> views, const Audience& audience, pen::Pen pen);

/// What is worth most of the melds, takes, lay-offs and swaps that are possible, the best first; a
/// person chooses one by its number, from 1. Discards and draws go without saying.
std::vector<Move> suggestions(const View& view);
void draw_suggestions(const View& view, pen::Pen pen);

}  // namespace arena::most
