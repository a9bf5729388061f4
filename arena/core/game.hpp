// What a game is to arena: a stateless type that names its value types and moves states.
// Rules only: no I/O, no text of a wire protocol, no clock. Everything that a match has is in
// `State`, so that a copy is a snapshot and a replay is `start` and the same moves.
//
// Glossary, used everywhere and without synonyms:
//   seat     a place at the table, numbered from 0
//   side     seats that win or lose together
//   move     one decision of one seat
//   turn     what a seat does before the next seat is due
//   deal     one hand-out of cards or other chance
//   match    one game from start to outcome
//   series   many matches between the same players
//   view     all, and only, what a seat may know
//   event    a fact that happened in a match
//   refusal  why an answer is not taken
//   fault    why a player is gone
//   forfeit  what a fault costs the seat, and its side
//   record   all that is needed to replay a match
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "arena/core/events.hpp"
#include "arena/core/outcome.hpp"
#include "arena/core/refusal.hpp"
#include "arena/core/rng.hpp"
#include "arena/core/seat.hpp"
#include "arena/core/sides.hpp"

namespace arena {

struct GameInfo {
  std::string_view name;   // as on the command line and in records
  std::string_view title;  // for people
  int least_seats = 2;
  int most_seats = 2;
  int sides = 0;  // 0: every seat is a side of its own; n: seat s belongs to side s % n (sides.hpp)
  bool more_is_better = true;
  RankBy rank_by = RankBy::wins;  // score: the points are the payoff, a win is worth nothing more
  int usual_matches = 1;          // of a series, unless the user says how many

