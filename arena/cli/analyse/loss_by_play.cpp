#include "arena/cli/analyse/loss_by_play.hpp"

#include <exception>
#include <memory>
#include <stop_token>
#include <string>

#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/run/progress.hpp"
#include "arena/record/record_file.hpp"
#include "arena/series/match_report.hpp"
#include "arena/series/run.hpp"

namespace arena::cli {

LossByPlay play_for_loss(const SeriesPlan& plan, const AnyAnalysis& analysis,
                         const MatchOptions& options) {
  LossByPlay result;
  const std::unique_ptr<RecordWriter> records = open_records(options);
  make_log_dir(options);
  prepare(plan.entrants, plan.settings, plan.seats(), options.quiet);
  MatchReport report(*plan.settings.game, plan.entrants);
  Progress progress(static_cast<int>(plan.matches.size()), options.quiet);
  Interrupt interrupt;
  std::stop_source stopping;
  SeriesHooks hooks;
  hooks.record = [&](const PlayedMatch& match) {
    if (records) records->write(to_line(match.record));
  };
  hooks.finished = [&](const PlayedMatch& match, const SeriesResults& so_far) {
    if (match.record.forfeits.empty()) {
      result.loss.add(-analysis.gain(*match.record.scores, 0));
    } else {
      ++result.forfeits;
    }
    for (const std::string& line : report.lines(match)) progress.say(line);
    progress.show(static_cast<int>(so_far.played.size()));
  };
  hooks.stop = stopping.get_token();
  SeriesResults results;
  {
    const OnInterrupt stop(interrupt, [&stopping] { stopping.request_stop(); });
    results = run(plan, hooks);
  }
  if (results.failure) std::rethrow_exception(results.failure);
  for (const std::string& line : report.lines(results.late_faults)) progress.say(line);
  progress.clear();
  if (records) records->close();
  if (const std::string hidden = report.left_out(); !hidden.empty())
    fmt::print(stderr, "{}\n", hidden);
  result.interrupted = interrupt.came() && results.played.size() < plan.matches.size();
  return result;
}

}  // namespace arena::cli
