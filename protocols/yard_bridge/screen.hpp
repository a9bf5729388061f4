// The terminal screen of yard bridge: the table, what has happened since the last turn, and what is
// possible now.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/core/protocol.hpp"
#include "games/yard_bridge/yard_bridge.hpp"
#include "protocols/terminal/screen.hpp"

namespace arena::yard_bridge {

/// Draws the players, the pile, the hand and the turn so far. It fits 24 lines. REQUIRES: it is the
/// seat's turn.
void draw_table(const View& view, const Audience& audience, ansi::AnsiWriter writer);
/// The players, the pile and all hands. `views` are by seat.
void draw_table(std::span<const View> views, const Audience& audience, ansi::AnsiWriter writer);

class Screen : public CommonScreen<Screen, YardBridge> {
 public:
  static const std::string_view help;

  using CommonScreen::CommonScreen;

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  void prompt(const View& view, std::string& out);
  void watch(std::span<const View> views, std::string& out);
  Reading<YardBridge> read(const View& view, std::string_view line);

 private:
  /// One sentence describes the turn of a seat: continues it, or begins one.
  ansi::AnsiWriter continue_sentence(Seat who, std::string& out);
  /// Counts cards that a seat takes one after the other.
  void continue_taking(const Took& took, std::string& out);
  void end_sentence(std::string& out);

  std::string sentence_;     // not shown yet
  Seat who_ = 0;             // the subject of the sentence
  int taken_ = 0;            // cards, if the sentence ends with taking
  std::vector<Card> drawn_;  // these cards, if the audience may see them
  std::size_t taking_ = 0;   // where that part of the sentence begins
};

}  // namespace arena::yard_bridge
