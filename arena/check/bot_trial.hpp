// Tries a bot in a few games and observes it: what its processes did, its last question, how it
// failed. Reports observations only; the caller judges them.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "arena/config/root_seed.hpp"
#include "arena/process/process.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/series/play/table.hpp"

namespace arena {

/// Observations of one process.
struct ProcessSeen {
  std::optional<Duration> startup;        // until it has read its first question
  std::optional<Duration> first_thought;  // from then until its answer
  std::vector<Duration> thoughts;         // for all other answers
  std::optional<std::string> first_answer;
  int greetings = 0;     // lines before its first question
  std::string greeting;  // the first of these lines
  int extra_lines = 0;   // lines after an answer and before the next question
  std::string extra;     // the first of these lines
  int crlf_lines = 0;
  MemoryUse memory;       // at the end of the last match
  bool finished = false;  // it lived until its matches were over; the rest says how it exited
  std::optional<Duration> left_after;  // no value if it did not exit by itself
  std::string failure;                 // such as "exited with status 1"
  std::string stderr_tail;             // if it failed
  std::vector<std::string> left_behind;
};

struct TrialForfeit {
  int game = 0;  // counted from 0
  int answers = 0;
  std::string reason;
  std::string detail;
  std::string last_asked;  // the last line that arena sent
  std::string stderr_tail;
};

struct TrialResult {
  int games = 0;     // number of games played
  int left_out = 0;  // games requested but not played
  int answers = 0;   // includes refused ones
  int refused = 0;
  std::string last_refused;
  std::string last_reason;
  std::deque<ProcessSeen> processes;     // in the order in which they started
  std::vector<MemoryUse> memory;         // after each game, if one process plays all
  std::vector<std::string> first_game;   // the answers of the first game
  bool input_was_ended = false;          // the bot read its first question but did not answer
  bool answers_at_end_of_input = false;  // the answer came only then
  std::string last_words;                // the first line that came then, if it was not an answer
  std::vector<TrialForfeit> forfeits;

  [[nodiscard]] bool has_answered() const {
    return !processes.empty() && processes.front().first_answer;
  }
};

struct TrialPlan {
  int games = 1;
  bool spoilt = false;  // replaces its very first answer by one that every game refuses
};

/// Plays the games. The bot changes its seat from game to game. A bot whose process can play many
/// games plays all of them in one process. The same seed gives the same deals and opponents.
TrialResult try_bot(const SeriesSettings& settings, const Entrant& bot,
                    const std::vector<Entrant>& opponents, TrialPlan plan, const SeedKey& key);

}  // namespace arena
