// The ratings that a league chooses its next pairings by.
#pragma once

#include "arena/store/store.hpp"
#include "arena/tournament/format.hpp"

namespace arena {

/// Rates those who take part in the next batch, and up to 300 with others, by the stored matches of
/// the pairings that it is asked for. `tables`: how many matches a deal has. Of a large field it
/// gives variances alone, unless a stop needs to know the covariances. The store outlives the
/// function.
RatingFunction league_ratings(const Store& store, int tables, bool needs_covariance = false);

}  // namespace arena
