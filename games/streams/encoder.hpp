// Streams in numbers, for learners (core/refinements/encoder.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "arena/core/refinements/encoder.hpp"
#include "games/streams/streams.hpp"

namespace arena::streams {

class Encoder {
 public:
  static constexpr int version = 1;

  /// The turns before, which a view forgets.
  struct Told {
    std::array<Card, slot_count> cards{};  // by turn
    // By turn and seat: the slot, from 1; 0: it did not place.
    std::array<std::array<std::uint8_t, most_seats>, slot_count> slots{};
    std::uint8_t turn = 0;  // from 1
  };

  Encoder(const Options& /*options*/, int seats) : seats_(seats) {}

  static bool perfect_recall() { return true; }
  [[nodiscard]] std::vector<ObservationPart> parts() const;
  static int moves() { return slot_count; }
  static Move move(int number) { return {static_cast<std::uint8_t>(number)}; }
  static int number(const Move& move) { return move.slot; }
  static void tell(Told& told, const Event& event);
  void write(const View& view, const Told& told, ObservationWriter& out) const;

 private:
  int seats_;
};

}  // namespace arena::streams
