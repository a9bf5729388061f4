// The checks of `arena check`, one function each. Each judges what a trial observed.
#pragma once

#include "arena/check/bot_trial.hpp"
#include "arena/check/report.hpp"
#include "arena/series/entrants/entrant.hpp"

namespace arena {

/// Why many checks cannot judge such a bot.
inline constexpr std::string_view no_answer = "not seen: it gives no answer to its first question";

/// Includes each process's first answer, because the same limit applies to it.
Duration slowest_answer(const TrialResult& trial);
/// Adds the last line that the bot got before a forfeit, and the end of its stderr.
void add_circumstances(const TrialForfeit& forfeit, std::vector<std::string>& details);
/// Adds the end of a bot's stderr, if there is any.
void add_stderr(std::string_view tail, std::vector<std::string>& details);

// How the bot plays (play.cpp).
Finding games_finding(const TrialResult& trial, const Entrant& bot);
Finding protocol_finding(const TrialResult& trial, const Entrant& bot, const AnyGame& game);
Finding answers_finding(const TrialResult& trial, const Entrant& bot);
Finding early_finding(const TrialResult& trial);
Finding twice_finding(const TrialResult& trial);
Finding line_ends_finding(const TrialResult& trial);
Finding speed_finding(const TrialResult& trial, const Entrant& bot);

// How its processes start, grow and end (process.cpp).
Finding start_finding(const TrialResult& trial, const Entrant& bot);
Finding flush_finding(const TrialResult& trial, const Entrant& bot);
Finding memory_finding(const TrialResult& trial, const Entrant& bot);
Finding end_finding(const TrialResult& trial, const Entrant& bot);
Finding processes_finding(const TrialResult& trial, bool in_sandbox);

// What the bot does in special games (play.cpp). A trial is null if it was not played, because
// the bot forfeits in ordinary games.
Finding repeats_finding(const TrialResult& trial, const TrialResult* again);
Finding refusal_finding(const TrialResult* spoilt, const Entrant& bot);

}  // namespace arena
