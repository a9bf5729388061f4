// The built-in bots of Lost Cities: `random`, `dumb` (the Ruby quiz's DumbPlayer) and `greedy`.
#pragma once

#include <span>
#include <vector>

#include "arena/core/bot.hpp"
#include "games/lost_cities/lost_cities.hpp"

namespace arena::lost_cities {

std::span<const Builtin<LostCities>> builtins();

/// What a deal is worth, by seat: the mean margin of `greedy` against itself, with this deck and
/// with seven nearby ones, because the margin of one match depends much on how the two play. A
/// nearby deck exchanges cards that the same seat gets, if both seats draw from the deck. The same
/// on every machine.
std::vector<double> baseline_margins(const Setup<LostCities>& setup);

}  // namespace arena::lost_cities
