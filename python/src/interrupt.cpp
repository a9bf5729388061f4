#include "python/src/interrupt.hpp"

#include <pybind11/pybind11.h>

namespace arena::python {

namespace py = pybind11;

bool interrupted() {
  if (PyErr_CheckSignals() != 0) return true;
  // Python raises an exception that was sent to a thread only when that thread runs Python code, so
  // run the shortest code. PyRun_String would end the program at a KeyboardInterrupt.
  const auto code =
      py::reinterpret_steal<py::object>(Py_CompileString("None", "arena", Py_eval_input));
  const py::dict names;
  return !code ||
         !py::reinterpret_steal<py::object>(PyEval_EvalCode(code.ptr(), names.ptr(), names.ptr()));
}

}  // namespace arena::python
