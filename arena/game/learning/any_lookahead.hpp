// What searches need of a state that the caller steps (any_state.hpp): play-outs by built-in bots,
// and a whole search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <boost/core/noncopyable.hpp>

#include "arena/game/any_state.hpp"
#include "arena/util/table_cache.hpp"

namespace arena {

struct PlayOutSetup {
  int count = 1;
  std::uint64_t seed = 0;
  std::vector<std::string> bots;  // by seat, built-in
  bool to_end_of_deal = false;    // of the state's deal; false: of the match
  /// Each play-out begins in a world of its own, resampled as this seat sees it.
  std::optional<Seat> resampled_for{};
  /// Each play-out begins with this move of `resampled_for`, or else of the first seat that is due.
  /// If it is empty, the bots make all moves.
  std::string first_move{};
  int jobs = 1;
  TableCache* table_cache = nullptr;                   // may be null
  std::function<bool()> stops = [] { return false; };  // true: the result has no meaning
};

struct SearchSetup {
  Seat seat = 0;
  int iterations = 1000;
  std::uint64_t seed = 0;
  std::function<bool()> stops = [] { return false; };  // as in PlayOutSetup
};

/// What a search found of a move.
struct SearchedMove {
  std::string move;        // canonical
  double probability = 0;  // with which the search would play it: 0 or 1 if the seat decides alone
  std::uint32_t visits = 0;
  double points = 0;  // the mean lead of the seat; 0 without visits
};

class AnyLookahead : boost::noncopyable {
 public:
  virtual ~AnyLookahead() = default;

  /// The leads of each play-out, by seat (core/payoff.hpp), one play-out after the other. The same
  /// setup gives the same numbers for any number of jobs. Throws Error if a bot cannot play, or if
  /// the first move is not legal. Bots know only the events that the state keeps; in resampled
  /// worlds, of them what that seat knows too.
  [[nodiscard]] virtual std::vector<double> play_outs(const AnyState& from,
                                                      const PlayOutSetup& setup) const = 0;
  /// The moves of a seat, the one that it would rather play first. Its worlds are drawn from what
  /// the seat knows. If the state keeps its events, and the game makes up positions, states that
  /// the seat cannot tell from each other give the same result. Throws Error if the game has no
  /// search. REQUIRES: the seat is due.
  [[nodiscard]] virtual std::vector<SearchedMove> search(const AnyState& from,
                                                         const SearchSetup& setup) const = 0;
};

}  // namespace arena
