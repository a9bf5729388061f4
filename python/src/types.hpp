// The types and exceptions of the extension module, as Python objects, for all its parts.
#pragma once

#include <pybind11/pybind11.h>

#include "arena/game/any_game.hpp"
#include "arena/game/any_state.hpp"

namespace arena::python {

namespace py = pybind11;

struct Types {
  py::object error;         // arena.Error
  py::object illegal_move;  // arena.IllegalMove
  py::object bot_error;     // arena.BotError
  py::object rng;           // arena.Rng
  py::object state;         // arena.State
  py::object outcome;       // arena.Outcome
  py::object history;       // arena.History
  py::object view;          // arena.bot.View
  py::object fields;        // arena.bot.Fields
};

/// Refers to a game. REQUIRES: its Python object exists.
struct GameRef {
  const AnyGame* game = nullptr;
  const Types* types = nullptr;
};

/// Make the types and add them to the module.
py::object add_rng(py::module_& module);
py::object add_state(py::module_& module);
/// Adds `run`, which plays a series like `arena run`. Players are named in Python or are Python
/// objects.
void add_series(py::module_& module, const Types& types);
/// Adds `compare`, which plays two players until it is known which is better.
void add_comparisons(py::module_& module, const Types& types);
/// Adds `EncoderCore`, numbers for learners.
void add_batches(py::module_& module);
/// Adds `play_outs` and `search`, for searches.
void add_lookahead(py::module_& module);
/// Adds `SolutionCore`, a solved game, and what the best answer to a player wins.
void add_solutions(py::module_& module);
/// Adds `review`, which measures what the moves of recorded games lost.
void add_reviews(py::module_& module);

/// The generator of a Python Rng. Null if `object` is not an Rng.
Rng* rng_of(const Types& types, PyObject* object);

/// Makes a State that keeps `game`, the Python object behind `ref`, alive.
py::object new_state(const GameRef& ref, py::object game, std::unique_ptr<AnyState> state);
/// The state of a Python State. Throws py::type_error if it is not a State.
AnyState& state_of(const Types& types, py::handle object);

}  // namespace arena::python
