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

Body& body_of(PyObject* self);

// Called with `count` positional arguments, then those named in `keywords`, which may be null.
using Args = PyObject* const*;
PyObject* legal(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords);
PyObject* apply(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords);
PyObject* forfeit(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords);
PyObject* fallback(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords);
PyObject* view(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords);
PyObject* random_move(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords);
PyObject* playout(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords);
PyObject* put(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords);
PyObject* redeal(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords);
PyObject* events(PyObject* self, Args args, Py_ssize_t count, PyObject* keywords);

PyObject* outcome(PyObject* self, PyObject* unused);
PyObject* outcomes(PyObject* self, PyObject* unused);
PyObject* draw(PyObject* self, PyObject* unused);
PyObject* clone(PyObject* self, PyObject* unused);
PyObject* reduce(PyObject* self, PyObject* unused);
PyObject* repr(PyObject* self);
PyObject* str(PyObject* self);
PyObject* compare(PyObject* self, PyObject* other, int operation);
Py_hash_t hash(PyObject* self);

PyObject* get_over(PyObject* self, void* unused);
PyObject* get_awaits_chance(PyObject* self, void* unused);
PyObject* get_actors(PyObject* self, void* unused);
PyObject* get_gone(PyObject* self, void* unused);
PyObject* get_seats(PyObject* self, void* unused);
PyObject* get_game(PyObject* self, void* unused);
PyObject* get_deal(PyObject* self, void* unused);
PyObject* get_event_count(PyObject* self, void* unused);

}  // namespace arena::python::state_methods
