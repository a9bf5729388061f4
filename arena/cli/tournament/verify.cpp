// `arena verify`: checks a tournament's store.
#include "arena/tournament/verify.hpp"

#include <memory>
#include <optional>

#include <fmt/format.h>

#include "arena/cli/shell.hpp"
#include "arena/tournament/extent.hpp"
#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena::cli {

namespace {

struct VerifyOptions {
  std::string store;
  std::optional<std::string> commitment;  // as it was published
};

/// Prints the values that a user compares with the published ones.
void print_secrets(const StoredTournament& tournament, bool is_compared) {
  if (tournament.is_run()) return;
  fmt::print("Commitment {}{}\n", escaped(tournament.commitment),
             is_compared ? ", as published" : "");
  fmt::print("Seed {}\n", tournament.seed ? escaped(*tournament.seed) : "is secret until the end");
  if (tournament.seed_from)
    fmt::print("Mixed into the seed: {}\n", in_quotes(*tournament.seed_from));
}

int run_verify(const VerifyOptions& options, const Games& games) {
  const Store store(options.store, Access::snapshot);
  Verification result = verify(store, games);
  const bool is_whole = !result.checked.empty();
  const StoredTournament tournament = is_whole ? store.tournament() : StoredTournament();
  if (is_whole && options.commitment && *options.commitment != tournament.commitment)
    result.findings.push_back("the published commitment is another one than the store's");
  for (const std::string& finding : result.findings) fmt::print("{}\n", escaped(finding));
  if (is_whole)
    fmt::print("Checked: {}.\n", escaped(fmt::format("{}", fmt::join(result.checked, ", "))));
  for (const std::string& what : result.not_checked)
    fmt::print("Not checked: {}.\n", escaped(what));
  if (!result.findings.empty()) return check_failed;
  print_secrets(tournament, options.commitment.has_value());
  fmt::print("{} checked: all agree.\n", counted(result.matches, "game"));
  const Extent extent = extent_of(store, find_game(games, tournament.game));
  if (!extent.is_whole) fmt::print("{}\n", extent.text());
  return done;
}

}  // namespace

void add_verify(CLI::App& command, Shell& shell) {
  const auto options = std::make_shared<VerifyOptions>();
  command.add_option("STORE", options->store, "The file of the tournament")->required();
  command.add_option("--commitment", options->commitment,
                     "The commitment that was published at the start, to compare with");
  command.footer(
      "\nExit status: 0 all agree, 1 something does not.\n\nExamples:\n  arena verify cup.db\n"
      "  arena verify cup.db --commitment 4226d37c...     as published at the start");
  shell.on(command, [&shell, options] { return run_verify(*options, shell.games); });
}

}  // namespace arena::cli
