// `arena verify`: checks a tournament's store.
#include "arena/tournament/verify.hpp"

#include <memory>

#include <fmt/format.h>

#include "arena/cli/shell.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena::cli {

namespace {

int print_verification(const std::string& path, const Games& games) {
  const Verification result = verify(Store(path, Access::snapshot), games);
  for (const std::string& finding : result.findings) fmt::print("{}\n", escaped(finding));
  if (!result.knows_seed)
    fmt::print("The seed is not revealed yet: who plays whom with which deal is not checked.\n");
  if (!result.findings.empty()) return check_failed;
  fmt::print("{} checked: all agree.\n", counted(result.matches, "game"));
  return done;
}

}  // namespace

void add_verify(CLI::App& app, Shell& shell) {
  CLI::App* command =
      app.add_subcommand("verify", "Check a tournament: deals, records, results, sums");
  const auto path = std::make_shared<std::string>();
  command->add_option("STORE", *path, "The file of the tournament")->required();
  command->footer(
      "\nExit status: 0 all agree, 1 something does not.\n\nExamples:\n  arena verify cup.db");
  command->callback([&shell, path] {
    shell.action = [&shell, path] { return print_verification(*path, shell.games); };
  });
}

}  // namespace arena::cli
