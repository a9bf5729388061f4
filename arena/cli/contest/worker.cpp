// `arena worker`: plays what another program asks for on the standard input.
#include <unistd.h>

#include "arena/cli/shell.hpp"
#include "arena/worker/serve_plans.hpp"

namespace arena::cli {

void add_worker(CLI::App& command, Shell& shell) {
  command.footer(R"(
It reads plans from its standard input and writes results to its standard output, one JSON
object on each line; docs/command_line.md describes them. When its standard input ends, it ends
at once, with its bots.)");
  shell.on(command, [&shell] {
    const int status = serve_plans(shell.games, shell.table_cache, STDIN_FILENO, STDOUT_FILENO);
    return status == 0 ? done : check_failed;
  });
}

}  // namespace arena::cli
