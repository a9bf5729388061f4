// Parses the command line and runs the subcommand that it names.
#pragma once

#include <CLI/CLI.hpp>

#include "arena/cli/shell.hpp"

namespace arena::cli {

/// Parses `shell.args` and runs the subcommand. Returns the exit status. Throws Error, which names
/// the wrong word, and CLI::Success for options that only print, such as --help.
int run_command(CLI::App& app, Shell& shell);

}  // namespace arena::cli
