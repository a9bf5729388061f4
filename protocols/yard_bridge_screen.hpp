// What a person at a terminal sees and types in yard bridge: the table, what has happened since the
// last turn, what can be done now. It fits 80 columns; colour and symbols only decorate.
// Not for bots: their protocol is protocols/yard_bridge.hpp.
#pragma once

#include <string>
#include <string_view>

#include "arena/core/protocol.hpp"
#include "games/yard_bridge/yard_bridge.hpp"
#include "protocols/screen.hpp"

namespace arena::yard_bridge {

class Screen : public CommonScreen<Screen, YardBridge> {
 public:
  static const std::string_view help;

  explicit Screen(Seat seat, ScreenStyle style = {}) : CommonScreen(seat, style) {}

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  void prompt(const View& view, std::string& out);
  Reading<YardBridge> read(const View& view, std::string_view line);
  std::string write(const Move& move) { return YardBridge::write(move); }

 private:
  /// What a seat does in a turn is one sentence: adds to it, or begins one.
  pen::Pen go_on(Seat who, std::string& out);
  void end_sentence(std::string& out);

  std::string sentence_;  // begun, and not shown yet
  Seat who_ = 0;          // does what the sentence tells
};

}  // namespace arena::yard_bridge
