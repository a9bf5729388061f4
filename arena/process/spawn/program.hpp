// Finds the file that a bot's command names, and explains why it cannot be started. Every message
// names the file, so that the bot's author knows what to do. Nothing goes through a shell.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/util/text/shell_words.hpp"

namespace arena {

/// The path to start for `name`: `name` itself if it contains a slash, else the first match on
/// PATH. Throws Error if there is no match, or if it is a directory, not executable, or a script
/// with a missing interpreter.
std::string find_program(std::string_view name);

/// Whether `path` is an existing file and not a directory.
bool is_file(const std::string& path);

/// Whether its content is that of a program: ELF, or a script that begins with #!. On some file
/// systems, every file is executable.
bool is_program(const std::string& path);

/// Explains why starting `path` failed. `error`: an errno.
std::string start_failure(const std::string& path, int error);

// Turns the words that a user gave for a bot into a program and its arguments. A single word is the
// program if that file exists, else it is split as a shell would. No shell runs the command, so $,
// *, ; and | have no special meaning.

/// Returns the program's path and its arguments. Throws Error, which names the word, for an empty
/// command, an open quote, or a program that is missing, a directory or not executable.
std::vector<std::string> bot_command(std::span<const std::string> words);

/// The default name of a bot: the file name of the first argument that is a file (a script, for an
/// interpreter), else of the program, without folders and extension. `words`: as for `bot_command`,
/// or its result. Throws Error as `bot_command` does, but does not look for the program.
std::string bot_name(std::span<const std::string> words);

}  // namespace arena
