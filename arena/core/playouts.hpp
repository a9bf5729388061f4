// Whole matches of random moves, for measurements and for what samples a game. The hottest loop of
// arena: a game has it in the unit of its rules, which then inline into it (`extern template` in
// the game's header, the instantiation in its .cpp). A game that does not is slower, and otherwise
// the same.
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>

#include "arena/core/game.hpp"
#include "arena/core/position.hpp"

namespace arena {

/// `score_sum` depends on every match.
struct Playouts {
  std::uint64_t matches = 0;
  std::uint64_t moves = 0;
  std::int64_t score_sum = 0;
};

template <class G>
struct RandomPlay {
  static constexpr std::uint64_t matches_before_pause = 1024;

  /// Plays `matches` matches; match i has the seed of deal i. Calls `pause` now and then.
  /// REQUIRES: !G::check(setup).
  static Playouts play(Setup<G> setup, std::uint64_t matches, std::uint64_t seed,
                       const std::function<void()>& pause);

 private:
  /// All that it calls is inlined into it.
  static void play_one(const Setup<G>& setup, Rng& rng, Playouts& result);
};

template <class G>
[[gnu::flatten]] void RandomPlay<G>::play_one(const Setup<G>& setup, Rng& rng, Playouts& result) {
  Position<G> now(setup);
  for (Seats due = now.actors(); !due.empty(); due = now.actors()) {
    for (Seat seat : due) {
      const typename G::View view = now.view(seat);
      const typename G::Move move = random_move<G>(view, rng);
      if (G::check(view, move)) throw std::logic_error("a listed move is not legal");
      now.apply(seat, move);
      ++result.moves;
    }
  }
  for (int score : G::outcome(now.state).scores) result.score_sum += score;
}

template <class G>
Playouts RandomPlay<G>::play(Setup<G> setup, std::uint64_t matches, std::uint64_t seed,
                             const std::function<void()>& pause) {
  Playouts result;
  Rng rng(mix_seed(seed, "moves"));
  for (std::uint64_t i = 0; i < matches; ++i) {
    setup.seed = {mix_seed(seed, "deal", i), static_cast<int>(i)};
    play_one(setup, rng, result);
    if ((i + 1) % matches_before_pause == 0) pause();
  }
  result.matches = matches;
  return result;
}

}  // namespace arena
