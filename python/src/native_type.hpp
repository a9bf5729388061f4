// Makes Python types from CPython's tables around one C++ value, for methods that are called very
// often: most of their time would be pybind11's dispatch.
#pragma once

#include <exception>
#include <utility>

#include <pybind11/pybind11.h>

#include "arena/util/error.hpp"

namespace arena::python {

namespace py = pybind11;

/// A Python object that contains a T.
template <class T>
struct Holder {
  PyObject_HEAD T value;
};

template <class T>
T& value_of(PyObject* self) {
  return reinterpret_cast<Holder<T>*>(self)->value;  // NOLINT: the way of CPython
}

/// Makes an object of `type`. Null, with an exception set, on failure.
template <class T>
PyObject* new_object(PyTypeObject* type, T value) {
  PyObject* self = type->tp_alloc(type, 0);
  if (self == nullptr) return nullptr;
  new (&value_of<T>(self)) T(std::move(value));
  return self;
}

template <class T>
void deallocate(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  value_of<T>(self).~T();
  type->tp_free(self);
  Py_DECREF(type);
}

/// Converts a method or slot of any signature to the type in CPython's tables.
template <class Function>
PyCFunction method(Function* function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));  // NOLINT
}

/// Calls `body`, which returns a new reference. Turns a C++ exception into Python's; `error` is the
/// Python type for arena's Error.
template <class Body>
PyObject* guarded(PyObject* error, Body body) noexcept {
  try {
    return body();
  } catch (py::error_already_set& raised) {
    raised.restore();
  } catch (const py::builtin_exception& raised) {
    raised.set_error();
  } catch (const Error& wrong) {
    PyErr_SetString(error, wrong.what());
  } catch (const std::exception& failed) {
    PyErr_SetString(PyExc_RuntimeError, failed.what());
  }
  return nullptr;
}

}  // namespace arena::python
