// The file that a bot's command names: finding it, and saying why it cannot be started.
// Every sentence names the file, so that its author knows what to do. Nothing goes through a shell.
#pragma once

#include <string>
#include <string_view>

namespace arena {

/// The path to start for `name`: as given if it has a slash, else the first match on PATH.
/// Throws Error if there is none, or if it is a directory, not executable, or a script
/// whose interpreter is not there.
std::string find_program(std::string_view name);

/// True if `path` names a file that is no directory.
bool is_file(const std::string& path);

/// Why starting `path` failed with errno `error`.
std::string start_failure(const std::string& path, int error);

}  // namespace arena
