// The table of yard bridge as a person sees it at its turn. It fits 80 columns and 24 lines. The
// other parts of the screen are in protocols/yard_bridge/screen.hpp.
#pragma once

#include <span>
#include <string>

#include "games/yard_bridge/yard_bridge.hpp"
#include "protocols/terminal/ansi_writer.hpp"
#include "protocols/terminal/audience.hpp"

namespace arena::yard_bridge {

/// Draws the players, the pile, the hand and the turn so far. REQUIRES: it is the seat's turn.
void draw_table(const View& view, const Audience& audience, ansi::AnsiWriter writer);
/// The players, the pile and all hands. `views` are by seat.
void draw_table(std::span<const View> views, const Audience& audience, ansi::AnsiWriter writer);

}  // namespace arena::yard_bridge
