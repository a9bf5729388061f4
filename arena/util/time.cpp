#include "arena/util/time.hpp"

namespace arena {

TimePoint Clock::now() { return std::chrono::steady_clock::now(); }

}  // namespace arena
