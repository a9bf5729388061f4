// Bridge in numbers, for learners (core/refinements/encoder.hpp). Alerts are not shown, and moves
// have none.
#pragma once

#include <vector>

#include "arena/core/refinements/encoder.hpp"
#include "games/bridge/bridge.hpp"

namespace arena::bridge {

class Encoder {
 public:
  static constexpr int version = 1;

  /// A view shows the whole deal.
  struct Told {};

  Encoder(const Options& options, int /*seats*/) : scoring_(options.scoring) {}

  /// The deals before are forgotten.
  [[nodiscard]] bool perfect_recall() const { return !is_session(scoring_); }
  static std::vector<ObservationPart> parts();
  /// Pass, double, redouble, the bids from 1C to 7NT; then the cards.
  static int moves() { return call_count + pack_size; }
  static Move move(int number) {
    return number < call_count ? Move::of(Call::at(number))
                               : Move::of(Card::at(number - call_count));
  }
  static int number(const Move& move) {
    return move.is_call() ? move.call().code : call_count + move.card().index;
  }
  static void tell(Told& /*told*/, const Event& /*event*/) {}
  static void write(const View& view, const Told& told, ObservationWriter& out);

 private:
  Scoring scoring_;
};

}  // namespace arena::bridge
