// What a game is to arena: a stateless type that names its value types and moves states.
// Rules only: no I/O, no text of a wire protocol, no clock. All that has happened so far is in
// `State`, so that a copy is a snapshot; what chance has in store is not (chance.hpp).
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
#include <vector>

#include <boost/describe.hpp>

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
  int default_matches = 1;        // of a series, unless the user says how many
  /// All seats have the same chances in each deal, as with the same cards for all. So one match of a
  /// deal is fair, and an exchange of seats gives the same match.
  bool seats_are_alike = false;

  [[nodiscard]] constexpr Sides sides_of(int seats) const { return {seats, sides}; }
};

/// The chance of one match: all of it follows from these two.
/// `number` counts the deals of a series from 0; what rotates (who begins, who deals) uses it.
struct DealSeed {
  std::uint64_t seed = 0;
  int number = 0;
};

/// The `Deal` of a game without chance.
struct NoDeal {
  bool operator==(const NoDeal&) const = default;
};
BOOST_DESCRIBE_STRUCT(NoDeal, (), ())

/// What a match starts from. `deal` holds what is given of the chance outcomes (a stacked deck, a
/// record's deal); a default-constructed one leaves all to `seed`.
template <class G>
struct Setup {
  typename G::Options options{};
  int seats = G::info.least_seats;
  DealSeed seed{};
  typename G::Deal deal{};
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
  /// Who owes a move; none: the match is over, or chance is next.
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
  /// REQUIRES: the match is over.
  { G::outcome(now) } -> std::same_as<Outcome>;
  /// The canonical text of a move, the same in records and every protocol.
  { G::write(move) } -> std::same_as<std::string>;
  { G::read(text) } -> std::same_as<std::optional<typename G::Move>>;
};

/// Refinement: chance, as moves of nobody. `start` gives the state before any of it; where it comes
/// from is outside of the state (chance.hpp), so no rule can look ahead.
template <class G>
concept HasChance = Game<G> && std::equality_comparable<typename G::Chance> &&
    requires(typename G::State& state, const typename G::State& now,
             const typename G::Chance& chance, Events<typename G::Event> happened) {
  /// Chance is next; until then `actors` is empty, and the match is not over.
  { G::awaits_chance(now) } -> std::same_as<bool>;
  /// Whether this can come now. REQUIRES: awaits_chance(now).
  { G::check(now, chance) } -> std::same_as<Refusal>;
  /// REQUIRES: awaits_chance(state), and !check(state, chance).
  { G::apply(state, chance, happened) } -> std::same_as<void>;
};

/// One of few chance outcomes, and how likely it is.
template <class Chance>
struct Likely {
  Chance chance;
  double probability = 0;
};

/// Refinement: all that chance may bring now, where that is not much: without duplicates, and the
/// probabilities sum up to 1.
template <class G>
concept ListsChance = HasChance<G> && requires(const typename G::State& now) {
  { G::outcomes(now) } -> std::same_as<std::vector<Likely<typename G::Chance>>>;
};

/// Refinement: all legal moves, as a sized, indexable range without duplicates.
template <class G>
concept ListsMoves = Game<G> && requires(const typename G::View& view) {
  { G::moves(view).size() } -> std::convertible_to<std::size_t>;
  { G::moves(view)[std::size_t{0}] } -> std::convertible_to<typename G::Move>;
};

/// Refinement: one legal move at random, where listing all would be too long.
template <class G>
concept SamplesMoves = Game<G> && requires(const typename G::View& view, Rng& rng) {
  { G::sample(view, rng) } -> std::same_as<typename G::Move>;
};

/// Refinement: the move that the arbiter makes for a seat whose player is gone, where the others
/// play on.
template <class G>
concept ContinuesAfterForfeit = Game<G> && requires(const typename G::View& view) {
  { G::fallback(view) } -> std::same_as<typename G::Move>;
};

/// A legal move, uniformly random where the game lists them.
template <class G>
requires ListsMoves<G> || SamplesMoves<G>
typename G::Move random_move(const typename G::View& view, Rng& rng) {
  if constexpr (SamplesMoves<G>) {
    return G::sample(view, rng);
  } else {
    const auto moves = G::moves(view);
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
  }
}

}  // namespace arena
