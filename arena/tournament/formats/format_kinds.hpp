// The formats by their kinds, for make_format alone.
#pragma once

#include <memory>

#include "arena/tournament/formats/format.hpp"

namespace arena {

std::unique_ptr<Format> make_round_robin(const FormatSettings& settings);
std::unique_ptr<Format> make_gauntlet(const FormatSettings& settings);
std::unique_ptr<Format> make_swiss(const FormatSettings& settings);
/// Single or double, as the settings say.
std::unique_ptr<Format> make_knockout(const FormatSettings& settings);
std::unique_ptr<Format> make_league(const FormatSettings& settings, RatingFunction ratings);

}  // namespace arena
