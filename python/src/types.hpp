// What the parts of the extension module share: its own types and exceptions, as Python objects.
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
  py::object view;          // arena.bot.View
  py::object fields;        // arena.bot.Fields
};

/// A game as the other types refer to it. Lives as long as its Python object.
struct GameRef {
  const AnyGame* game = nullptr;
  const Types* types = nullptr;
};

/// Makes the types, as attributes of the module too.
py::object add_rng(py::module_& module);
py::object add_state(py::module_& module);

/// The generator that a Python Rng holds; null if `object` is none.
Rng* rng_of(const Types& types, PyObject* object);

/// A new State that holds on to `game`, the Python object behind `ref`.
py::object new_state(const GameRef& ref, py::object game, std::unique_ptr<AnyState> state);
/// The state and its game that a Python State holds. Throws py::type_error if it is none.
AnyState& state_of(const Types& types, py::handle object);

}  // namespace arena::python
