#include "arena/cli/tournament/tournament_plan.hpp"

#include <boost/describe/enum_from_string.hpp>
#include <fmt/format.h>

#include "arena/cli/tournament/entrant_folder.hpp"
#include "arena/process/command_line.hpp"

namespace arena::cli {

namespace {

/// The command line without what may differ when the tournament goes on.
std::string description(const Shell& shell) {
  std::vector<std::string> args = shell.args;
  for (const char* option : {"--store", "-j", "--jobs"})
    args = without_option(args, option, shell.is_option);
  std::erase_if(args, [](const std::string& word) {
    return word == "-q" || word == "--quiet" || word == "--json" || word.starts_with("-j");
  });
  return "arena " + join_words(args);
}

PlannedTournament plan_of_words(const TournamentOptions& options, const Shell& shell) {
  PlannedTournament plan;
  plan.text = description(shell);
  plan.store = options.match.game + "-tournament.db";
  plan.match = options.match;
  boost::describe::enum_from_string(options.format.c_str(), plan.format.kind);
  plan.format.deals = options.deals;
  plan.format.rounds = options.rounds;
  plan.format.max_blocks = options.max_blocks;
  return plan;
}

}  // namespace

PlannedTournament plan_tournament(const TournamentOptions& options, const Shell& shell) {
  const bool is_file = options.match.game.ends_with(".toml");
  PlannedTournament plan =
      is_file ? plan_of_file(options.match.game) : plan_of_words(options, shell);
  for (const PlayerArg& player : shell.players) plan.entrants.push_back({player});
  if (!options.folder.empty()) {
    const EntrantFolder folder = read_entrant_folder(options.folder);
    for (const std::string& why : folder.left_out) fmt::print(stderr, "Left out: {}.\n", why);
    for (const PlayerArg& player : folder.players) plan.entrants.push_back({player});
  }
  if (!options.store.empty()) plan.store = options.store;
  if (options.jobs != 0) plan.jobs = options.jobs;
  plan.match.quiet = options.match.quiet;
  return plan;
}

}  // namespace arena::cli
