// What every command that plays a series does around it: the record file, the folder of logs,
// progress, reports of faults, and the end by Ctrl-C.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/match_command.hpp"
#include "arena/cli/run/progress.hpp"
#include "arena/series/play/run.hpp"
#include "arena/series/statistics/match_report.hpp"

namespace arena::cli {

/// Adds --jobs and --rank-by.
void add_series_options(CLI::App& command, int& jobs, std::optional<RankBy>& rank_by);

/// Games at a time: `jobs`, or if that is 0 by the number of cores and players; 1 where a player
/// cannot play several games side by side.
int jobs_for(int jobs, const std::vector<Entrant>& entrants, std::size_t matches);

class SeriesDriver {
 public:
  /// What it refers to outlives it.
  SeriesDriver(const MatchOptions& options, const CheckedSettings& checked, const SeriesPlan& plan);

  /// Opens the file of `--record`. `begin` does this unless it is done already.
  void open_records();
  /// The matches of the schedule that were in that file before, by number.
  [[nodiscard]] const std::map<int, MatchResult>& recorded() const { return recorded_; }
  /// Prepares everything that comes before the first match. From now on Ctrl-C is for `play`.
  /// Throws Error if a match of the plan is recorded already.
  void begin();

  /// These print, record and stop as they must. A command may replace or extend them.
  SeriesHooks hooks();
  using Play = std::function<SeriesResults(const SeriesHooks&)>;
  /// Plays until the end, an interrupt, or a failure. Throws Error for wrong input that no earlier
  /// check could find.
  SeriesResults play(const SeriesHooks& hooks, const Play& play);
  void stop() { stopping_.request_stop(); }

  /// Prints the lines of a match's report above the progress.
  void report(const PlayedMatch& match) { say(report_.lines(match)); }
  [[nodiscard]] Progress& progress() { return progress_; }
  [[nodiscard]] bool has_processes() const;
  /// Whether a signal came.
  [[nodiscard]] bool was_interrupted() const { return interrupt_->came(); }
  /// Whether something else than the user ended the series early.
  [[nodiscard]] bool has_failed() const;
  /// Why the series ended early; empty if nothing went wrong.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  /// Prints the failure, if there is one.
  void print_failure() const;
  [[nodiscard]] bool any_fault() const { return report_.any_fault(); }

 private:
  void write(const PlayedMatch& match);
  void say(const std::vector<std::string>& lines);

  const MatchOptions& options_;
  const CheckedSettings& checked_;
  const SeriesPlan& plan_;
  MatchReport report_;
  Progress progress_;
  std::unique_ptr<RecordWriter> records_;
  std::map<int, MatchResult> recorded_;
  std::optional<Interrupt> interrupt_;
  std::stop_source stopping_;
  std::string failure_;
};

}  // namespace arena::cli
