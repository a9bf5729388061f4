// `arena checker`: checks one upload for `arena serve`.
#include "arena/cli/shell.hpp"
#include "arena/contest/checks/check_job.hpp"

namespace arena::cli {

void add_checker(CLI::App& command, Shell& shell) {
  command.footer(
      "\n`arena serve` starts it for each upload, so that nothing in an upload can harm the "
      "server.\n"
      "It reads one line of JSON and writes one. It ends, with all that it started, when its\n"
      "standard input ends.");
  shell.on(command,
           [&shell] { return contest::serve_check(shell.games) == 0 ? done : check_failed; });
}

}  // namespace arena::cli
