// The series of `arena run` and `arena play`: checks the options first, keeps games in a store, and
// prints the standing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/cli/match_command.hpp"
#include "arena/cli/run/game_pages.hpp"
#include "arena/cli/run/run_store.hpp"
#include "arena/cli/run/series_driver.hpp"
#include "arena/cli/shell.hpp"
#include "arena/series/play/browser_table.hpp"
#include "arena/series/statistics/adjusted_statistics.hpp"
#include "arena/series/statistics/deal_report.hpp"
#include "arena/series/statistics/standing.hpp"

namespace arena::cli {

struct SeriesOptions {
  MatchOptions match;
  int games = 0;  // 0: the default
  int jobs = 0;   // 0: depends on the cores and players
  bool duplicate = false;
  bool baseline = false;  // adjusts the means for the luck of the deals
  bool void_overloaded = false;
  bool strict = false;
  bool fail_fast = false;
  bool as_json = false;
  bool in_process = false;        // plays modules inside arena
  bool scores = false;            // prints each score on a line, then the mean
  bool always_standing = true;    // false: only after several games
  bool open = false;              // shows the games in a browser
  bool browser = false;           // a person plays in a browser
  std::string store;              // adds its matches to this; no store if empty
  std::string play;               // which games of the series; all if empty
  bool by_deal = false;           // prints a line for each deal, however many there are
  std::optional<RankBy> rank_by;  // by default, as the game counts
};

/// Adds `--play`, for commands that play a series.
void add_play_option(CLI::App& command, SeriesOptions& options);

class SeriesRun {
 public:
  /// Throws Error, which names the wrong option or player. Starts nothing.
  SeriesRun(const SeriesOptions& options, const std::vector<PlayerSpec>& players,
            const Shell& shell);

  /// Plays, prints the standing, and returns arena's exit status.
  int run();

 private:
  void check_scores(const SeriesPlan& plan) const;
  /// Throws Error if the game has no baseline.
  void take_baseline();
  /// Starts the interpreter inside arena. Throws Error if --in-process makes no sense here.
  void start_host(const std::vector<PlayerSpec>& players);
  SeriesPlan make_plan(const std::vector<PlayerSpec>& players);
  [[nodiscard]] int deals_to_play(const std::vector<Entrant>& entrants) const;
  /// Prepares the report with a line for each deal, if it is wanted and exists.
  void begin_deal_report();
  [[nodiscard]] SeriesHooks make_hooks();
  /// Begins the run in its store, or goes on with it.
  void open_store();
  /// Seats the person in a browser, which it opens. REQUIRES: the shell makes such tables.
  void sit_in_browser();
  void print_standing() const;
  /// Of the scores of one player, for --scores.
  void print_mean() const;
  /// REQUIRES: adjusted_.
  [[nodiscard]] AdjustedHead adjusted_head(const StandingHead& head) const;

  const SeriesOptions& options_;
  const Shell& shell_;
  std::vector<PlayerSpec> players_;  // as given
  CheckedSettings checked_;
  SeriesPlan plan_;
  SeriesDriver driver_;
  std::optional<RunStore> store_;
  std::unique_ptr<BrowserTable> table_;
  std::optional<GamePages> pages_;
  SeriesResults results_;
  std::optional<AdjustedStatistics> adjusted_;
  std::optional<DealReport> deal_report_;
  bool person_left_ = false;
};

}  // namespace arena::cli
