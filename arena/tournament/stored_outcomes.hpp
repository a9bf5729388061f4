// The matches of a store as ratings take them.
#pragma once

#include <optional>

#include "arena/rating/ratings.hpp"
#include "arena/store/store.hpp"

namespace arena {

/// Of the first `matches` matches, between the first `entrants` entrants or all. Entrants are
/// counted in the order of their ids. Partners are one entrant.
Outcomes stored_outcomes(const Store& store, int matches, std::optional<int> entrants = {});

}  // namespace arena
