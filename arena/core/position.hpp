// The one engine of all matches: a state, the source of its chance, and the seats that forfeited.
// The arbiter, replays, Python's states, play-outs and the laws of the tests use it to step a
// match. A copy is an independent snapshot. match.hpp adds what a record needs.
#pragma once

#include <span>

#include "arena/core/game.hpp"
#include "arena/core/refinements/chance.hpp"

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
  bool draws = true;  // false: the caller walks the tree, with `draw` and `put`

  Position() = default;
  /// `keeps_deal`: the caller will ask the source for its deal. REQUIRES: !G::check(setup).
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
  /// Removes the player of this seat. `ends` ends the match for all, as older versions did in games
  /// that now continue: then the seat forfeits repeatedly, at most once per seat, while it is due.
  void forfeit(Seat seat, bool ends = false, Happened happened = {}) {
    gone.insert(seat);
    for (int left = ends ? seats : 1; left > 0 && actors().contains(seat); --left)
      G::forfeit(state, seat, happened);
    draw_all(happened);
  }
  /// Draws the next outcome and applies it. REQUIRES: awaits_chance().
  auto draw(Happened happened = {}) requires HasChance<G> {
    const typename G::Chance chance = source.draw(state);
    G::apply(state, chance, happened);
    return chance;
  }
  /// Applies this outcome. REQUIRES: awaits_chance(), and !G::check(state, chance).
  template <class Chance>
  void put(const Chance& chance, Happened happened = {}) requires HasChance<G> {
    source.put(state, chance);
    G::apply(state, chance, happened);
  }
  /// From now on, outcomes are drawn automatically.
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

/// Refinement: the game resamples everything hidden from `seat`, in the state and in its source,
/// with the right probabilities. Searches use it so that they do not look at hidden cards.
template <class G>
concept Resamples = Game<G> && requires(Position<G>& position, Seat seat, Rng& rng) {
  { G::resample(position, seat, rng) } -> std::same_as<void>;
};

/// Refinement: the game makes up a position from what a seat knows, of which it sees `view` and was
/// `told` these events of the match, oldest first. What the seat cannot know is arbitrary, until it
/// is resampled; of several pasts that fit, it has one. If events are missing, so is what they
/// told. `setup` has options and seats. REQUIRES: the seat is due in the view.
template <class G>
concept Imagines = Resamples<G> && requires(const Setup<G>& setup, const typename G::View& view,
                                            std::span<const typename G::Event> told) {
  { G::imagine(setup, view, told) } -> std::same_as<Position<G>>;
};

}  // namespace arena
