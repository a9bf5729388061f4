// `_arena.review`: what the moves of recorded games lost.
#include <stop_token>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arena/core/described.hpp"
#include "arena/record/record.hpp"
#include "arena/review/review.hpp"
#include "arena/util/parallel.hpp"
#include "python/src/background.hpp"
#include "python/src/games.hpp"
#include "python/src/types.hpp"
#include "python/src/values.hpp"

namespace arena::python {

namespace {

/// The review as a dictionary, and its text. Warns of records that do not count, or not as a whole.
py::tuple review(const GameCore& core, const std::vector<std::string>& records,
                 const py::dict& wanted) {
  GamesToReview games(core.game(), wanted["player"].cast<std::string>(),
                      wanted["games"].cast<int>());
  for (std::size_t i = 0; i < records.size(); ++i) {
    Record record = read_record(records[i]);
    if (games.is_full_for(record)) break;
    const std::string trouble = games.add(static_cast<int>(i) + 1, std::move(record));
    if (!trouble.empty()) warn(fmt::format("game {}: {}", i + 1, trouble));
  }
  std::stop_source stopping;
  GameReviewSettings settings;
  settings.play_outs = wanted["play_outs"].cast<int>();
  settings.jobs = wanted["jobs"].cast<int>();
  if (settings.jobs == 0) settings.jobs = cores();
  settings.table_cache = core.table_cache();
  settings.stops = [token = stopping.get_token()] { return token.stop_requested(); };
  GameReview result;
  Calls no_calls;
  in_background([&] { result = review_games(core.game(), games.records(), settings); }, stopping,
                no_calls);
  return py::make_tuple(to_python(described::to_json(result)), review_text(result));
}

}  // namespace

void add_reviews(py::module_& module) {
  module.def("review", review, "Reviews recorded games; arena.review is the way to call it.");
}

}  // namespace arena::python
