// The numbers of a run's games as text, and the command that plays missing games.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arena/cli/shell.hpp"
#include "arena/series/match_numbers.hpp"
#include "arena/series/root_seed.hpp"

namespace arena::cli {

/// Reads "3,7-9" as numbers from 0: 2, 6, 7, 8. Throws Error for other texts or beyond `count`.
MatchNumbers read_numbers(std::string_view text, int count);

/// The shell command that plays the matches `left` of the run described by `shell`; without numbers
/// if a store knows them. `drawn_seed`: the run's seed, if its arguments do not contain it.
std::string resume_command(const Shell& shell, const MatchNumbers& left,
                           std::optional<RootSeed> drawn_seed);

}  // namespace arena::cli
