// `arena worker`: plays what another program asks for on the standard input.
#include <unistd.h>

#include "arena/cli/shell.hpp"
#include "arena/worker/serve_plans.hpp"

namespace arena::cli {

void add_worker(CLI::App& app, Shell& shell) {
  CLI::App* command = app.add_subcommand(
      "worker", "For programs: play the games that come as JSON on the standard input");
  command->footer(
      "\nA program that uses arena writes plans to the standard input of `arena worker`, and "
      "reads\n"
      "results from its standard output, one JSON object a line; docs/internals.md has the "
      "format.\n"
      "The worker ends, with its bots, when its standard input ends.");
  shell.on(*command, [&shell] {
    const int status = serve_plans(shell.games, shell.table_cache, STDIN_FILENO, STDOUT_FILENO);
    return status == 0 ? done : check_failed;
  });
}

}  // namespace arena::cli
