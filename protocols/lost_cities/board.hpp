// The board of Lost Cities on a terminal: five columns, one for each land. It fits 80 columns and
// 24 lines. The other parts of the screen are in protocols/lost_cities/screen.cpp.
#pragma once

#include <array>
#include <span>
#include <string>

#include "games/lost_cities/lost_cities.hpp"
#include "protocols/terminal/ansi_writer.hpp"
#include "protocols/terminal/audience.hpp"

namespace arena::lost_cities {

inline constexpr std::array<ansi::TextStyle, land_count> land_look = {"33", "36", "35", "32", "31"};

/// `i` or the number, where the column already shows the land.
std::string short_value(Card card);
std::string name_of(int land);

/// Draws the whole board with the hand of the view's seat. REQUIRES: it is the seat's turn.
void draw_board(const View& view, const Audience& audience, ansi::AnsiWriter writer);
/// The same for a spectator, with both hands.
void draw_board(std::span<const View> views, const Audience& audience, ansi::AnsiWriter writer);
/// Draws the final board: the expeditions of both players, as they are in the view.
void draw_result(const View& view, const Audience& audience, ansi::AnsiWriter writer);

}  // namespace arena::lost_cities
