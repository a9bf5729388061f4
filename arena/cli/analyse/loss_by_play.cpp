#include "arena/cli/analyse/loss_by_play.hpp"

#include <memory>
#include <string>

#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/run/progress.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/process/spawner.hpp"
#include "arena/record/record_file.hpp"
#include "arena/series/match_report.hpp"

namespace arena::cli {

LossByPlay play_for_loss(const SeriesPlan& plan, const AnyAnalysis& analysis,
                         const MatchOptions& options) {
  LossByPlay result;
  int played = 0;
  const std::unique_ptr<RecordWriter> records = open_records(options);
  make_log_dir(options);
  prepare(plan.entrants, plan.settings, plan.seats(), options.quiet);
  MatchReport report(*plan.settings.game, plan.entrants);
  Progress progress(static_cast<int>(plan.matches.size()), options.quiet);
  Interrupt interrupt;
  Spawner spawner;
  prove(plan.settings.sandbox, spawner);
  Series series(plan, spawner, [&](const PlayedMatch& match) {
    if (records) records->write(to_line(match.record));
    if (match.record.forfeits.empty()) {
      result.loss.add(-analysis.gain(*match.record.scores, 0));
    } else {
      ++result.forfeits;
    }
    for (const std::string& line : report.lines(match)) progress.say(line);
    progress.show(++played);
  });
  {
    const OnInterrupt stop(interrupt, [&series] { series.stop(); });
    series.run();
  }
  for (const std::string& line : report.lines(series.late_faults())) progress.say(line);
  progress.clear();
  if (records) records->close();
  if (const std::string hidden = report.left_out(); !hidden.empty())
    fmt::print(stderr, "{}\n", hidden);
  result.interrupted = interrupt.came() && played < static_cast<int>(plan.matches.size());
  return result;
}

}  // namespace arena::cli
