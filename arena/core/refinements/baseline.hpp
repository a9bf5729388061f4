// A refinement of a game's module: what a deal is worth to each seat before anybody has played it.
// Statistics take this luck out of their means (rating/means/control_variate.hpp). A good baseline
// goes up and down with the results of good players. It need not be fair: its mean is measured. A
// game whose deals favour no seat has none.
#pragma once

#include <algorithm>
#include <concepts>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "arena/core/bot.hpp"
#include "arena/core/position.hpp"

namespace arena {

/// `B::of` depends on nothing but the setup, and gives the same values on every machine.
template <class B, class G>
concept Baseline = requires(const Setup<G>& setup) {
  /// Another number after every change of a value, so that figures name what they are made from.
  { B::version } -> std::convertible_to<int>;
  /// What the values are, such as "greedy's margin against itself".
  { B::summary } -> std::convertible_to<std::string_view>;
  /// By seat; more is better for the seat. REQUIRES: !G::check(setup).
  { B::of(setup) } -> std::same_as<std::vector<double>>;
};

template <class GameModule>
concept HasBaseline = Baseline<typename GameModule::Baseline, typename GameModule::Game>;

/// Plays the deal with this built-in bot in all seats. REQUIRES: there is such a bot, it suits the
/// setup, and it draws no random numbers, because these are not part of a deal.
template <class G>
Outcome self_play(const Setup<G>& setup, std::span<const Builtin<G>> builtins,
                  std::string_view name) {
  const auto builtin = std::ranges::find(builtins, name, &Builtin<G>::name);
  std::vector<std::unique_ptr<Bot<G>>> bots;
  for (Seat seat = 0; seat < setup.seats; ++seat)
    bots.push_back(builtin->make({setup.options, setup.seats, seat}));
  std::vector<typename G::Event> news;
  const Events<typename G::Event> happened(news);
  Position<G> now(setup, happened);
  const auto tell = [&] {
    for (const auto& event : news) {
      for (Seat seat = 0; seat < setup.seats; ++seat) {
        if (const auto seen = G::view(event, seat))
          bots[static_cast<std::size_t>(seat)]->see(*seen);
      }
    }
    news.clear();
  };
  for (tell(); !now.actors().empty(); tell()) {
    const Seats due = now.actors();
    std::vector<typename G::Move> moves;  // all of a round are chosen before one is applied
    for (const Seat seat : due)
      moves.push_back(bots[static_cast<std::size_t>(seat)]->move(now.view(seat)));
    std::size_t next = 0;
    for (const Seat seat : due) now.apply(seat, moves[next++], happened);
  }
  return G::outcome(now.state);
}

/// By seat: its score minus the best other one, or the reverse if fewer points are better.
/// REQUIRES: as for self_play, and every seat is its own side.
template <class G>
std::vector<double> self_play_margins(const Setup<G>& setup, std::span<const Builtin<G>> builtins,
                                      std::string_view name) {
  const Outcome outcome = self_play(setup, builtins, name);
  const int sign = G::info.more_is_better ? 1 : -1;
  std::vector<double> margins;
  for (std::size_t seat = 0; seat < outcome.scores.size(); ++seat) {
    int best = std::numeric_limits<int>::min();
    for (std::size_t other = 0; other < outcome.scores.size(); ++other) {
      if (other != seat) best = std::max(best, sign * outcome.scores[other]);
    }
    margins.push_back(sign * outcome.scores[seat] - best);
  }
  return margins;
}

}  // namespace arena
