// One match of any game, stepped from outside: for searches, for Python, for whoever names no game.
// Moves go in and out as canonical text. A state is a value: a clone goes its own way, and equal
// ones have the same game, options and position, with all that is hidden. What happened on the way
// there (`events`) does not count.
// Not for: play between players with clocks and faults (arbiter.hpp), which keeps its types.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/any_view.hpp"
#include "arena/core/game.hpp"
#include "arena/core/outcome.hpp"

namespace arena {

/// What a state starts from. `deal`: chance that is given, as records have it; empty: from the
/// seed.
struct StateSetup {
  boost::json::object options;
  int seats = 2;
  DealSeed seed;
  boost::json::object deal;
  bool keeps_events = false;  // remembers what happened, for `events`
  bool draws_chance = true;   // chance comes by itself; else by `draw` and `put`
};

/// What chance may bring, and how likely it is.
struct LikelyOutcome {
  boost::json::object outcome;
  double probability = 0;
};

/// How a match ended, seat by seat.
struct Result {
  FixedVector<int, most_seats> scores;
  FixedVector<int, most_seats> places;  // from 1
  std::string_view end;                 // has static storage
};

class AnyState {
 public:
  virtual ~AnyState() = default;
  AnyState& operator=(const AnyState&) = delete;

  [[nodiscard]] virtual std::unique_ptr<AnyState> clone() const = 0;
  [[nodiscard]] virtual bool equals(const AnyState& other) const = 0;
  /// The same for equal states, within this build.
  [[nodiscard]] virtual std::size_t hash() const = 0;
  [[nodiscard]] virtual int seats() const = 0;
  /// Who owes a move; none: the match is over, or awaits chance.
  [[nodiscard]] virtual Seats actors() const = 0;
  /// Chance is next, of a state that does not draw it by itself.
  [[nodiscard]] virtual bool awaits_chance() const = 0;
  /// Seats that forfeited.
  [[nodiscard]] virtual Seats gone() const = 0;

  /// All legal moves of a seat. False, and nothing is added: the game does not list them.
  /// REQUIRES, here and below: `seat` is one of the actors.
  virtual bool legal(Seat seat, MoveSink& moves) const = 0;
  /// A legal move, uniformly random where the game lists them.
  [[nodiscard]] virtual std::string random_move(Seat seat, Rng& rng) const = 0;
  /// Makes a move, canonical or in the game's own spelling. Refused: why; nothing is changed.
  virtual Refusal apply(Seat seat, std::string_view move) = 0;
  /// The seat gives up. `ends`: and that ends the match, as in records of old of games that play
  /// on.
  virtual void forfeit(Seat seat, bool ends) = 0;
  /// The move that the arbiter makes for a seat that is gone; none in games that end with it.
  [[nodiscard]] virtual std::optional<std::string> fallback(Seat seat) const = 0;

  /// All that chance may bring now, with the probabilities. Nothing: the game does not list it.
  /// REQUIRES, here and below: awaits_chance().
  [[nodiscard]] virtual std::optional<std::vector<LikelyOutcome>> outcomes() const = 0;
  /// Lets come what is given, or from the seed. Returns it.
  virtual boost::json::object draw() = 0;
  /// Lets this come. Refused: why; nothing is changed. Throws Error if it is no outcome at all.
  virtual Refusal put(const boost::json::object& outcome) = 0;

  /// What a seat knows. REQUIRES: 0 <= seat < seats().
  [[nodiscard]] virtual std::shared_ptr<const AnyView> view(Seat seat) const = 0;
  /// What a seat may know of what happened, from the `from`-th fact on, as the JSON protocol tells
  /// it; facts that it learns nothing of are left out. Empty unless the state keeps events.
  [[nodiscard]] virtual std::vector<boost::json::object> events(Seat seat,
                                                                std::size_t from) const = 0;
  /// How many facts are kept.
  [[nodiscard]] virtual std::size_t event_count() const = 0;

  /// The table as a spectator sees it, with the cards of all and the seats that are to move; of a
  /// match that is over, with how it ended.
  [[nodiscard]] virtual std::string board() const = 0;
  /// REQUIRES: nobody is to move, and no chance to come.
  [[nodiscard]] virtual Result result() const = 0;
  /// Draws anew what `seat` does not see, and keeps no events any more: those until now would tell
  /// what was there. False, and nothing is changed: the game has no such way.
  /// REQUIRES: 0 <= seat < seats().
  virtual bool resample(Seat seat, Rng& rng) = 0;
  /// Random moves to the end; chance comes by itself.
  virtual void play_out(Rng& rng) = 0;
  /// All chance so far, as records keep it.
  [[nodiscard]] virtual boost::json::object deal() const = 0;
  /// All of it, with the events, for this very build to read again (`AnyGame::restore`). The same
  /// moves from the same start give the same bytes.
  [[nodiscard]] virtual std::string bytes() const = 0;

 protected:
  AnyState() = default;
  AnyState(const AnyState&) = default;
};

/// A built-in bot of any game.
class AnyBot {
 public:
  AnyBot() = default;
  AnyBot(const AnyBot&) = delete;
  AnyBot& operator=(const AnyBot&) = delete;
  virtual ~AnyBot() = default;

  /// The bot's move, which is legal, as canonical text: a bot that probes is asked until it is.
  /// Throws Error for a view of another game.
  virtual std::string move(const AnyView& view) = 0;
  /// Shows it what `seat` may know of the facts that `state` keeps, from the `from`-th on. Throws
  /// Error for a state of another game.
  virtual void watch(const AnyState& state, Seat seat, std::size_t from) = 0;
  /// What it remembers, for `recall` of a bot that was made alike in this very build.
  [[nodiscard]] virtual std::string memory() const = 0;
  /// Goes on as the bot whose memory it was. Throws Error if that cannot be.
  virtual void recall(std::string_view memory) = 0;
};

}  // namespace arena
