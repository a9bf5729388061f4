// From the words of the command line to the subcommand that acts on them.
#pragma once

#include <CLI/CLI.hpp>

#include "arena/cli/shell.hpp"

namespace arena::cli {

/// Parses `shell.args` and runs what they ask for; returns the exit status. Throws Error naming the
/// word that is wrong, and CLI::Success for what only prints, such as --help.
int run_command(CLI::App& app, Shell& shell);

}  // namespace arena::cli
