// What a game is to arena: a stateless type that names its value types and changes states.
// It contains only rules: no I/O, no text of a wire protocol, no clock. `State` includes all
// that the rest of the match depends on, so a copy is a snapshot. It excludes future chance
// (chance.hpp).
//
// Glossary. Each word has this one meaning everywhere:
//   seat     a place at the table, numbered from 0
//   side     seats that win or lose together
//   move     one decision of one seat
//   turn     what a seat does before the next seat is due
//   deal     one hand-out of cards or other chance
//   match    one game from start to outcome
//   series   many matches between the same players
//   view     what a seat sees at one moment; it may know more from what it was told before
//   event    a fact that happened in a match
//   refusal  why arena does not accept an answer
//   fault    why a player was removed from a match
//   forfeit  what a fault costs the seat and its side
//   record   everything needed to replay a match
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <boost/describe.hpp>

#include "arena/core/fault.hpp"
#include "arena/core/outcome.hpp"
#include "arena/core/rng.hpp"
#include "arena/core/seat.hpp"

namespace arena {

/// Passes what happens in a match to a listener. It may be empty: then no one listens, and
/// play-outs pay nothing for events.
template <class Event>
class Events {
 public:
  Events() = default;
  explicit Events(std::vector<Event>& listener) : listener_(&listener) {}

  void operator()(const Event& event) const {
    if (listener_ != nullptr) listener_->push_back(event);
  }
  explicit operator bool() const { return listener_ != nullptr; }

 private:
  std::vector<Event>* listener_ = nullptr;
};

struct GameInfo {
  std::string_view name;   // as on the command line and in records
  std::string_view title;  // for people
  int least_seats = 2;
  int most_seats = 2;
  int sides = 0;  // 0: each seat is its own side; n: seat s is on side s % n (seat.hpp)
  bool more_is_better = true;
  RankBy rank_by = RankBy::wins;  // score: points are the payoff, and winning adds nothing
  int default_matches = 1;        // of a series, if the user does not choose
  /// All seats have the same chances in each deal, as when all get the same cards. So one match of
  /// a deal is fair, and the same match results if the seats are exchanged.
  bool seats_are_alike = false;
  std::span<const std::string_view> seat_names{};  // empty: seats have only numbers
  /// Of the rules, for records. Higher if a deal with the same moves can end otherwise, or if the
  /// same seed gives other cards; tests/python/versions_test.py notices.
  int version = 1;

