// What a bot that gave no answer writes when its input ends: its answer, if it does not flush its
// output.
#pragma once

#include <string>
#include <vector>

#include "arena/series/entrant.hpp"
#include "arena/series/series_settings.hpp"

namespace arena {
class Loop;
class Spawner;
}  // namespace arena

namespace arena {

/// Starts the bot anew, sends it `question` and, two seconds after it has read that, ends its
/// input. Gives the lines that it writes within two seconds from then on, blank ones left out; what
/// it wrote before is none of them. Nothing of it is left. REQUIRES: the bot is a process.
std::vector<std::string> last_words(Loop& loop, Spawner& spawner, const SeriesSettings& settings,
                                    const Entrant& bot, const std::string& question);

}  // namespace arena
