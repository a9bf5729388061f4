// Yard bridge in numbers, for learners (core/refinements/encoder.hpp).
#pragma once

#include <vector>

#include "arena/core/refinements/encoder.hpp"
#include "games/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge {

class Encoder {
 public:
  static constexpr int version = 1;

  struct Told {};

  Encoder(const Options& /*options*/, int seats) : seats_(seats) {}

  /// The turns and deals before are forgotten.
  static bool perfect_recall() { return false; }
  [[nodiscard]] std::vector<ObservationPart> parts() const;
  /// The puts in hand order, a jack's orders by suit; then take and done.
  static int moves();
  static Move move(int number);
  static int number(const Move& move);
  static void tell(Told& /*told*/, const Event& /*event*/) {}
  void write(const View& view, const Told& told, ObservationWriter& out) const;

 private:
  int seats_;
};

}  // namespace arena::yard_bridge
