// Which matches a series has: deal k in each of its seatings, as a function of the match's number.
// Nothing depends on the order in which matches are played.
#pragma once

#include <cstdint>

#include "arena/core/fixed_vector.hpp"
#include "arena/core/game.hpp"
#include "arena/core/rng.hpp"
#include "arena/series/root_seed.hpp"

namespace arena {

/// A series of `deals` deals for `seats` players. Duplicate: every deal is played `seats` times,
/// each player sitting in every seat once; the cards stay with the seats. The order round the table
/// is another one for each deal, as it is worth something to sit after a weak player.
class Schedule {
 public:
  Schedule(int seats, int deals, bool duplicate, const SeedKey& key)
      : seats_(seats), deals_(deals), seatings_(duplicate ? seats : 1), key_(key) {}

  [[nodiscard]] int matches() const { return deals_ * seatings_; }
  [[nodiscard]] int deals() const { return deals_; }
  [[nodiscard]] int seatings() const { return seatings_; }
  [[nodiscard]] int deal_of(int match) const { return match / seatings_; }

  [[nodiscard]] DealSeed deal_seed(int match) const {
    const int deal = deal_of(match);
    return {key_.derive("deal", static_cast<std::uint64_t>(deal)), deal};
  }
  /// Which of the players, counted from 0, sits at `seat`.
  [[nodiscard]] int player_at(int match, Seat seat) const {
    const int place = (seat + match % seatings_) % seats_;
    return seatings_ > 1 ? order_of(deal_of(match))[static_cast<std::size_t>(place)] : place;
  }
  /// The seed of whoever sits at `seat`, if it is a built-in bot.
  [[nodiscard]] std::uint64_t bot_seed(int match, Seat seat) const {
    return key_.derive(
        "bot", static_cast<std::uint64_t>(match) * most_seats + static_cast<std::uint64_t>(seat));
  }

 private:
  /// The players round the table; the first one stands for all rotations, and stays.
  [[nodiscard]] FixedVector<int, most_seats> order_of(int deal) const {
    Rng rng(key_.derive("order", static_cast<std::uint64_t>(deal)));
    FixedVector<int, most_seats> others;
    for (int player = 1; player < seats_; ++player) others.push_back(player);
    rng.shuffle(others);
    FixedVector<int, most_seats> order{0};
    for (const int player : others) order.push_back(player);
    return order;
  }

  int seats_;
  int deals_;
  int seatings_;
  SeedKey key_;
};

}  // namespace arena
