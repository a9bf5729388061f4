// `_arena.run`: a series of matches as `arena run` plays it, with players that Python names or is.
#pragma once

#include <pybind11/pybind11.h>

#include "python/src/types.hpp"

namespace arena::python {

void add_series(pybind11::module_& module, const Types& types);

}  // namespace arena::python
