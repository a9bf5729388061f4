// Tournaments and their stores for the package: `_arena.tournament` and `_arena.StoreFile`.
#pragma once

#include <memory>

#include "python/src/games.hpp"
#include "python/src/types.hpp"

namespace arena::python {

/// Adds `tournament`, which plays one into its store.
void add_tournaments(py::module_& module, const Types& types, std::shared_ptr<Library> library);

/// Adds `StoreFile`, which reads a store.
void add_stores(py::module_& module, std::shared_ptr<Library> library);

}  // namespace arena::python
