// The steps of a match with people, as they come. Used by one thread at a time.
#pragma once

#include <optional>

#include <boost/json.hpp>

#include "arena/game/any_game.hpp"
#include "arena/game/steps.hpp"
#include "arena/record/record.hpp"
#include "arena/series/play/schedule.hpp"

namespace arena::site {

class MatchFeed {
 public:
  /// Throws Error if the match is impossible.
  MatchFeed(const AnyGame& game, const boost::json::object& options, const ScheduledMatch& match);

  /// What the worker reports, in its order.
  void add(const RecordedMove& move) { record_.moves.push_back(move); }
  void add(const RecordedForfeit& forfeit) { record_.forfeits.push_back(forfeit); }
  /// The next step, the position after the deal first; none until more is added. Throws Error if
  /// the rules do not allow it.
  std::optional<boost::json::object> next_step();

 private:
  StepMaker maker_;
  Record record_;
  bool has_begun_ = false;
};

}  // namespace arena::site
