// The one engine of all matches: a state, where its chance comes from, and who is gone. The
// arbiter, replays, Python's states, play-outs and the laws of the tests step a match by it. A copy
// is a snapshot that goes its own way. Not for: what a record needs of a match (match.hpp).
#pragma once

#include <type_traits>

#include "arena/core/chance.hpp"
#include "arena/core/game.hpp"

namespace arena {

template <class G>
struct Position {
  using State = typename G::State;
  using Move = typename G::Move;
  using Happened = Events<typename G::Event>;

  State state{};
  Source<G> source{};
  Seats gone;  // those that forfeited
  int seats = 0;
  bool draws = true;  // chance comes by itself; else by `draw` and `put`, for who walks its tree

  Position() = default;
  /// `keeps_deal`: the source will be asked for it. REQUIRES: !G::check(setup).
  explicit Position(const Setup<G>& setup, Happened happened = {}, bool keeps_deal = false,
                    bool draws_chance = true)
      : state(G::start(setup, happened)),
        source(Source<G>::of(setup, keeps_deal)),
        seats(setup.seats),
        draws(draws_chance) {
    draw_all(happened);
  }

  [[nodiscard]] Seats actors() const { return G::actors(state); }
  [[nodiscard]] typename G::View view(Seat seat) const { return G::view(state, seat); }
  [[nodiscard]] bool awaits_chance() const {
    if constexpr (HasChance<G>) {
      return G::awaits_chance(state);
    } else {
      return false;
    }
  }
  [[nodiscard]] bool over() const { return actors().empty() && !awaits_chance(); }

  /// Makes a legal move of a seat that is due.
  void apply(Seat seat, const Move& move, Happened happened = {}) {
    G::apply(state, seat, move, happened);
    draw_all(happened);
  }
  /// The seat's player is gone. `ends`: that ends the match for all, as it once did in games that
  /// play on now; then the seat leaves as often as there are seats, until nobody is left.
  void forfeit(Seat seat, bool ends = false, Happened happened = {}) {
    gone.insert(seat);
    for (int left = ends ? seats : 1; left > 0 && actors().contains(seat); --left)
      G::forfeit(state, seat, happened);
    draw_all(happened);
  }
  /// The next outcome comes. REQUIRES: awaits_chance().
  auto draw(Happened happened = {}) requires HasChance<G> {
    const typename G::Chance chance = source.draw(state);
    G::apply(state, chance, happened);
    return chance;
  }
  /// This outcome comes. REQUIRES: awaits_chance(), and !G::check(state, chance).
  template <class Chance>
  void put(const Chance& chance, Happened happened = {}) requires HasChance<G> {
    source.put(state, chance);
    G::apply(state, chance, happened);
  }
  /// From now on chance comes by itself.
  void let_draw(Happened happened = {}) {
    draws = true;
    draw_all(happened);
  }

 private:
  void draw_all([[maybe_unused]] Happened happened) {
    if constexpr (HasChance<G>) {
      while (G::awaits_chance(state) && draws) draw(happened);
    }
  }
};

/// Refinement: all that a seat has not been told is drawn anew, in the state and in its source, as
/// likely as the rules make it. For searches that may not look into hidden cards.
template <class G>
concept Resamples = Game<G> && requires(Position<G>& position, Seat seat, Rng& rng) {
  { G::resample(position, seat, rng) } -> std::same_as<void>;
};

}  // namespace arena
