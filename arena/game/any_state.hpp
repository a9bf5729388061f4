// One match of any game that the caller steps: for searches and Python.
// Moves are canonical text. A state is a value: a clone is independent. Two states are equal if
// game, options and position are equal, including everything hidden. Their `events` do not count.
// arbiter.hpp runs matches between players with clocks and faults, with the game's own types.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/core/noncopyable.hpp>
#include <boost/json.hpp>

#include "arena/core/game.hpp"
#include "arena/core/outcome.hpp"
#include "arena/core/refinements/any_view.hpp"

namespace arena {

/// How a state starts. `deal` gives chance outcomes as records do; if empty, they come from the
/// seed.
struct StateSetup {
  boost::json::object options;
  int seats = 2;
  DealSeed seed;
  boost::json::object deal;
  bool keeps_events = false;  // for `events` and `key`
  bool draws_chance = true;   // false: the caller uses `draw` and `put`
};

/// A chance outcome and its probability.
struct LikelyOutcome {
  boost::json::object outcome;
  double probability = 0;
};

/// How a match ended, by seat.
struct Result {
  FixedVector<int, most_seats> scores;
  FixedVector<int, most_seats> places;  // from 1
  FixedVector<int, most_seats> leads;   // of its side over the best other one (core/payoff.hpp)
  std::string_view end;                 // has static storage
};

class AnyState {
 public:
  virtual ~AnyState() = default;
  AnyState& operator=(const AnyState&) = delete;

  [[nodiscard]] virtual std::unique_ptr<AnyState> clone() const = 0;
  [[nodiscard]] virtual bool equals(const AnyState& other) const = 0;
  /// Equal states have equal hashes, within one build.
  [[nodiscard]] virtual std::size_t hash() const = 0;
  [[nodiscard]] virtual int seats() const = 0;
  /// The seats that owe a move. Empty if the match is over or awaits chance.
  [[nodiscard]] virtual Seats actors() const = 0;
  /// True if chance is next. Only a state that does not draw chance itself returns true.
  [[nodiscard]] virtual bool awaits_chance() const = 0;
  /// Seats that forfeited.
  [[nodiscard]] virtual Seats gone() const = 0;

  /// Adds all legal moves of a seat. Returns false, and adds nothing, if the game does not list its
  /// moves. REQUIRES, here and below: `seat` is one of the actors.
  virtual bool legal(Seat seat, MoveSink& moves) const = 0;
  /// A legal move, uniformly random if the game lists its moves.
  [[nodiscard]] virtual std::string random_move(Seat seat, Rng& rng) const = 0;
  /// Makes a move, canonical or in the game's own spelling. A refusal changes nothing.
  virtual Refusal apply(Seat seat, std::string_view move) = 0;
  /// The seat forfeits. `ends` also ends the match, as in old records of games that now continue.
  virtual void forfeit(Seat seat, bool ends) = 0;
  /// The arbiter's move for a seat that forfeited; nullopt in games that a forfeit ends.
  [[nodiscard]] virtual std::optional<std::string> fallback(Seat seat) const = 0;

  /// All outcomes that are possible now, with probabilities; nullopt if the game does not list
  /// them. REQUIRES, here and below: awaits_chance().
  [[nodiscard]] virtual std::optional<std::vector<LikelyOutcome>> outcomes() const = 0;
  /// Applies the next outcome, given or from the seed, and returns it.
  virtual boost::json::object draw() = 0;
  /// Applies this outcome. A refusal changes nothing. Throws Error if it is no outcome at all.
  virtual Refusal put(const boost::json::object& outcome) = 0;

  /// REQUIRES: 0 <= seat < seats().
  [[nodiscard]] virtual std::shared_ptr<const AnyView> view(Seat seat) const = 0;
  /// The events that the state keeps, as `seat` may know them and the JSON protocol writes them,
  /// starting at index `from`.
  [[nodiscard]] virtual std::vector<boost::json::object> events(Seat seat,
                                                                std::size_t from) const = 0;
  /// The number of events that the state keeps.
  [[nodiscard]] virtual std::size_t event_count() const = 0;

  /// That of the seat's view: AnyView::key. Throws Error if the state keeps no events. REQUIRES:
  /// 0 <= seat < seats().
  [[nodiscard]] virtual std::string key(Seat seat) const = 0;

  /// The moves that `seat` made, canonical. Throws Error if the state keeps no events, or if they
  /// were resampled for another seat. REQUIRES: 0 <= seat < seats().
  [[nodiscard]] virtual std::vector<std::string> moves(Seat seat) const = 0;

  /// The table as a spectator sees it, with everyone's cards and the seats that are to move. If the
  /// match is over, also its result.
  [[nodiscard]] virtual std::string board() const = 0;
  /// REQUIRES: the match is over.
  [[nodiscard]] virtual Result result() const = 0;
  /// Resamples everything hidden from `seat`. The state keeps its events as this seat saw them, and
  /// its key stays equal. The past of the other seats is not resampled: their keys then have the
  /// events that both saw, and what they see at this moment. Returns false, and changes nothing, if
  /// the game cannot do it. REQUIRES: 0 <= seat < seats().
  virtual bool resample(Seat seat, Rng& rng) = 0;
  /// Plays random moves to the end; draws chance itself.
  virtual void play_out(Rng& rng) = 0;
  /// All chance outcomes so far, as in records.
  [[nodiscard]] virtual boost::json::object deal() const = 0;
  /// The whole state with its events, for the same build to read (`AnyStates::restore`). The same
  /// moves from the same start give the same bytes.
  [[nodiscard]] virtual std::string bytes() const = 0;

 protected:
  AnyState() = default;
  AnyState(const AnyState&) = default;
};

/// A built-in bot of any game.
class AnyBot : boost::noncopyable {
 public:
  virtual ~AnyBot() = default;

  /// The bot's legal move as canonical text. If the bot makes illegal moves first, it is asked
  /// again. Throws Error for a view of a seat that owes no move, or of a match with another game,
  /// other options or another number of seats than those the bot was made for.
  virtual std::string move(const AnyView& view) = 0;
  /// Shows the bot the events that `state` keeps, as `seat` may know them, starting at index
  /// `from`. Throws Error for a state of another game.
  virtual void watch(const AnyState& state, Seat seat, std::size_t from) = 0;
  /// What the bot remembers. A bot made with the same setup in the same build can `recall` it.
  [[nodiscard]] virtual std::string memory() const = 0;
  /// Continues as the bot that gave this memory. Throws Error if it cannot be its memory.
  virtual void recall(std::string_view memory) = 0;
};

}  // namespace arena
