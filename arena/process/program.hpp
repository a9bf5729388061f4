// Finds the file that a bot's command names, and explains why it cannot be started. Every message
// names the file, so that the bot's author knows what to do. Nothing goes through a shell.
#pragma once

#include <string>
#include <string_view>

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

}  // namespace arena
