// A match as web pages show it: one JSON object for each answer and each forfeit, with what every
// seat then knows. Replays make all of them from a record; while people play, they come one after
// the other. docs/web_pages.md describes the format.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/seat.hpp"
#include "arena/game/any_game.hpp"
#include "arena/game/any_state.hpp"
#include "arena/record/record.hpp"

namespace arena {

/// Makes the steps of one match in their order. Each function below throws Error, and changes
/// nothing, if the rules do not allow what it is given.
class StepMaker {
 public:
  /// Throws Error if options, seats or deal are impossible.
  StepMaker(const AnyGame& game, StateSetup setup);

  /// The position after the deal. Call it once, before the other functions.
  json::object first();
  /// An answer of a seat, accepted or refused.
  json::object answer(const RecordedMove& answer);
  /// `ends` also ends the match, as in old records of games that now continue.
  json::object forfeit(const RecordedForfeit& forfeit, bool ends = false);

  /// The step after these, of a record that may still grow; none if it does not go further. Throws
  /// Error if the record breaks the rules.
  std::optional<json::object> next_of(const Record& record);

  /// The seat whose answer or forfeit comes next. REQUIRES: !over().
  [[nodiscard]] Seat next() const { return round_.front(); }
  /// Seats that forfeited. The arbiter answers for them.
  [[nodiscard]] Seats gone() const { return state_->gone(); }
  /// Seats that move at once all answer before the match is over.
  [[nodiscard]] bool over() const { return round_.empty(); }
  /// Scores, places and end. REQUIRES: over().
  [[nodiscard]] json::object result() const;

 private:
  void require_turn(Seat seat) const;
  void apply(const RecordedMove& answer);
  void end_turn(Seat seat);
  json::object step(json::object fields);

  std::unique_ptr<AnyState> state_;
  Seats round_;                      // those that move at once and have not answered yet
  std::vector<json::object> views_;  // by seat, as the last step had them
  std::size_t answers_ = 0;
  std::size_t events_ = 0;
};

/// A match before its first step: {"game", "title", "options", "sides", "players", "steps",
/// "result", "broken"}. `names`: by seat. Seat s is on side s % sides; without partners, each seat
/// is its own.
json::object no_steps(const GameInfo& game, const json::object& options,
                      const std::vector<std::string>& names);

/// A whole match. If the record breaks the rules, `broken` says where and why, and the steps end
/// there.
json::object steps_of(const AnyGame& game, const Record& record);

}  // namespace arena
