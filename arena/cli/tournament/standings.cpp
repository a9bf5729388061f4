// `arena standings`: how a tournament stands, also while it is played.
#include <memory>

#include <fmt/format.h>

#include "arena/cli/shell.hpp"
#include "arena/cli/tournament/standings_text.hpp"
#include "arena/tournament/standings_json.hpp"

namespace arena::cli {

namespace {

struct StandingsOptions {
  std::string store;
  bool as_json = false;
  bool as_csv = false;
};

int print_standings(const StandingsOptions& options) {
  const Standings standings = standings_of(Store(options.store, Access::read));
  if (options.as_json)
    fmt::print("{}\n", json::serialize(standings_json(standings)));
  else
    fmt::print("{}", options.as_csv ? standings_csv(standings) : standings_text(standings));
  return done;
}

}  // namespace

void add_standings(CLI::App& app, Shell& shell) {
  CLI::App* command = app.add_subcommand("standings", "How a tournament stands");
  const auto options = std::make_shared<StandingsOptions>();
  command->add_option("STORE", options->store, "The file of the tournament")->required();
  CLI::Option* as_json = command->add_flag("--json", options->as_json, "As one JSON object");
  command->add_flag("--csv", options->as_csv, "As comma-separated values")->excludes(as_json);
  command->callback(
      [&shell, options] { shell.action = [options] { return print_standings(*options); }; });
}

}  // namespace arena::cli
