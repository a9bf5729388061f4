// Lost Cities in numbers, for learners (core/refinements/encoder.hpp).
#pragma once

#include <vector>

#include "arena/core/refinements/encoder.hpp"
#include "games/lost_cities/lost_cities.hpp"

namespace arena::lost_cities {

class Encoder {
 public:
  static constexpr int version = 1;

  struct Told {
    Taken taken{};
  };

  Encoder(const Options& options, int /*seats*/) : max_turns_(options.max_turns) {}

  /// Who drew and discarded what, and when, is too long for that.
  static bool perfect_recall() { return false; }
  static std::vector<ObservationPart> parts();
  /// Plays and discards by card, lands in their order, the investment first; then draws from each
  /// land's pile and from the deck.
  static int moves();
  static Move move(int number);
  static int number(const Move& move);
  static void tell(Told& told, const Event& event) { note_taken(told.taken, event); }
  void write(const View& view, const Told& told, ObservationWriter& out) const;

 private:
  int max_turns_;
};

}  // namespace arena::lost_cities
