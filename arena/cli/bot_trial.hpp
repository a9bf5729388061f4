// A bot tried in a few games, with a witness beside it: when it answered, what it was last asked,
// how it left. Says what was seen; what that means is the caller's business.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/core/time.hpp"
#include "arena/tournament/entrant.hpp"
#include "arena/tournament/table.hpp"

namespace arena::cli {

struct TrialForfeit {
  int game = 0;  // from 0
  int answers = 0;
  std::string reason;
  std::string detail;
  std::string last_asked;  // the last line that it was sent
  std::string stderr_tail;
};

struct TrialResult {
  int games = 0;
  int answers = 0;  // refused ones included
  int refused = 0;
  std::string last_refused;
  std::string last_reason;
  int early_lines = 0;
  std::optional<std::string> first_answer;
  std::optional<Duration> first_answer_after;  // since its start
  Duration slowest{0};                         // answer, the first of each game left out
  int killed = 0;  // times it did not leave by itself, after a game or at the end of its input
  int starts = 0;  // of its process
  bool answers_at_end_of_input = false;  // it was late, but its answer came when its input ended
  std::vector<TrialForfeit> forfeits;
};

/// Plays `games` games; the bot takes one seat after the other. A bot whose process plays many
/// games plays all of them in one.
TrialResult try_bot(const House& house, const Entrant& bot, const std::vector<Entrant>& opponents,
                    int games, std::uint64_t seed);

}  // namespace arena::cli
