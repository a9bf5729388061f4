// A bot tried in a few games, with somebody beside it: what its processes did, what it was last
// asked, how it failed. Says what was seen; what that means is the caller's business.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "arena/check/watched_process.hpp"
#include "arena/series/entrant.hpp"
#include "arena/series/root_seed.hpp"
#include "arena/series/table.hpp"
#include "arena/util/time.hpp"

namespace arena {

struct TrialForfeit {
  int game = 0;  // from 0
  int answers = 0;
  std::string reason;
  std::string detail;
  std::string last_asked;  // the last line that it was sent
  std::string stderr_tail;
};

struct TrialResult {
  int games = 0;     // that were played
  int left_out = 0;  // of those that were wanted
  int answers = 0;   // refused ones included
  int refused = 0;
  std::string last_refused;
  std::string last_reason;
  std::deque<ProcessSeen> processes;     // in the order of their starts
  std::vector<MemoryUse> memory;         // after each game, of a process that plays all
  std::vector<std::string> first_game;   // its answers
  bool input_was_ended = false;          // since it read its first question and did not answer
  bool answers_at_end_of_input = false;  // then its answer came
  std::string last_words;                // the first line that came then, if no answer did
  std::vector<TrialForfeit> forfeits;

  [[nodiscard]] bool has_answered() const {
    return !processes.empty() && processes.front().first_answer;
  }
};

struct TrialPlan {
  int games = 1;
  bool spoilt = false;  // its very first answer is replaced by one that every game refuses
};

/// Plays the games; the bot takes one seat after the other. A bot whose process plays many games
/// plays all of them in one. The same seed gives the same deals and opponents.
TrialResult try_bot(const SeriesSettings& settings, const Entrant& bot,
                    const std::vector<Entrant>& opponents, TrialPlan plan, const SeedKey& key);

}  // namespace arena
