// How `search` supposes the other seats to bid: by one of the policies that it knows, the likelier
// the better that explains the bids of this match; or one by none, then all think as it does.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "arena/core/rng.hpp"
#include "games/bidding/bidding.hpp"
#include "games/bidding/policies.hpp"

namespace arena::bidding {

/// For the search of a seat, which was told these events. search.hpp explains the functions.
class Guess {
 public:
  Guess(const Setup<Bidding>& setup, Seat seat, std::span<const Event> told);

  bool draw(Rng& rng);
  /// Asked in each round once.
  Move of_other(const View& view, Rng& rng);
  Move answer(const View& view, Rng& rng);

 private:
  struct Supposed {
    Mix mix = nullptr;
    Notes notes{};      // from the rounds before the search
    double weight = 0;  // all of a seat are 1 together
  };
  /// The policy of an iteration, and its mixture in the last round for which it was asked.
  struct Played {
    Mix mix = nullptr;  // null: none is supposed, of a seat that is gone or of the own
    Notes notes{};
    int round = -1;
    Mixture mixture{};
  };

  /// Weighs the policies of a seat by how likely they bid this card.
  void explain(const View& view, int card);
  const Mixture& mixture(const View& view, Seat other);

  std::array<std::vector<Supposed>, most_players> supposed_{};  // by seat
  std::array<Played, most_players> played_{};                   // by seat
};

/// What searches should know of the bidding game. With roll-outs by `scatter` they win less than
/// with random ones.
struct Guide {
  using Guess = bidding::Guess;
};

}  // namespace arena::bidding