  [[nodiscard]] constexpr Sides sides_of(int seats) const { return {seats, sides}; }
  /// The seat in a message: "North", or "seat 2".
  [[nodiscard]] std::string seat_text(Seat seat) const {
    const auto index = static_cast<std::size_t>(seat);
    return index < seat_names.size() ? std::string(seat_names[index])
                                     : "seat " + std::to_string(seat);
  }
};

/// Determines all the chance of one match. `number` counts the deals of a series from 0; it sets
/// what rotates, such as who begins or who deals.
struct DealSeed {
  std::uint64_t seed = 0;
  int number = 0;
};

/// The `Deal` of a game without chance.
struct NoDeal {
  bool operator==(const NoDeal&) const = default;
};
BOOST_DESCRIBE_STRUCT(NoDeal, (), ())

/// How a match starts. `deal` contains the chance outcomes that the caller fixes (a stacked deck,
/// the deal of a record). Everything else comes from `seed`.
template <class G>
struct Setup {
  typename G::Options options{};
  int seats = G::info.least_seats;
  DealSeed seed{};
  typename G::Deal deal{};
};

/// The trait. Whether a move is legal depends only on what the mover knows: `check` takes the View.
/// In a simultaneous game `actors` names several seats. `State` stores each bid, `view` hides it,
/// and the last bid resolves the round. The legal moves of one seat never depend on the hidden move
/// of another.
template <class G>
concept Game = std::is_trivially_copyable_v<typename G::State> &&
    std::is_trivially_copyable_v<typename G::Options> &&
    std::equality_comparable<typename G::Move> && std::default_initializable<typename G::Deal> &&
    requires(typename G::State& state, const typename G::State& now, const typename G::View& view,
             const typename G::Move& move, const typename G::Event& event, const Setup<G>& setup,
             Seat seat, Events<typename G::Event> happened, std::string_view text) {
  { G::info } -> std::convertible_to<const GameInfo&>;
  /// Refuses bad options and a bad `deal`.
  { G::check(setup) } -> std::same_as<Refusal>;
  /// REQUIRES: !check(setup).
  { G::start(setup, happened) } -> std::same_as<typename G::State>;
  /// The seats that owe a move. Empty if the match is over or chance is next.
  { G::actors(now) } -> std::same_as<Seats>;
  /// What this seat sees now, and nothing that it may not know.
  { G::view(now, seat) } -> std::same_as<typename G::View>;
  /// The event as this seat may know it; nullopt hides it from the seat.
  { G::view(event, seat) } -> std::same_as<std::optional<typename G::Event>>;
  { G::check(view, move) } -> std::same_as<Refusal>;
  /// REQUIRES: actors(state) contains seat, and !check(view(state, seat), move).
  { G::apply(state, seat, move, happened) } -> std::same_as<void>;
  /// The result that counts for its side if the seat forfeits now. REQUIRES: it owes a move, or
  /// owed one in this round.
  { G::worst(now, seat) } -> std::same_as<Worst>;
  /// Removes the player of this seat. REQUIRES: actors(state) contains seat.
  { G::forfeit(state, seat, happened) } -> std::same_as<void>;
  /// REQUIRES: the match is over.
  { G::outcome(now) } -> std::same_as<Outcome>;
  /// The canonical text of a move, the same in records and every protocol.
  { G::write(move) } -> std::same_as<std::string>;
  { G::read(text) } -> std::same_as<std::optional<typename G::Move>>;
};

/// Refinement: chance outcomes are moves that no seat makes. `start` returns the state before the
/// first one. They come from outside of the state (chance.hpp), so no rule can look ahead.
template <class G>
concept HasChance = Game<G> && std::equality_comparable<typename G::Chance> &&
    requires(typename G::State& state, const typename G::State& now,
             const typename G::Chance& chance, Events<typename G::Event> happened) {
  /// True if chance is next. Then `actors` is empty, and the match is not over.
  { G::awaits_chance(now) } -> std::same_as<bool>;
  /// Checks whether this outcome is possible now. REQUIRES: awaits_chance(now).
  { G::check(now, chance) } -> std::same_as<Refusal>;
  /// REQUIRES: awaits_chance(state), and !check(state, chance).
  { G::apply(state, chance, happened) } -> std::same_as<void>;
};

/// A chance outcome and its probability.
template <class Chance>
struct Likely {
  Chance chance;
  double probability = 0;
};

/// Refinement: the game lists all outcomes that are possible now, if they are few. There are no
/// duplicates, and the probabilities add up to 1.
template <class G>
concept ListsChance = HasChance<G> && requires(const typename G::State& now) {
  { G::outcomes(now) } -> std::same_as<std::vector<Likely<typename G::Chance>>>;
};

/// Refinement: the game lists all legal moves, as a sized, indexable range without duplicates.
template <class G>
concept ListsMoves = Game<G> && requires(const typename G::View& view) {
  { G::moves(view).size() } -> std::convertible_to<std::size_t>;
  { G::moves(view)[std::size_t{0}] } -> std::convertible_to<typename G::Move>;
};

/// Refinement: the game draws a random legal move, because a list of all moves would be too long.
template <class G>
concept SamplesMoves = Game<G> && requires(const typename G::View& view, Rng& rng) {
  { G::sample(view, rng) } -> std::same_as<typename G::Move>;
};

/// Refinement: a match may have several deals. `outcome` then has the scores so far also after each
/// of them.
template <class G>
concept HasDeals = Game<G> && requires(const typename G::State& now) {
  /// The number of the deal that began last.
  { G::deal_number(now) } -> std::same_as<int>;
};

/// Refinement: the other seats continue after a forfeit. The arbiter makes this move for the seat
/// that forfeited.
template <class G>
concept ContinuesAfterForfeit = Game<G> && requires(const typename G::View& view) {
  { G::fallback(view) } -> std::same_as<typename G::Move>;
};

/// Refinement: the results of tables that play the same deal are compared, as in duplicate events.
/// Then statistics count what a result earns against those of the others with the same cards.
template <class G>
concept ComparesTables = Game<G> && requires(const typename G::Options& options, int score) {
  /// False if the scores themselves count with these options.
  { G::compares_tables(options) } -> std::same_as<bool>;
  /// What the first score earns against the second. If equal scores earn something, two tables
  /// always share twice as much (matchpoints); otherwise the worse score earns nothing (IMPs).
  /// REQUIRES: compares_tables(options).
  { G::earned(options, score, score) } -> std::same_as<int>;
  /// In what it is counted: "IMPs a board". REQUIRES: compares_tables(options).
  { G::earned_unit(options) } -> std::same_as<std::string_view>;
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
