// A store as it was at an earlier moment.
#pragma once

#include <string>

#include "arena/game/any_game.hpp"
#include "arena/store/store.hpp"

namespace arena {

/// From now on, `store` shows what it held at that moment (ISO 8601). Throws Error if `date` is no
/// date. REQUIRES: the store was opened for reading.
void look_back(Store& store, const std::string& date, const AnyGame& game);

}  // namespace arena
