// What a person at a terminal sees and types in the bidding game: scores, unused cards of all
// seats, the prize and the prizes to come. It fits 80 columns; colour only decorates.
// Not for bots: their protocol is protocols/bidding.hpp.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "arena/core/protocol.hpp"
#include "games/bidding/bidding.hpp"

namespace arena::bidding {

class Screen {
 public:
  using Game = Bidding;
  static constexpr Terms terms = {
      .name = "screen", .move_time = std::chrono::hours(24), .max_refusals = 1000};

  explicit Screen(Seat seat, ScreenStyle style = {}) : seat_(seat), style_(style) {}

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  /// Explains the answer that was read last.
  void refuse(const Refusal& refusal, std::string& out);
  Reading<Bidding> read(const View& view, std::string_view line);
  std::string write(const Move& move) { return Bidding::write(move); }

 private:
  Seat seat_;
  ScreenStyle style_;
  std::string explanation_;  // what to show if the answer read last is refused
};

}  // namespace arena::bidding
