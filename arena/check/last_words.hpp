// What a bot that gave no answer writes when its input ends. If it writes its answer then, it does
// not flush its output.
#pragma once

#include <string>
#include <vector>

#include "arena/series/entrants/entrant.hpp"
#include "arena/series/entrants/series_settings.hpp"

namespace arena {

class Loop;
class Spawner;

/// Starts the bot again, sends `question`, and ends the input five seconds after the bot has read
/// it. Returns the lines that it writes in the next five seconds, without blank ones. Earlier
/// output does not count. Removes the process. REQUIRES: the bot is a process.
std::vector<std::string> last_words(Loop& loop, Spawner& spawner, const SeriesSettings& settings,
                                    const Entrant& bot, const std::string& question);

}  // namespace arena
