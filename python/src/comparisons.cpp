// `_arena.compare`: two players until it is known which is better.
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arena/record/record_file.hpp"
#include "arena/series/statistics/comparison.hpp"
#include "arena/util/error.hpp"
#include "python/src/background.hpp"
#include "python/src/players.hpp"
#include "python/src/values.hpp"

namespace arena::python {

namespace {

SeriesPlan plan_of(const GameCore& core, const py::dict& wanted, const Calling& calling,
                   const RootSeed& seed) {
  SeriesPlan plan = plan_of(core, wanted, calling);
  plan_comparison(plan, wanted["max_deals"].cast<int>(), seed);
  return plan;
}

/// One call of `compare`. Needs the lock.
class Comparing {
 public:
  Comparing(const GameCore& core, const py::dict& wanted)
      : calling_(calling_of(wanted["on_error"])),
        plan_(plan_of(core, wanted, calling_, read_root_seed(text_of_str(wanted["seed"])).value())),
        seed_(read_root_seed(text_of_str(wanted["seed"])).value()),
        head_(comparison_head(plan_, seed_)),
        comparison_(settings(wanted)),
        progress_(wanted["progress"]),
        shows_progress_(!progress_.is_none()) {
    file_ = open_records(wanted, plan_);
  }

  /// Plays. Throws the exceptions of the series, BotRaised, and py::error_already_set for Ctrl-C.
  void play() {
    std::stop_source stopping;
    SeriesHooks hooks;
    hooks.record = [this](const PlayedMatch& match) {
      if (file_) file_->write(to_line(match.record));
    };
    hooks.finished = [this](const PlayedMatch& match, const SeriesResults&) {
      late_.take(match.late);
      if (shows_progress_) take_snapshot();
    };
    hooks.stop = stopping.get_token();
    const auto work = [&] {
      const SeriesResults results = play_comparison(plan_, comparison_, hooks);
      if (results.failure && !comparison_.is_decided()) std::rethrow_exception(results.failure);
      late_.take(results.late_faults);
      if (file_) file_->close();
    };
    in_background(work, stopping, *calling_.calls, [this] { show_snapshot(); });
  }
  [[nodiscard]] py::object result() const { return to_python(comparison_json(head_, comparison_)); }
  void show_warnings() const { late_.show(); }

 private:
  ComparisonSettings settings(const py::dict& wanted) const {
    std::optional<RankBy> by;
    if (!wanted["rank_by"].is_none())
      by = wanted["rank_by"].cast<std::string>() == "score" ? RankBy::score : RankBy::wins;
    ComparisonSettings settings = comparison_settings(plan_, by);
    settings.miss = 1 - wanted["until"].cast<double>();
    settings.margin = wanted["margin"].cast<double>();
    const bool by_wins = settings.by == RankBy::wins;
    const double most = by_wins ? 0.5 : settings.most_points;
    if (settings.margin >= most)
      throw Error(
          fmt::format("margin is less than {:g} {}, not {:g}{}", most,
                      by_wins ? "of the win share" : "points a game", settings.margin,
                      by_wins ? "" : "; or compare by wins: rank_by=\"wins\", margin=0.02"));
    if (wanted["sprt"].is_none()) return settings;
    const auto [elo0, elo1] = wanted["sprt"].cast<std::pair<double, double>>();
    settings.sprt = {elo0, elo1, settings.miss, settings.miss};
    return settings;
  }
  /// Called where the comparison does not change.
  void take_snapshot() {
    json::object now = comparison_json(head_, comparison_);
    const std::lock_guard lock(mutex_);
    snapshot_ = std::move(now);
  }
  void show_snapshot() {
    std::optional<json::object> latest;
    {
      const std::lock_guard lock(mutex_);
      latest.swap(snapshot_);
    }
    if (latest) progress_(to_python(*latest));
  }

  Calling calling_;
  SeriesPlan plan_;
  RootSeed seed_;
  ComparisonHead head_;
  Comparison comparison_;
  std::unique_ptr<RecordWriter> file_;
  py::object progress_;
  bool shows_progress_;
  std::mutex mutex_;  // of the next one
  std::optional<json::object> snapshot_;
  LateWarnings late_;
};

py::object compare(const Types& types, const GameCore& core, const py::dict& wanted) {
  Comparing comparing(core, wanted);
  with_bot_errors(types, [&comparing] { comparing.play(); });
  comparing.show_warnings();
  return comparing.result();
}

}  // namespace

void add_comparisons(py::module_& module, const Types& types) {
  module.def(
      "compare",
      [&types](const GameCore& core, const py::dict& wanted) {
        return compare(types, core, wanted);
      },
      "Compares two players; arena.compare is the way to call it.");
}

}  // namespace arena::python
