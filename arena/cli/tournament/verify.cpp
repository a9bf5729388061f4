// `arena verify`: checks a tournament's store.
#include "arena/tournament/verify.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "arena/cli/shell.hpp"
#include "arena/cli/tournament/tournament_plan.hpp"
#include "arena/tournament/described/description_check.hpp"
#include "arena/tournament/extent.hpp"
#include "arena/tournament/play_again.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/util/error.hpp"
#include "arena/util/parallel.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

struct VerifyOptions {
  std::string store;
  std::optional<std::string> commitment;  // as it was published
  std::optional<std::string> head;        // likewise, after any game
  std::string again = "100";              // games that are played again; or "all"
  bool bots = false;                      // also with the bots that are here
};

std::optional<int> games_again(const std::string& word) {
  if (word == "all") return std::nullopt;
  const auto number = to_number<int>(word);
  if (!number || *number < 0)
    throw Error(fmt::format("--again must be a number from 0, or all, not {}", in_quotes(word)));
  return number;
}

class Verify {
 public:
  Verify(const VerifyOptions& options, Shell& shell)
      : options_(options),
        shell_(shell),
        games_(games_again(options.again)),
        store_(options.store, Access::snapshot),
        result_(verify(store_, shell.games, options.head)) {}

  int run() {
    const bool is_whole = !result_.checked.empty();
    if (is_whole) check_more();
    print_checks();
    if (!result_.findings.empty()) return check_failed;
    print_secrets();
    fmt::print("{} checked: all agree.\n", counted(result_.matches, "game"));
    const Extent extent = extent_of(store_, find_game(shell_.games, tournament_.game));
    if (!extent.is_whole) fmt::print("{}\n", extent.text());
    return done;
  }

 private:
  void not_checked(std::string what) { result_.not_checked.push_back(std::move(what)); }

  void check_more() {
    tournament_ = store_.tournament();
    const bool is_committed = !tournament_.is_run();
    if (options_.commitment && (!is_committed || *options_.commitment != tournament_.commitment))
      result_.findings.emplace_back("the published commitment is another one than the store's");
    if (is_committed) compare_with_text();
    if (!has_our_rules()) return;
    if (result_.findings.empty())
      play_bots_again();
    else
      not_checked("the moves of its bots: they would differ where games do");
  }

  bool has_our_rules() {
    try {
      check_rules(tournament_, find_game(shell_.games, tournament_.game).info);
      return true;
    } catch (const Error& error) {
      not_checked(fmt::format("the moves of its bots: {}", error.what()));
      return false;
    }
  }

  void compare_with_text() {
    try {
      DescriptionCheck compared = check_description(
          store_, stored_plan(tournament_, options_.store), shell_.games, shell_.table_cache);
      // What an option means when it is not given may have changed.
      std::ranges::move(
          compared.findings,
          std::back_inserter(has_our_version() ? result_.findings : result_.not_checked));
      std::ranges::move(compared.not_checked, std::back_inserter(result_.not_checked));
      result_.checked.emplace_back("the text that describes it");
    } catch (const Error& error) {
      not_checked(fmt::format("whether it is what its text describes: {}", error.what()));
    }
  }

  [[nodiscard]] bool has_our_version() const { return tournament_.version == ARENA_VERSION; }

  void play_bots_again() {
    if (!rules_version(tournament_) && !has_our_version())
      return not_checked(fmt::format("the moves of its bots: arena {} played it, and this is {}",
                                     tournament_.version, ARENA_VERSION));
    AgainPlan plan;
    plan.settings.game = &find_game(shell_.games, tournament_.game);
    plan.settings.options = tournament_.options;
    plan.settings.table_cache = &shell_.table_cache;
    plan.games = games_;
    plan.jobs = cores();
    std::optional<TournamentSetup> setup;
    if (options_.bots) use_programs(plan, setup);
    try {
      take(play_again(store_, plan));
    } catch (const Error& error) {
      // A sandbox may be missing here; a built-in bot that cannot play did not play.
      (options_.bots ? result_.not_checked : result_.findings)
          .push_back(fmt::format("its bots cannot play again: {}", error.what()));
    }
  }

  void use_programs(AgainPlan& plan, std::optional<TournamentSetup>& setup) {
    try {
      PlannedTournament planned = stored_plan(tournament_, options_.store);
      planned.store = options_.store;
      setup.emplace(std::move(planned), shell_.games, shell_.table_cache);
    } catch (const Error& error) {
      return not_checked(fmt::format("the moves of programs: {}", error.what()));
    }
    plan.settings = setup->checked().settings;
    plan.jobs = setup->jobs();
    plan.make_bots = [&setup](const StoredEntrant& entrant) {
      return setup->bots_as_entered(entrant);
    };
  }

  void take(AgainResults again) {
    std::ranges::move(again.findings, std::back_inserter(result_.findings));
    std::ranges::move(again.not_checked, std::back_inserter(result_.not_checked));
    if (again.possible > 0)
      result_.checked.push_back(
          fmt::format("the moves of {} in {} of {}, played again",
                      again.has_programs ? "the bots that are here" : "built-in bots", again.games,
                      counted(again.possible, "game")));
    if (!again.recorded.empty())
      not_checked(fmt::format("the moves of {}: {}", some_of(again.recorded),
                              options_.bots ? "what plays for them is not here as it entered"
                                            : "--bots plays programs again that are here"));
  }

  void print_checks() const {
    for (const std::string& finding : result_.findings) fmt::print("{}\n", escaped(finding));
    if (!result_.checked.empty())
      fmt::print("Checked: {}.\n", escaped(joined(result_.checked, ", ")));
    for (const std::string& what : result_.not_checked)
      fmt::print("Not checked: {}.\n", escaped(what));
  }

  /// The values that a user compares with the published ones.
  void print_secrets() const {
    if (tournament_.is_run()) return;
    fmt::print("Commitment {}{}\n", escaped(tournament_.commitment),
               options_.commitment ? ", as published" : "");
    fmt::print("Head {}\n", result_.head);
    fmt::print("Seed {}\n",
               tournament_.seed ? escaped(*tournament_.seed) : "is secret until the end");
    if (tournament_.seed_from)
      fmt::print("Mixed into the seed: {}\n", in_quotes(*tournament_.seed_from));
  }

  const VerifyOptions& options_;
  Shell& shell_;
  std::optional<int> games_;
  Store store_;
  Verification result_;
  StoredTournament tournament_;
};

}  // namespace

void add_verify(CLI::App& command, Shell& shell) {
  const auto options = std::make_shared<VerifyOptions>();
  command.add_option("STORE", options->store, "The file of the tournament")->required();
  command.add_option("--commitment", options->commitment,
                     "The commitment that was published at the start, to compare with");
  command.add_option(
      "--head", options->head,
      "The head of the chain of records that was published: says after how many games "
      "the store had it");
  command.add_option("--again", options->again,
                     "How many games with built-in bots are played again, drawn at random "
                     "(default: 100), or all");
  command.add_flag("--bots", options->bots,
                   "Play again also with the bots whose files are here: starts their commands");
  command.footer(
      "\nExit status: 0 all agree, 1 something does not.\n\nExamples:\n  arena verify cup.db\n"
      "  arena verify cup.db --commitment 4226d37c...     as published at the start\n"
      "  arena verify cup.db --again all --bots            plays all games again");
  shell.on(command, [&shell, options] { return Verify(*options, shell).run(); });
}

}  // namespace arena::cli
