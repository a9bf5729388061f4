// arena.Rng: arena's random numbers.
#include "arena/core/rng.hpp"

#include <array>
#include <cstdint>

#include "python/src/native_type.hpp"
#include "python/src/types.hpp"

namespace arena::python {

namespace {

PyObject* make(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"seed", nullptr};
  PyObject* given = nullptr;
  if (PyArg_ParseTupleAndKeywords(args, kwargs, "O!", const_cast<char**>(names),  // NOLINT
                                  &PyLong_Type, &given) == 0)
    return nullptr;
  const std::uint64_t seed = PyLong_AsUnsignedLongLong(given);
  if (PyErr_Occurred() != nullptr) return nullptr;
  return new_object(type, Rng(seed));
}

PyObject* next(PyObject* self, PyObject* /*unused*/) {
  return PyLong_FromUnsignedLongLong(value_of<Rng>(self).next());
}

/// Returns 0, and sets an exception, if it is not a valid bound.
std::uint32_t bound_of(PyObject* bound) {
  const unsigned long number = PyLong_AsUnsignedLong(bound);
  if (PyErr_Occurred() != nullptr) return 0;
  if (number == 0 || number > UINT32_MAX) {
    PyErr_SetString(PyExc_ValueError, "the bound must be from 1 to 2**32 - 1");
    return 0;
  }
  return static_cast<std::uint32_t>(number);
}

PyObject* below(PyObject* self, PyObject* given) {
  const std::uint32_t bound = bound_of(given);
  return bound == 0 ? nullptr : PyLong_FromUnsignedLong(value_of<Rng>(self).below(bound));
}

PyObject* choice(PyObject* self, PyObject* items) {
  const Py_ssize_t size = PySequence_Size(items);
  if (size < 0) return nullptr;
  if (size == 0 || size > UINT32_MAX) {
    PyErr_SetString(PyExc_IndexError, "nothing to choose from");
    return nullptr;
  }
  return PySequence_GetItem(items, value_of<Rng>(self).below(static_cast<std::uint32_t>(size)));
}

PyObject* shuffle(PyObject* self, PyObject* list) {
  if (!PyList_Check(list)) {
    PyErr_SetString(PyExc_TypeError, "shuffle takes a list");
    return nullptr;
  }
  for (Py_ssize_t left = PyList_GET_SIZE(list); left > 1; --left) {
    const auto other =
        static_cast<Py_ssize_t>(value_of<Rng>(self).below(static_cast<std::uint32_t>(left)));
    PyObject* last = PyList_GET_ITEM(list, left - 1);
    PyList_SET_ITEM(list, left - 1, PyList_GET_ITEM(list, other));
    PyList_SET_ITEM(list, other, last);
  }
  Py_RETURN_NONE;
}

PyObject* copy(PyObject* self, PyObject* /*unused*/) {
  return new_object(Py_TYPE(self), Rng(value_of<Rng>(self)));
}

PyObject* reduce(PyObject* self, PyObject* /*unused*/) {
  const auto words = value_of<Rng>(self).state();
  return Py_BuildValue("O(i)(KKKK)", Py_TYPE(self), 0, words[0], words[1], words[2], words[3]);
}

PyObject* set_state(PyObject* self, PyObject* given) {
  std::array<std::uint64_t, 4> words{};
  if (!PyTuple_Check(given) || PyTuple_GET_SIZE(given) != 4) {
    PyErr_SetString(PyExc_TypeError, "the state of a generator is a tuple of four numbers");
    return nullptr;
  }
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = PyLong_AsUnsignedLongLong(PyTuple_GET_ITEM(given, static_cast<Py_ssize_t>(i)));
  if (PyErr_Occurred() != nullptr) return nullptr;
  if (words == std::array<std::uint64_t, 4>{}) {
    PyErr_SetString(PyExc_ValueError, "the state of a generator is not all zero");
    return nullptr;
  }
  value_of<Rng>(self) = Rng(words);
  Py_RETURN_NONE;
}

}  // namespace

py::object add_rng(py::module_& module) {
  static PyMethodDef methods[] = {
      {"next", next, METH_NOARGS, "64 random bits, as an int from 0 to 2**64 - 1."},
      {"below", below, METH_O, "A whole number, uniform in 0 .. bound - 1."},
      {"choice", choice, METH_O, "One item of a sequence; all are equally likely."},
      {"shuffle", shuffle, METH_O, "Shuffles a list uniformly, in place."},
      {"__copy__", copy, METH_NOARGS, nullptr},
      {"__reduce__", reduce, METH_NOARGS, nullptr},
      {"__setstate__", set_state, METH_O, nullptr},
      {nullptr, nullptr, 0, nullptr}};
  static PyType_Slot slots[] = {
      {Py_tp_doc,
       const_cast<char*>("Rng(seed)\n--\n\n"  // NOLINT
                         "Arena's random numbers: a seed, from 0 to 2**64 - 1, gives "
                         "the same numbers on every machine,\nand in C++ too. Not for "
                         "secrets.")},
      {Py_tp_new, reinterpret_cast<void*>(&make)},                 // NOLINT
      {Py_tp_dealloc, reinterpret_cast<void*>(&deallocate<Rng>)},  // NOLINT
      {Py_tp_methods, methods},
      {0, nullptr}};
  static PyType_Spec spec = {"arena.Rng", sizeof(Holder<Rng>), 0, Py_TPFLAGS_DEFAULT, slots};
  auto type = py::reinterpret_steal<py::object>(PyType_FromSpec(&spec));
  if (!type) throw py::error_already_set();
  module.add_object("Rng", type);
  return type;
}

Rng* rng_of(const Types& types, PyObject* object) {
  const auto* type = reinterpret_cast<PyTypeObject*>(types.rng.ptr());  // NOLINT: it is one
  return Py_TYPE(object) == type ? &value_of<Rng>(object) : nullptr;
}

}  // namespace arena::python
