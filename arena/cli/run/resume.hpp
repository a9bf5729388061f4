// Which games of a run are played, as text, and the command that plays those that are missing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arena/cli/shell.hpp"
#include "arena/series/match_numbers.hpp"
#include "arena/series/root_seed.hpp"

namespace arena::cli {

/// "3,7-9" as numbers from 0: 2, 6, 7, 8. Throws Error for anything else, or beyond `count`.
MatchNumbers read_numbers(std::string_view text, int count);

/// What a shell takes to play the matches `left` of the run that `shell` was told to play.
/// `drawn_seed`: its seed, if the arguments do not say it.
std::string resume_command(const Shell& shell, const MatchNumbers& left,
                           std::optional<RootSeed> drawn_seed);

}  // namespace arena::cli
