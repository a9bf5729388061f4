// The matches of a store as ratings take them.
#pragma once

#include <span>

#include "arena/rating/ratings.hpp"
#include "arena/store/store.hpp"

namespace arena {

/// Of the first `matches` matches, between the entrants with these ids, which are counted in this
/// order. Others are left out of their matches. Partners are one entrant.
Outcomes stored_outcomes(const Store& store, int matches, std::span<const int> ids);

}  // namespace arena
