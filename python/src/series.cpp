// `_arena.run`.
#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <pybind11/stl.h>

#include "arena/record/record_file.hpp"
#include "arena/series/play/run.hpp"
#include "arena/series/statistics/standing.hpp"
#include "python/src/background.hpp"
#include "python/src/games.hpp"
#include "python/src/players.hpp"
#include "python/src/types.hpp"
#include "python/src/values.hpp"

namespace arena::python {

namespace {

constexpr std::size_t most_faults = 100;  // the first ones are kept

/// One call of `run`: its arguments and results. Needs the lock.
class Run {
 public:
  Run(const GameCore& core, const py::dict& wanted)
      : calling_(calling_of(wanted["on_error"])), plan_(plan_of(core, wanted, calling_)) {
    seed_ = read_root_seed(text_of_str(wanted["seed"])).value();
    const Sides sides = core.game().info.sides_of(plan_.seats());
    const bool duplicate = wanted["duplicate"].cast<bool>() || plan_.settings.table_comparison();
    plan_.schedule = Schedule(sides, wanted["n"].cast<int>(), duplicate, SeedKey(seed_));
    plan_.matches = MatchNumbers::up_to(plan_.schedule.matches());
    plan_.jobs = std::min(plan_.jobs, plan_.schedule.matches());
    plan_.fail_fast = wanted["fail_fast"].cast<bool>();
    keeps_records_ = wanted["records"].cast<bool>();
    file_ = open_records(wanted, plan_);
    if (!wanted["rank_by"].is_none())
      rank_by_ = wanted["rank_by"].cast<std::string>() == "score" ? RankBy::score : RankBy::wins;
  }

  /// Plays the series. Throws its exceptions, BotRaised, and py::error_already_set for Ctrl-C.
  void play() {
    SeriesHooks hooks;
    hooks.record = [this](const PlayedMatch& match) { record(match); };
    hooks.finished = [this](const PlayedMatch& match, const SeriesResults&) { take(match); };
    hooks.stop = stopping_.get_token();
    const auto work = [&] {
      results_ = arena::run(plan_, hooks);
      if (results_.failure) std::rethrow_exception(results_.failure);
      if (file_) file_->close();
    };
    in_background(work, stopping_, *calling_.calls);
    late_.take(results_.late_faults);
  }
  /// The standing as in `arena run --json` and as text, the records' lines, and the faults. Warns
  /// about problems that change none of these.
  [[nodiscard]] py::tuple results() const {
    late_.show();
    py::list faults;
    for (const Faulted& fault : faults_) {
      faults.append(py::make_tuple(fault.game, to_str(fault.bot), fault.forfeit.seat,
                                   to_str(fault.forfeit.reason), to_str(fault.forfeit.detail),
                                   to_str(fault.complaint)));
    }
    py::list records;
    for (const std::string& line : records_) records.append(to_str(line));
    StandingHead head = standing_head(plan_, results_, seed_);
    head.rank_by = rank_by_.value_or(head.rank_by);
    return py::make_tuple(to_python(standing_json(head, results_.statistics)),
                          to_str(standing_text(head, results_.statistics)), records, faults);
  }

 private:
  struct Faulted {
    int game;
    std::string bot;
    RecordedForfeit forfeit;
    std::string complaint;
  };

  void record(const PlayedMatch& match) {
    if (!file_ && !keeps_records_) return;
    std::string line = to_line(match.record);
    if (file_) file_->write(line);
    if (keeps_records_) records_.push_back(std::move(line));
  }
  void take(const PlayedMatch& match) {
    late_.take(match.late);
    for (const RecordedForfeit& forfeit : match.record.forfeits) {
      if (faults_.size() >= most_faults) break;
      const auto seat = static_cast<std::size_t>(forfeit.seat);
      const auto player = static_cast<std::size_t>(match.player_at[seat]);
      faults_.push_back({match.number + 1, plan_.entrants[player].name, forfeit,
                         match.reports[seat].stderr_tail});
    }
  }

  Calling calling_;
  SeriesPlan plan_;
  RootSeed seed_;
  std::optional<RankBy> rank_by_;  // by default, as the game counts
  std::stop_source stopping_;
  SeriesResults results_;
  std::unique_ptr<RecordWriter> file_;
  bool keeps_records_ = false;
  std::vector<std::string> records_;
  std::vector<Faulted> faults_;
  LateWarnings late_;
};

py::tuple run(const Types& types, const GameCore& core, const py::dict& wanted) {
  Run series(core, wanted);
  with_bot_errors(types, [&series] { series.play(); });
  return series.results();
}

}  // namespace

void add_series(py::module_& module, const Types& types) {
  module.def(
      "run",
      [&types](const GameCore& core, const py::dict& wanted) { return run(types, core, wanted); },
      "Plays a series; arena.run is the way to call it.");
}

}  // namespace arena::python
