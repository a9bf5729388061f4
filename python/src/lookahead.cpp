// `_arena.play_outs` and `_arena.search`: what searches need of a state. Both release Python's
// lock, and end soon after Ctrl-C.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "python/src/background.hpp"
#include "python/src/games.hpp"
#include "python/src/state_methods.hpp"
#include "python/src/types.hpp"
#include "python/src/values.hpp"

namespace arena::python {

namespace {

/// Calls `work(state, stops)` with a copy of the state, which other threads may change meanwhile.
template <class Work>
void look_ahead(const AnyState& state, Work work) {
  const auto copy = state.clone();
  std::stop_source stopping;
  const std::function<bool()> stops = [token = stopping.get_token()] {
    return token.stop_requested();
  };
  Calls no_calls;
  in_background([&] { work(*copy, stops); }, stopping, no_calls);
}

/// An array of the leads by play-out and seat.
py::array_t<double> play_outs(const GameCore& core, const py::object& object, int count,
                              std::uint64_t seed, const std::vector<std::string>& bots,
                              bool to_end_of_deal, std::optional<Seat> resampled_for,
                              const std::string& first_move, int jobs) {
  const AnyState& known = state_of(core.types(), object);
  const int seats = known.seats();
  PlayOutSetup setup{count, seed, bots, to_end_of_deal, resampled_for, first_move, jobs};
  setup.table_cache = core.table_cache();
  std::vector<double> leads;
  look_ahead(known, [&](const AnyState& state, const std::function<bool()>& stops) {
    setup.stops = stops;
    leads = core.game().lookahead.play_outs(state, setup);
  });
  py::array_t<double> array({count, seats});
  std::copy(leads.begin(), leads.end(), array.mutable_data());
  return array;
}

/// A list of (move, probability, visits, points).
py::list search(const GameCore& core, const py::object& object, const py::object& seat,
                int iterations, std::uint64_t seed) {
  const AnyState& known = state_of(core.types(), object);
  SearchSetup setup{state_methods::due_seat(known, seat.ptr()), iterations, seed};
  std::vector<SearchedMove> found;
  look_ahead(known, [&](const AnyState& state, const std::function<bool()>& stops) {
    setup.stops = stops;
    found = core.game().lookahead.search(state, setup);
  });
  py::list moves;
  for (const SearchedMove& move : found)
    moves.append(py::make_tuple(new_move(move.move), move.probability, move.visits, move.points));
  return moves;
}

}  // namespace

void add_lookahead(py::module_& module) {
  module.def("play_outs", &play_outs);
  module.def("search", &search);
}

}  // namespace arena::python
