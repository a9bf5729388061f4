// `arena standings`: how a tournament stands, also while it is played.
#include <memory>

#include <fmt/format.h>

#include "arena/cli/match_command.hpp"
#include "arena/cli/shell.hpp"
#include "arena/cli/tournament/standings_text.hpp"
#include "arena/results/standings_export.hpp"
#include "arena/tournament/stored/tournament_store.hpp"

namespace arena::cli {

namespace {

struct StandingsOptions {
  std::string store;
  std::string at;                    // empty: now
  std::string anchor;                // empty: none
  std::vector<std::string> by_deal;  // two entrants; empty: all together
  bool as_json = false;
  bool as_csv = false;
};

int show_standings(const StandingsOptions& options, const Games& games) {
  Store store(options.store, Access::snapshot);
  const AnyGame& game = find_game(games, store.tournament().game);
  if (!options.at.empty()) look_back(store, options.at, game);
  const Extent extent = extent_of(store, game);
  const bool has_head = options.by_deal.empty() && !options.as_csv;
  if (!has_head && !extent.is_whole) fmt::print(stderr, "{}\n", extent.text());
  if (!options.by_deal.empty()) {
    print_deals_of_two(store, games, options.by_deal, options.as_json);
    return done;
  }
  const Standings standings = standings_of(store, game, read_anchor(options.anchor));
  if (options.as_csv) {
    fmt::print("{}", standings_csv(standings));
    return done;
  }
  const auto result = format_result(store, games);
  const auto field = field_scores(store, games);
  if (options.as_json)
    fmt::print("{}\n", standings_json(versions_json(store), standings, extent, result, field));
  else
    print_standings(store, standings, extent, result, field);
  return done;
}

}  // namespace

void add_standings(CLI::App& command, Shell& shell) {
  const auto options = std::make_shared<StandingsOptions>();
  command.add_option("STORE", options->store, "The file of the tournament")->required();
  command
      .add_option("--at", options->at,
                  "As it stood then: 2026-11-22 (at the end of that day) or 2026-11-22T18:30 (UTC)")
      ->check(not_empty);
  CLI::Option* anchor =
      command
          .add_option("--anchor", options->anchor,
                      "NAME or NAME=RATING: the entrant whose rating is given (default: the mean "
                      "of all is 0)")
          ->check(not_empty);
  CLI::Option* by_deal =
      command
          .add_option("--by-deal", options->by_deal,
                      "NAME NAME: instead, the deals of these two, where a game compares the "
                      "tables of a deal")
          ->expected(2)
          ->excludes(anchor);
  CLI::Option* as_json = command.add_flag("--json", options->as_json, "As one JSON object");
  command.add_flag("--csv", options->as_csv, "As comma-separated values")
      ->excludes(as_json)
      ->excludes(by_deal);
  command.footer(
      "\nExamples:\n  arena standings cup.db\n"
      "  arena standings cup.db --at 2026-11-22       as it stood at the end of that day\n"
      "  arena standings cup.db --by-deal ann bob     what happened at the tables of each deal\n"
      "  arena standings cup.db | less -S             all of a wide cross table\n"
      "  arena standings cup.db --csv > standings.csv");
  shell.on(command, [&shell, options] { return show_standings(*options, shell.games); });
}

}  // namespace arena::cli
