// The starters of `arena new`: bots for any game, one folder of templates per language. This code
// fills templates; it knows no game and no language.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game/any_game.hpp"

namespace arena::cli {

/// The languages that have a starter, sorted. Empty if arena's folder of starters is missing.
std::vector<std::string> starter_languages();

/// Writes the starter of a language for a game into `target`, and makes this folder if necessary.
/// Returns the written files, relative to `target` and sorted. Never overwrites a file. Throws
/// Error, before it writes anything, for an unknown language or an unsuitable folder. Throws
/// std::runtime_error if writing fails later, and removes what it wrote.
std::vector<std::filesystem::path> write_starter(std::string_view language, const AnyGame& game,
                                                 const std::filesystem::path& target);

}  // namespace arena::cli
