// A comparison as `arena compare` plays it: its options, and what it prints.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/match_options.hpp"
#include "arena/cli/run/progress.hpp"
#include "arena/cli/shell.hpp"
#include "arena/record/record_file.hpp"
#include "arena/series/comparison_report.hpp"
#include "arena/series/comparison_run.hpp"
#include "arena/series/match_report.hpp"

namespace arena::cli {

struct CompareOptions {
  MatchOptions match;
  std::string margin;  // as typed; empty: none
  std::string until = "95%";
  std::optional<std::pair<double, double>> sprt;  // elo0 and elo1
  int max_deals = 100'000;
  int jobs = 0;  // 0: by the number of cores and players
  bool as_json = false;
  std::optional<RankBy> rank_by;  // by default, what counts in the game
};

class CompareRun {
 public:
  /// Throws Error naming what is wrong with the options or players. Nothing is started yet.
  CompareRun(const CompareOptions& options, const Shell& shell);

  /// Plays, prints the result, and returns arena's exit status.
  int run();

 private:
  SeriesPlan make_plan(const std::vector<PlayerArg>& players);
  [[nodiscard]] ComparisonSettings settings() const;
  /// Plays until it is decided, all is played, an interrupt, or a failure: then its message.
  std::string play(Interrupt& interrupt);
  void print_result() const;
  /// On stderr, what is left to say of the bots and the host.
  void print_remarks();

  const CompareOptions& options_;
  CheckedOptions checked_;
  SeriesPlan plan_;
  ComparisonHead head_;
  Comparison comparison_;
  SeriesResults results_;
  MatchReport report_;
  Progress progress_;
  std::unique_ptr<RecordWriter> records_;
  std::stop_source stopping_;
};

}  // namespace arena::cli
