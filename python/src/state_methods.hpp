// The methods and properties of arena.State, for CPython's tables in state.cpp, which has their
// docstrings. A search calls them a million times per second, so they avoid pybind11's dispatch.
#pragma once

#include <memory>

#include <pybind11/pybind11.h>

#include "arena/game/any_state.hpp"
#include "python/src/types.hpp"

namespace arena::python::state_methods {

/// The content of a State.
struct Body {
  std::unique_ptr<AnyState> state;
  GameRef ref;
  py::object game;  // the Python object behind `ref`
};

/// The arguments of a call: `count` positional ones, then those named in `keywords`, which may be
/// null.
struct Call {
  PyObject* const* args = nullptr;
  Py_ssize_t count = 0;
  PyObject* keywords = nullptr;
};
/// The given seat, by default (null or None) the first that owes a move. Throws if it owes none.
/// Call it after all other arguments are converted: that may run code which changes the state.
Seat due_seat(const AnyState& state, PyObject* given);
/// The same for a seat that need not owe a move.
Seat any_seat(const AnyState& state, PyObject* given);

/// What a seat sees: the view of a State, whose seat `choose` reads (`due_seat` or `any_seat`), or
/// a View, which has its own. Throws py::type_error for other objects, and Error for a View with a
/// seat.
std::shared_ptr<const AnyView> seen(const Types& types, py::handle state_or_view, py::handle seat,
                                    Seat (*choose)(const AnyState& state, PyObject* given));

py::object legal(const Body& body, const Call& call);
py::object apply(const Body& body, const Call& call);
py::object forfeit(const Body& body, const Call& call);
py::object fallback(const Body& body, const Call& call);
py::object view(const Body& body, const Call& call);
py::object random_move(const Body& body, const Call& call);
py::object playout(const Body& body, const Call& call);
py::object put(const Body& body, const Call& call);
py::object redeal(const Body& body, const Call& call);
py::object events(const Body& body, const Call& call);
py::object key(const Body& body, const Call& call);
py::object history(const Body& body, const Call& call);

py::object outcome(const Body& body);
py::object outcomes(const Body& body);
py::object draw(const Body& body);
py::object clone(const Body& body);
py::object reduce(const Body& body);
py::object repr(const Body& body);
py::object str(const Body& body);

py::object over(const Body& body);
py::object awaits_chance(const Body& body);
py::object actors(const Body& body);
py::object gone(const Body& body);
py::object deal(const Body& body);
py::object returns(const Body& body);

}  // namespace arena::python::state_methods
