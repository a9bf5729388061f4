// `_arena.compare`: two players until it is known which is better.
#pragma once

#include "python/src/types.hpp"

namespace arena::python {

void add_comparisons(py::module_& module, const Types& types);

}  // namespace arena::python
