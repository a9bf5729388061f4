// The starters of `arena new`: bots for any game, a folder of templates for each language.
// Knows the folders and how a template is filled; no game and no language is named here.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game/any_game.hpp"

namespace arena::cli {

/// What stands for `@NAME@` in a template, by NAME.
using Facts = std::map<std::string, std::string, std::less<>>;

/// What the templates may say of a game.
Facts facts_of(const AnyGame& game);

/// `text` with its placeholders filled. What stands before one on its line is repeated on each line
/// of what stands for it, so that a comment stays one. An unknown `@NAME@` is left as it is.
std::string filled(std::string_view text, const Facts& facts);

/// The languages there is a starter for, ascending; none if arena's folder of starters is missing.
std::vector<std::string> starter_languages();

/// Writes the starter of a language for a game into `target`, which is made if it is not there.
/// Returns the files written, within `target`, ascending. Nothing is ever overwritten. Throws
/// Error, before anything is written, for an unknown language or a folder that cannot take a
/// starter; std::runtime_error if writing fails later: then what was written is removed.
std::vector<std::filesystem::path> write_starter(std::string_view language, const AnyGame& game,
                                                 const std::filesystem::path& target);

}  // namespace arena::cli
