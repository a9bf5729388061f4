#include "python/src/interrupt.hpp"

#include <pybind11/pybind11.h>

namespace arena::python {

namespace py = pybind11;

bool interrupted() {
  if (PyErr_CheckSignals() != 0) return true;
  // What is sent to a thread is raised where that runs Python code: the shortest there is. Not by
  // PyRun_String, which takes a KeyboardInterrupt for the end of the program.
  const auto code =
      py::reinterpret_steal<py::object>(Py_CompileString("None", "arena", Py_eval_input));
  const py::dict names;
  return !code ||
         !py::reinterpret_steal<py::object>(PyEval_EvalCode(code.ptr(), names.ptr(), names.ptr()));
}

}  // namespace arena::python
