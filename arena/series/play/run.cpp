#include "arena/series/play/run.hpp"

#include <chrono>
#include <limits>
#include <numeric>
#include <utility>

#include "arena/process/sandbox/proof.hpp"
#include "arena/process/spawn/spawner.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/play/batch.hpp"

namespace arena {

namespace {

/// A series while it is played.
class Run {
 public:
  Run(const SeriesPlan& plan, const SeriesHooks& hooks)
      : series_(with_time(plan)), hooks_(hooks), earlier_(plan_.earlier.begin()) {}

  SeriesResults run() {
    Spawner spawner;
    prove(plan_.settings.sandbox, spawner);
    hooks_.ready();
    const Batch batch{plan_.settings, plan_.entrants,        plan_.schedule, plan_.matches,
                      plan_.jobs,     plan_.void_overloaded, plan_.fail_fast};
    const BatchHooks hooks{[this](const PlayedMatch& match) { take(match); }, hooks_.voided,
                           hooks_.progress};
    const auto begin = std::chrono::steady_clock::now();
    try {
      play_here(batch, spawner, hooks, results_, hooks_.stop);
    } catch (...) {
      results_.failure = std::current_exception();
      results_.host.overhead = DurationCounts();  // it lacks some jobs
    }
    const auto time = std::chrono::steady_clock::now() - begin;
    results_.seconds = std::chrono::duration<double>(time).count();
    count_earlier(std::numeric_limits<int>::max());
    results_.statistics.finish();
    return std::move(results_);
  }

 private:
  static SeriesPlan with_time(SeriesPlan plan) {
    count_time(plan.settings, plan.entrants);
    return plan;
  }

  void take(const PlayedMatch& match) {
    hooks_.record(match);
    const MatchResult result = series_.played(match);
    count_earlier(match.number);
    count(match.number, result);
    hooks_.finished(match, results_);
  }

  void count(int match, const MatchResult& result) {
    hooks_.count(match, result);
    series_.count(match, result);
  }

  /// Counts the earlier matches that come before this one.
  void count_earlier(int before) {
    for (; earlier_ != plan_.earlier.end() && earlier_->first < before; ++earlier_)
      count(earlier_->first, earlier_->second);
  }

  CountedSeries series_;
  const SeriesPlan& plan_ = series_.plan;
  SeriesResults& results_ = series_.results;
  const SeriesHooks& hooks_;
  std::map<int, MatchResult>::const_iterator earlier_;
};

}  // namespace

CountedSeries::CountedSeries(SeriesPlan of) : plan(std::move(of)) {
  // A single table has nothing to be compared with: then the scores count as they are.
  const bool compares = plan.schedule.tables() > 1;
  results.statistics =
      SeriesStatistics(plan.schedule.sides().count(), plan.settings.game->info.more_is_better,
                       compares ? plan.settings.table_comparison() : TableComparison());
}

MatchResult CountedSeries::played(const PlayedMatch& match) {
  results.played.add(match.number);
  if (is_overloaded(match)) results.host.overloaded.add(match.number);
  MatchResult result = result_of(match.record, plan.schedule.sides().count());
  results.moves = std::accumulate(result.moves.begin(), result.moves.end(), results.moves);
  return result;
}

void CountedSeries::count(int match, const MatchResult& result) {
  const Schedule& schedule = plan.schedule;
  results.statistics.add(schedule.deal_of(match),
                         teams_at(schedule.seating(match), schedule.sides()), result);
}

SeriesResults run(const SeriesPlan& plan, const SeriesHooks& hooks) {
  return Run(plan, hooks).run();
}

}  // namespace arena
