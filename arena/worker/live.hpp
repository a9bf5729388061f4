// What a worker reports of a match while it is played.
#pragma once

#include <functional>

#include "arena/record/record.hpp"

namespace arena {

/// A worker that ends too early begins its match again: then everything before `begun` is void.
struct LiveHooks {
  std::function<void(int match)> begun = [](int) {};
  /// An accepted or refused answer, as the record will have it. Of simultaneous answers, the first
  /// comes when all have been given.
  std::function<void(int match, const RecordedMove& move)> moved = [](int, const RecordedMove&) {};
  std::function<void(int match, const RecordedForfeit& forfeit)> forfeited =
      [](int, const RecordedForfeit&) {};
};

}  // namespace arena
