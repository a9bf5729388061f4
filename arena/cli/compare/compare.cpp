// `arena compare`: plays two bots against each other until it is known which is better.
#include <memory>
#include <utility>

#include "arena/cli/compare/compare_run.hpp"

namespace arena::cli {

namespace {

void add_compare_options(CLI::App& command, CompareOptions& options) {
  command.add_option("--margin", options.margin,
                     "Also stop when they are close: the win share within X% of 50 %, or the lead "
                     "less than X points a game (default: never)");
  command.add_option("--until", options.until, "How sure the decision is to be (default: 95%)");
  command.add_option_function<std::pair<double, double>>(
      "--sprt", [&options](const std::pair<double, double>& elo) { options.sprt = elo; },
      "Decide by a sequential probability ratio test of these Elo differences: ELO0 ELO1");
  command
      .add_option("--max-deals", options.max_deals,
                  "Deals after which to stop without a decision (default: 100000)")
      ->check(CLI::Range(1, 50'000'000));
  command
      .add_option("-j,--jobs", options.jobs,
                  "Games at a time (default: cores / players, at least 1)")
      ->check(CLI::Range(1, 1024));
  command
      .add_option_function<std::string>(
          "--rank-by",
          [&options](const std::string& by) {
            options.rank_by = by == "score" ? RankBy::score : RankBy::wins;
          },
          "What counts: wins, or score, the points (default: what counts in the game)")
      ->check(CLI::IsMember({"wins", "score"}));
  command.add_flag("--json", options.as_json, "The result as one JSON object on stdout");
  for (const char* name : {"--margin", "--until"}) command.get_option(name)->check(not_empty);
}

}  // namespace

void add_compare(CLI::App& app, Shell& shell) {
  CLI::App* command =
      app.add_subcommand("compare", "Play until it is known which of two bots is better");
  shell.playing.insert(command);
  const auto options = std::make_shared<CompareOptions>();
  add_match_options(*command, options->match);
  command->add_option("--seats", options->match.seats,
                      "Seats at the table (default: as many as the game needs)");
  add_compare_options(*command, *options);
  command->footer(
      "\nEach deal is played once per seating, unless all seats are alike. Exit status 0: it is "
      "decided; 1: it is not after --max-deals." +
      bots_help(
          "  arena compare lost_cities -p ./new -p ./old               which is better?\n"
          "  arena compare lost_cities -p ./new -p ./old --margin 2%   or is there no difference?\n"
          "  arena compare lost_cities -p ./new -p ./old --sprt 0 10   as in chess testing"));
  command->callback([&shell, options] {
    shell.action = [&shell, options] { return CompareRun(*options, shell).run(); };
  });
}

}  // namespace arena::cli