  [[nodiscard]] constexpr Sides sides_of(int seats) const { return {seats, sides}; }
};

/// The chance of one match: all of it follows from these two.
/// `number` counts the deals of a series from 0; what rotates (who begins, who deals) uses it.
struct DealSeed {
  std::uint64_t seed = 0;
  int number = 0;
};

/// What a match starts from. `deal` holds what is given of the chance outcomes (a stacked deck, a
/// record's deal); a default-constructed one leaves all to `seed`.
template <class G>
struct Setup {
  typename G::Options options{};
  int seats = G::info.least_seats;
  DealSeed seed{};
  typename G::Deal deal{};
};

/// Chance that is all settled at the start: the state has it.
template <class G>
concept DealsOnce = requires(const typename G::State& now) {
  /// Every chance outcome, for the record.
  { G::deal(now) } -> std::same_as<typename G::Deal>;
};

/// Chance that goes on coming, in matches of many deals: too much for a state. What is given of it
/// stays where it is, and the state points to it: a Setup's deal outlives the states made from it.
template <class G>
concept DealsOn = requires(typename G::State& state, const typename G::Deal& given,
                           typename G::Deal& drawn, const typename G::Event& event) {
  /// What is still to come is as `given` says, as far as that goes; else from the seed. `given`
  /// outlives the state and its copies.
  { G::stack(state, given) } -> std::same_as<void>;
  /// Adds the chance that an event (not viewed by a seat) tells of to what was drawn before. False:
  /// it tells of none.
  { G::collect(drawn, event) } -> std::same_as<bool>;
  /// Where what was drawn is not what was given, or, unless the rest may be drawn, was not given.
  { G::check_drawn(given, given, bool{}) } -> std::same_as<Refusal>;
  /// `given` without the deals at its end that the state's seed gives as well.
  { G::beside_seed(state, given) } -> std::same_as<typename G::Deal>;
};

/// The trait. What a move may be follows from what its mover knows: `check` takes the View.
/// A simultaneous game names several seats in `actors`; a bid waits in State, hidden by `view`, and
/// the last one applied resolves the round. One seat's legal moves never depend on another's hidden
/// one.
template <class G>
concept Game = std::is_trivially_copyable_v<typename G::State> &&
    std::is_trivially_copyable_v<typename G::Options> &&
    std::equality_comparable<typename G::Move> && std::default_initializable<typename G::Deal> &&
    requires(typename G::State& state, const typename G::State& now, const typename G::View& view,
             const typename G::Move& move, const typename G::Event& event, const Setup<G>& setup,
             Seat seat, Events<typename G::Event> happened, std::string_view text) {
  { G::info } -> std::convertible_to<const GameInfo&>;
  /// Refused: what is wrong with the options, or with the given deal.
  { G::check(setup) } -> std::same_as<Refusal>;
  /// REQUIRES: !check(setup).
  { G::start(setup, happened) } -> std::same_as<typename G::State>;
  /// Who owes a move; none: the match is over.
  { G::actors(now) } -> std::same_as<Seats>;
  /// All, and only, what that seat may know.
  { G::view(now, seat) } -> std::same_as<typename G::View>;
  /// What that seat may know of what happened; nothing: it learns of nothing.
  { G::view(event, seat) } -> std::same_as<std::optional<typename G::Event>>;
  { G::check(view, move) } -> std::same_as<Refusal>;
  /// REQUIRES: actors(state) contains seat, and !check(view(state, seat), move).
  { G::apply(state, seat, move, happened) } -> std::same_as<void>;
  /// What its side counts with if the seat forfeits now. REQUIRES: it owes a move, or did in this
  /// round.
  { G::worst(now, seat) } -> std::same_as<Worst>;
  /// The seat's player is gone. REQUIRES: actors(state) contains seat.
  { G::forfeit(state, seat, happened) } -> std::same_as<void>;
  /// REQUIRES: actors(now).empty().
  { G::outcome(now) } -> std::same_as<Outcome>;
  /// The canonical text of a move, the same in records and every protocol.
  { G::write(move) } -> std::same_as<std::string>;
  { G::read(text) } -> std::same_as<std::optional<typename G::Move>>;
} &&(DealsOnce<G> || DealsOn<G>);

/// Refinement: all legal moves, as a sized, indexable range without duplicates.
template <class G>
concept Lists = Game<G> && requires(const typename G::View& view) {
  { G::moves(view).size() } -> std::convertible_to<std::size_t>;
  { G::moves(view)[std::size_t{0}] } -> std::convertible_to<typename G::Move>;
};

/// Refinement: one legal move at random, where listing all would be too long.
template <class G>
concept Samples = Game<G> && requires(const typename G::View& view, Rng& rng) {
  { G::sample(view, rng) } -> std::same_as<typename G::Move>;
};

/// Refinement: the move that the arbiter makes for a seat whose player is gone, where the others
/// play on.
template <class G>
concept PlaysOn = Game<G> && requires(const typename G::View& view) {
  { G::fallback(view) } -> std::same_as<typename G::Move>;
};

/// Refinement: draws anew what a seat's view does not tell, chance to come and what others hold, as
/// likely as the rules make it. The view stays as it is; what the seat could remember beside it is
/// not kept to. For searches that may not look into hidden cards.
template <class G>
concept Redeals = Game<G> && requires(typename G::State& state, Seat seat, Rng& rng) {
  { G::redeal(state, seat, rng) } -> std::same_as<void>;
};

/// The seat's player is gone. `ends`: that ends the match for all, as it once did in games that
/// play on now; then the seat leaves as often as there are `seats`, until nobody is left.
/// REQUIRES: actors(state) contains seat.
template <Game G>
void forfeit(typename G::State& state, Seat seat, int seats, bool ends,
             Events<typename G::Event> happened) {
  for (int left = ends ? seats : 1; left > 0 && G::actors(state).contains(seat); --left)
    G::forfeit(state, seat, happened);
}

/// A legal move, uniformly random where the game lists them.
template <class G>
requires Lists<G> || Samples<G>
typename G::Move random_move(const typename G::View& view, Rng& rng) {
  if constexpr (Samples<G>) {
    return G::sample(view, rng);
  } else {
    const auto moves = G::moves(view);
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
  }
}

}  // namespace arena
