// Long loops: whole by `./dev proof`, which sets ARENA_PROOF to its SCALE, and short every day.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace arena::proof {

inline bool is_on() {
  return std::getenv("ARENA_PROOF") != nullptr;  // NOLINT: the process never sets it
}

/// How many of `whole` repetitions to do now; `daily` is the share of them that every day has.
inline int repetitions(int whole, double daily) {
  const char* const scale = std::getenv("ARENA_PROOF");  // NOLINT: the process never sets it
  const double share = scale != nullptr ? std::atof(scale) : daily;
  return std::max(1, static_cast<int>(std::lround(whole * share)));
}

}  // namespace arena::proof
