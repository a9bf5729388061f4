// What the moves of a contest's matches lost, worked out when it is asked for: one match at a time,
// its first moves if it takes more than five seconds, and kept. So reviews take one core at most.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include <boost/json.hpp>

#include "arena/game/any_game.hpp"
#include "arena/record/record.hpp"
#include "arena/util/table_cache.hpp"

namespace arena::site {

class MatchReviews {
 public:
  /// The steps of a match with its losses (arena/review), as JSON. `line` is its record. Throws
  /// Refused if another match is reviewed just now, or if the game has no reviews.
  std::string steps(const AnyGame& game, const std::string& line);

 private:
  static constexpr std::size_t most_kept = 16'000'000;  // bytes

  std::mutex working_;
  std::mutex mutex_;                                   // of what follows
  std::unordered_map<std::string, std::string> kept_;  // by the hash of the record
  std::size_t bytes_ = 0;
  std::unique_ptr<TableCache> table_cache_ = std::make_unique<TableCache>();  // of who works
};

}  // namespace arena::site
