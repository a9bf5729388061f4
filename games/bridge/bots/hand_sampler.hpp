// Deals the cards that a seat cannot see again, exactly uniformly among all deals that fit what it
// has seen: its hand, dummy, the played cards, and who did not follow suit. It draws no conclusions
// from calls or cards.
#pragma once

#include <array>
#include <cstdint>

#include "games/bridge/bridge.hpp"

namespace arena::bridge {

class HandSampler {
 public:
  /// REQUIRES: the view is of a deal.
  explicit HandSampler(const View& view);

  /// What is left of all hands, by seat.
  std::array<CardSet, seat_count> deal(Rng& rng);

 private:
  static constexpr std::size_t most_hidden = 3;  // hands
  static constexpr std::uint64_t unknown = ~std::uint64_t{0};
  using Counts = std::array<int, most_hidden>;

  void forget_ways();
  Counts choose(std::size_t suit, Counts& lacking, Rng& rng);
  std::uint64_t ways(std::size_t suit, const Counts& lacking);
  template <class Visit>
  void for_each_split(std::size_t suit, const Counts& lacking, Visit visit);

  std::array<CardSet, seat_count> seen_{};
  CardSet hidden_;
  FixedVector<Seat, most_hidden> seats_;                    // whose hands are hidden
  Counts lacking_{};                                        // the cards of each
  std::array<std::array<bool, 4>, most_hidden> void_in_{};  // suits that it cannot have
  std::array<int, 4> cards_{};                              // hidden cards by suit
  /// By suit, and the cards that the first two hands lack: how often `ways` is.
  std::array<std::array<std::array<std::uint64_t, hand_size + 1>, hand_size + 1>, 4> known_{};
};

}  // namespace arena::bridge
