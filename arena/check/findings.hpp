// The checks of `arena check`, one function each: what a trial showed, judged.
#pragma once

#include "arena/check/bot_trial.hpp"
#include "arena/check/report.hpp"
#include "arena/series/entrant.hpp"

namespace arena {

/// Why much cannot be told of such a bot.
inline constexpr std::string_view no_answer = "not seen: it gives no answer to its first question";

/// Each process's first answer included: it is under the same limit.
Duration slowest_answer(const TrialResult& trial);
/// Of a forfeit: what it was sent last, and the end of its stderr.
void add_circumstances(const TrialForfeit& forfeit, std::vector<std::string>& details);
/// The end of a bot's stderr, if there is any.
void add_stderr(std::string_view tail, std::vector<std::string>& details);

// How it plays (check_play.cpp).
Finding games_finding(const TrialResult& trial, const Entrant& bot);
Finding protocol_finding(const TrialResult& trial, const Entrant& bot, const AnyGame& game);
Finding answers_finding(const TrialResult& trial, const Entrant& bot);
Finding early_finding(const TrialResult& trial);
Finding twice_finding(const TrialResult& trial);
Finding line_ends_finding(const TrialResult& trial);
Finding speed_finding(const TrialResult& trial, const Entrant& bot);

// How its processes begin, grow and end (check_process.cpp).
Finding start_finding(const TrialResult& trial, const Entrant& bot);
Finding flush_finding(const TrialResult& trial, const Entrant& bot);
Finding memory_finding(const TrialResult& trial, const Entrant& bot);
Finding end_finding(const TrialResult& trial, const Entrant& bot);
Finding processes_finding(const TrialResult& trial, bool in_sandbox);

// What it does in special games (check_course.cpp). Null: such a game was not played, since the bot
// forfeits in plain ones.
Finding repeats_finding(const TrialResult& trial, const TrialResult* again);
Finding refusal_finding(const TrialResult* spoilt, const Entrant& bot);

}  // namespace arena
