// `_arena.SolutionCore`, a solved game, and `_arena.best_response`.
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arena/game/learning/best_response.hpp"
#include "python/src/games.hpp"
#include "python/src/state_methods.hpp"
#include "python/src/types.hpp"
#include "python/src/values.hpp"

namespace arena::python {

namespace {

/// Throws Error if the game has no analysis, or if it cannot do this.
AnyAnalysis analysis_of(const GameCore& core, const py::dict& options, const py::dict& own) {
  if (core.game().analyses == nullptr)
    throw Error(fmt::format("{} cannot be solved", core.game().info.title));
  return core.game().analyses->make(to_json(options, "option").as_object(),
                                    to_json(own, "option").as_object(), core.table_cache());
}

class SolutionCore {
 public:
  SolutionCore(const GameCore& core, std::unique_ptr<AnySolution> solution)
      : core_(core), solution_(std::move(solution)) {}

  void check(const py::object& state) const {
    solution_->check(*state_of(core_.types(), state).view(0));
  }
  /// REQUIRES: the seat is one of the state's.
  [[nodiscard]] double value(const py::object& state, Seat seat) const {
    return solution_->value(*state_of(core_.types(), state).view(seat));
  }
  /// A list of (move, probability, value).
  [[nodiscard]] py::list moves(const py::object& state_or_view, const py::object& seat) const {
    const auto view =
        state_methods::seen(core_.types(), state_or_view, seat, state_methods::due_seat);
    py::list list;
    for (const auto& [move, probability, value] : solution_->moves(*view))
      list.append(py::make_tuple(new_move(move), probability, value));
    return list;
  }

 private:
  GameCore core_;
  std::unique_ptr<AnySolution> solution_;
};

std::unique_ptr<SolutionCore> solution(const GameCore& core, const py::dict& options,
                                       const py::dict& own) {
  const AnyAnalysis analysis = analysis_of(core, options, own);
  const py::gil_scoped_release unlocked;
  return std::make_unique<SolutionCore>(core, analysis.solution());
}

/// None if it cannot be computed.
std::optional<double> exploitability(const GameCore& core, const py::dict& options,
                                     const py::dict& own, const std::string& builtin) {
  const AnyAnalysis analysis = analysis_of(core, options, own);
  const py::gil_scoped_release unlocked;
  return analysis.exploitability(builtin);
}

/// The value and a list of (key, move). `policy(state, seat, legal)` returns the probabilities.
py::tuple best_answer(const GameCore& core, const py::object& start, Seat seat,
                      const py::object& policy, bool by_wins, std::size_t most_positions) {
  AnswerTask task;
  task.seat = seat;
  task.most_positions = most_positions;
  task.worth = [by_wins](const Result& result, Seat of) -> double {
    const int lead = result.leads[static_cast<std::size_t>(of)];
    return by_wins ? (lead > 0 ? 1 : 0) - (lead < 0 ? 1 : 0) : lead;
  };
  const py::object game = start.attr("game");
  task.others = [&](const AnyState& state, Seat asked, const std::vector<std::string>& legal) {
    py::list moves;
    for (const std::string& move : legal) moves.append(new_move(move));
    return policy(new_state(core.ref(), game, state.clone()), asked, moves)
        .cast<std::vector<double>>();
  };
  const BestAnswer answer = best_response(state_of(core.types(), start), task);
  py::list moves;
  for (const auto& [key, move] : answer.moves)
    moves.append(py::make_tuple(py::bytes(key), new_move(move)));
  return py::make_tuple(answer.value, moves);
}

}  // namespace

void add_solutions(py::module_& module) {
  py::class_<SolutionCore>(module, "SolutionCore", "The implementation of arena.Solution.")
      .def(py::init(&solution))
      .def("check", &SolutionCore::check)
      .def("value", &SolutionCore::value)
      .def("moves", &SolutionCore::moves);
  module.def("exploitability", &exploitability);
  module.def("best_answer", &best_answer);
}

}  // namespace arena::python
