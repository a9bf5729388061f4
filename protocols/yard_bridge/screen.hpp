// What a person at a terminal sees and types in yard bridge: the table, what has happened since the
// last turn, what can be done now. It fits 80 columns; colour and symbols only decorate.
// Not for bots: their protocol is protocols/yard_bridge/yard_bridge.hpp.
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
  /// What a seat does in a turn is one sentence: adds to it, or begins one.
  ansi::AnsiWriter go_on(Seat who, std::string& out);
  /// Cards taken one after the other are counted.
  void go_on_taking(const Took& took, std::string& out);
  void end_sentence(std::string& out);

  std::string sentence_;     // begun, and not shown yet
  Seat who_ = 0;             // does what the sentence tells
  int taken_ = 0;            // cards, by what the sentence tells last
  std::vector<Card> drawn_;  // which, if they are the seat's own
  std::size_t taking_ = 0;   // where the sentence tells of them
};

}  // namespace arena::yard_bridge
