// The table of yard bridge as a person sees it on his turn. It fits 80 columns and 24 lines.
// Part of the screen; what is typed and told is in protocols/yard_bridge/screen.hpp.
#pragma once

#include <span>
#include <string>

#include "games/yard_bridge/yard_bridge.hpp"
#include "protocols/terminal/ansi_writer.hpp"
#include "protocols/terminal/audience.hpp"

namespace arena::yard_bridge {

/// The players, the pile, the hand and what the turn has come to; REQUIRES: it is the seat's turn.
void draw_table(const View& view, const Audience& audience, ansi::AnsiWriter writer);
/// The players, the pile and all hands. `views` are by seat.
void draw_table(std::span<const View> views, const Audience& audience, ansi::AnsiWriter writer);

}  // namespace arena::yard_bridge
