// The laws of worlds that a seat cannot tell apart: those that `resample` draws, and those that
// `imagine` makes from what the seat knows. tests/laws.hpp checks them with all other laws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/position.hpp"
#include "tests/leaks.hpp"

namespace arena::laws {

/// For games in which nothing hidden follows from what a seat was told before. The witness of
/// another game remembers the events and names what is wrong with a world; it returns an empty text
/// if nothing is.
struct NoWitness {
  template <class Setup>
  NoWitness(const Setup& /*setup*/, Seat /*seat*/) {}
  template <class Event>
  void see(const Event& /*event*/) {}
  template <class Position>
  [[nodiscard]] std::string objection(const Position& /*world*/) const {
    return {};
  }
};

/// Plays the match to its end and checks that every outcome of chance is possible.
template <class G>
void goes_on(Position<G> now, Rng& rng) {
  now.draws = false;
  while (!now.over()) {
    if constexpr (HasChance<G>) {
      while (now.awaits_chance()) {
        auto source = now.source;
        REQUIRE_FALSE(G::check(now.state, source.draw(now.state)));
        now.draw();
      }
    }
    if (now.over()) return;
    const Seat seat = now.actors().front();
    now.apply(seat, random_move<G>(now.view(seat), rng));
  }
}

/// A world that is resampled for a seat asks it in the same words, agrees with all that the seat
/// was told, and can be played to its end.
template <class P, class Witness>
void resampled_worlds_agree(const Position<typename P::Game>& now,
                            const std::vector<Witness>& witnesses, Rng& rng) {
  using G = typename P::Game;
  if constexpr (Resamples<G>) {
    for (Seat seat : now.actors()) {
      const Witness& witness = witnesses[static_cast<std::size_t>(seat)];
      Position<G> world = now;
      REQUIRE(witness.objection(world) == "");
      G::resample(world, seat, rng);
      REQUIRE(question<P>(world, seat) == question<P>(now, seat));
      REQUIRE(witness.objection(world) == "");
      goes_on<G>(world, rng);
    }
  }
}

/// A position that is made up from what a seat knows shows it the same view, agrees with all that
/// it was told, also when it is resampled, and can be played to its end. If events are missing, it
/// still shows the view.
template <class G, class Witness>
void imagined_worlds_agree(const Setup<G>& setup, const Position<G>& now,
                           const std::vector<std::vector<typename G::Event>>& told,
                           const std::vector<Witness>& witnesses, Rng& rng) {
  if constexpr (Imagines<G>) {
    for (const Seat seat : now.actors()) {
      const auto own = static_cast<std::size_t>(seat);
      Position<G> world = G::imagine({setup.options, setup.seats}, now.view(seat), told[own]);
      REQUIRE(looks_alike(world, now, seat));
      REQUIRE(witnesses[own].objection(world) == "");
      G::resample(world, seat, rng);
      REQUIRE(looks_alike(world, now, seat));
      REQUIRE(witnesses[own].objection(world) == "");
      goes_on<G>(world, rng);
      // None of them, or the last ones.
      const auto last = std::span(told[own]).last(
          rng.below(2) == 0 ? 0 : rng.below(static_cast<std::uint32_t>(told[own].size() + 1)));
      Position<G> vague = G::imagine({setup.options, setup.seats}, now.view(seat), last);
      REQUIRE(looks_alike(vague, now, seat));
      G::resample(vague, seat, rng);
      REQUIRE(looks_alike(vague, now, seat));
      goes_on<G>(vague, rng);
    }
  }
}

/// In most positions of a random match, resampling for a seat changes what the next one sees.
/// Otherwise the law on leaks would compare a position with itself. For games with hidden hands.
template <class G>
void resampling_deals_again(const Setup<G>& setup) {
  Rng rng(13);
  int positions = 0;
  int changed = 0;
  for (Position<G> now(setup); !now.over(); ++positions) {
    const Seat seat = now.actors().front();
    Position<G> world = now;
    G::resample(world, seat, rng);
    if (!looks_alike(world, now, (seat + 1) % now.seats)) ++changed;
    now.apply(seat, random_move<G>(now.view(seat), rng));
  }
  REQUIRE(changed > positions / 2);
}

}  // namespace arena::laws
