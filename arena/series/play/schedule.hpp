// The matches of a series: each match number has a deal, a table and a seating. Nothing depends on
// the order in which the matches are played.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "arena/config/root_seed.hpp"
#include "arena/core/fixed_vector.hpp"
#include "arena/core/game.hpp"
#include "arena/core/rng.hpp"
#include "arena/core/seat.hpp"

namespace arena {

/// One match: a deal, one of the tables that play it, and the players there.
struct ScheduledMatch {
  int number = 0;  // in the schedule, from 0
  DealSeed deal;
  int table = 0;                         // the number of the table within this deal, from 0
  std::vector<int> player_at;            // by seat: the player's number, from 0
  std::vector<std::uint64_t> bot_seeds;  // by seat: for built-in bots
};

/// The matches that exist, by their numbers from 0. The matches of a deal have consecutive numbers.
class MatchSource {
 public:
  MatchSource() = default;
  MatchSource(const MatchSource&) = default;
  MatchSource& operator=(const MatchSource&) = default;
  virtual ~MatchSource() = default;

  [[nodiscard]] virtual ScheduledMatch at(int match) const = 0;
  [[nodiscard]] virtual int deal_of(int match) const = 0;
};

/// A series of `deals` deals, with one player for each seat. In a game with n sides, the players p,
/// p + n, p + 2n, ... are a team: they stay on one side.
/// Duplicate: each deal is played at as many tables as there are sides, so that each team plays the
/// cards of each side once. From one table to the next, all players move one seat on. Each deal has
/// a new order of the teams around the table, because a seat after a weak player is an advantage.
class Schedule final : public MatchSource {
 public:
  Schedule(Sides sides, int deals, bool duplicate, const SeedKey& key)
      : sides_(sides), deals_(deals), tables_(duplicate ? sides.count() : 1), key_(key) {}
  /// Every seat is its own side.
  Schedule(int seats, int deals, bool duplicate, const SeedKey& key)
      : Schedule(Sides(seats, 0), deals, duplicate, key) {}

  [[nodiscard]] Sides sides() const { return sides_; }

  [[nodiscard]] int matches() const { return deals_ * tables_; }
  [[nodiscard]] int deals() const { return deals_; }
  /// The number of tables that play each deal.
  [[nodiscard]] int tables() const { return tables_; }
  [[nodiscard]] int deal_of(int match) const override { return match / tables_; }
  [[nodiscard]] ScheduledMatch at(int match) const override {
    ScheduledMatch scheduled{match, deal_seed(match), match % tables_, seating(match), {}};
    for (Seat seat = 0; seat < sides_.seats(); ++seat)
      scheduled.bot_seeds.push_back(bot_seed(match, seat));
    return scheduled;
  }

  [[nodiscard]] DealSeed deal_seed(int match) const {
    const int deal = deal_of(match);
    return {key_.derive("deal", static_cast<std::uint64_t>(deal)), deal};
  }
  /// The player at each seat.
  [[nodiscard]] std::vector<int> seating(int match) const {
    const FixedVector<int, most_seats> order = order_of(deal_of(match));
    std::vector<int> player_at;
    for (Seat seat = 0; seat < sides_.seats(); ++seat) {
      const int place = (seat + match % tables_) % sides_.seats();
      const int member = place / sides_.count();
      const int team = order[static_cast<std::size_t>(sides_.of(place))];
      player_at.push_back(member * sides_.count() + team);
    }
    return player_at;
  }
  /// The seed of a built-in bot at `seat`.
  [[nodiscard]] std::uint64_t bot_seed(int match, Seat seat) const {
    return key_.derive(
        "bot", static_cast<std::uint64_t>(match) * most_seats + static_cast<std::uint64_t>(seat));
  }

 private:
  /// The teams around the table. The first one keeps its place, because all rotations are played.
  /// So two teams have only one order.
  [[nodiscard]] FixedVector<int, most_seats> order_of(int deal) const {
    FixedVector<int, most_seats> others;
    for (int team = 1; team < sides_.count(); ++team) others.push_back(team);
    if (tables_ > 2) Rng(key_.derive("order", static_cast<std::uint64_t>(deal))).shuffle(others);
    FixedVector<int, most_seats> order{0};
    for (const int team : others) order.push_back(team);
    return order;
  }

  Sides sides_;
  int deals_;
  int tables_;
  SeedKey key_;
};

}  // namespace arena
