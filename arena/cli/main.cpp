// `arena`: the referee, without tournaments and contests.
#include "arena/cli/contest/summaries.hpp"
#include "arena/cli/program.hpp"

int main(int argc, char** argv) {
  return arena::cli::run_program({{}, arena::cli::contest_commands, nullptr}, argc, argv);
}
