// Finds out whether a bot that gave no answer gives it when its input ends, as one does that does
// not flush its output.
#pragma once

#include <string>

#include "arena/tournament/entrant.hpp"
#include "arena/tournament/house.hpp"

namespace arena {
class Loop;
class Spawner;
}  // namespace arena

namespace arena::cli {

/// Starts the bot anew, sends it `question` and ends its input. True if it writes anything then,
/// within two seconds. Nothing of it is left. REQUIRES: the bot is a process.
bool has_last_words(Loop& loop, Spawner& spawner, const House& house, const Entrant& bot,
                    const std::string& question);

}  // namespace arena::cli
