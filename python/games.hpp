// The games as the package sees them (`_arena.GameCore`), and built-in bots as Python calls them.
#pragma once

#include <memory>

#include <pybind11/pybind11.h>

#include "arena/match/games.hpp"
#include "python/types.hpp"

namespace arena::python {

/// One game of the table, which holds on to the table.
class GameCore {
 public:
  GameCore(std::shared_ptr<const Games> games, const AnyGame& game, const Types& types)
      : games_(std::move(games)), game_(game), types_(types) {}

  [[nodiscard]] const AnyGame& game() const { return game_; }
  [[nodiscard]] GameRef ref() const { return {&game_, &types_}; }
  [[nodiscard]] const Types& types() const { return types_; }

 private:
  std::shared_ptr<const Games> games_;
  const AnyGame& game_;
  const Types& types_;
};

/// Adds the classes and `games()`, a list of all GameCore.
void add_games(py::module_& module, const Types& types);

}  // namespace arena::python
