// How somebody watches a match while it is played.
#pragma once

#include <functional>
#include <span>

#include "arena/record/record.hpp"

namespace arena {

/// Receives all that a match has recorded so far.
using MatchProgress = std::function<void(std::span<const RecordedMove> moves,
                                         std::span<const RecordedForfeit> forfeits)>;

}  // namespace arena
