// What a person at a terminal sees and types in Lost Cities: a board of five columns, events in
// words, entries explained. It fits 80 columns and 24 lines; colour only decorates.
// A refusal's own text is the wire's short reason, so that records replay; what is shown explains
// it. Not for bots: their protocol is protocols/lost_cities.hpp.
#pragma once

#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include "arena/core/protocol.hpp"
#include "games/lost_cities/lost_cities.hpp"

namespace arena::lost_cities {

class Screen {
 public:
  using Game = LostCities;
  static constexpr Terms terms = {
      .name = "screen", .move_time = std::chrono::hours(24), .max_refusals = 1000};

  explicit Screen(Seat seat, ScreenStyle style = {}) : seat_(seat), style_(style) {}

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  /// Explains the answer that was read last.
  void refuse(const Refusal& refusal, std::string& out);
  Reading<LostCities> read(const View& view, std::string_view line);
  std::string write(const Move& move);

 private:
  Seat seat_;
  ScreenStyle style_;
  std::array<Cards, 2> laid_{};  // expeditions by seat, as the events told them
  std::string explanation_;      // what to show if the answer read last is refused
};

}  // namespace arena::lost_cities
