// Plays the matches of a batch, several at a time, each on a thread with its own loop. It
// delivers the results in the order of the match numbers, so the same seed gives the same output
// for any number of jobs. To play a series, use run.hpp.
#pragma once

#include <stop_token>

#include "arena/process/spawner.hpp"
#include "arena/series/batch.hpp"

namespace arena {

/// As PlayBatch, in this process.
void play_here(const Batch& batch, Spawner& spawner, const BatchHooks& hooks, BatchResults& results,
               const std::stop_token& stop);

}  // namespace arena
