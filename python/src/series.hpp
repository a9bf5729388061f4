// `_arena.run`: plays a series like `arena run`. Players are named in Python or are Python objects.
#pragma once

#include <pybind11/pybind11.h>

#include "python/src/types.hpp"

namespace arena::python {

void add_series(pybind11::module_& module, const Types& types);

}  // namespace arena::python
