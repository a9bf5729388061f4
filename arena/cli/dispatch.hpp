// Parses the command line and runs the subcommand that it names.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "arena/cli/shell.hpp"

namespace arena::cli {

/// Parses `shell.args` and runs the subcommand. Returns the exit status. Throws Error, which names
/// the wrong word, and CLI::Success for options that only print, such as --help.
int run_command(CLI::App& app, Shell& shell);

/// Turns `--sandbox on` into `--sandbox=on`: CLI11 accepts a flag's value only in that form.
void join_switches(std::vector<std::string>& args);

}  // namespace arena::cli
