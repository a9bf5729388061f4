// What a person at a terminal sees and types in Streams: the stream with its slots' numbers, the
// card to place, and the cards that are left. It fits 80 columns; colour only decorates.
// Not for bots: their protocol is protocols/streams.hpp.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "arena/core/protocol.hpp"
#include "games/streams/streams.hpp"

namespace arena::streams {

class Screen {
 public:
  using Game = Streams;
  static constexpr Terms terms = {
      .name = "screen", .move_time = std::chrono::hours(24), .max_refusals = 1000};

  explicit Screen(Seat seat, ScreenStyle style = {}) : seat_(seat), style_(style) {}

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  /// Explains the answer that was read last.
  void refuse(const Refusal& refusal, std::string& out);
  Reading<Streams> read(const View& view, std::string_view line);
  std::string write(const Move& move) { return Streams::write(move); }

 private:
  Seat seat_;
  ScreenStyle style_;
  Stream stream_;            // as the events told it
  Card card_ = 0;            // the one to place
  std::string explanation_;  // what to show if the answer read last is refused
};

}  // namespace arena::streams
