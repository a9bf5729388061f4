// Turns the words that a user gave for a bot into a program and its arguments. A single word is the
// program if that file exists, else it is split as a shell would. No shell runs the command, so $,
// *, ; and | have no special meaning.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "arena/util/shell_words.hpp"

namespace arena {

/// Returns the program's path and its arguments. Throws Error, which names the word, for an empty
/// command, an open quote, or a program that is missing, a directory or not executable.
std::vector<std::string> bot_command(std::span<const std::string> words);

/// The default name of a bot: the file name of the first argument that is a file (a script, for an
/// interpreter), else of the program, without folders and extension. `words`: as for `bot_command`,
/// or its result. Throws Error as `bot_command` does, but does not look for the program.
std::string bot_name(std::span<const std::string> words);

}  // namespace arena
