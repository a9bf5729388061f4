// Deals that another program wrote, such as the boards of a bridge event: --deals FILE.
#pragma once

#include <string>

#include "arena/series/checked_settings.hpp"

namespace arena {

/// Gives the series the deals of the file; what the file leaves to chance comes from the seed.
/// Returns what is wrong in the file, and was left out: a line for each problem, or an empty text.
/// Throws Error if no deal is left, or if the game has no use for such a file.
std::string give_deals(const std::string& file, CheckedSettings& checked);

/// How many deals are played: `wanted`, or if that is 0 all that `file` has, or without a file
/// `by_default`. Throws Error if the file has fewer than are wanted.
int deals_to_play(int wanted, const SeriesSettings& settings, const std::string& file,
                  int by_default);

}  // namespace arena
