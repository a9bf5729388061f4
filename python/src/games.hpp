// The games for the package (`_arena.GameCore`), and built-in bots that Python can call.
#pragma once

#include <memory>

#include <pybind11/pybind11.h>

#include "arena/game/games.hpp"
#include "arena/util/file_cache.hpp"
#include "arena/util/table_cache.hpp"
#include "python/src/python_game.hpp"
#include "python/src/types.hpp"

namespace arena::python {

/// All games with that of rules in Python, and the cache that their built-in bots share.
struct Library {
  Games games = [] {
    Games games = all_games();
    games.push_back(std::make_unique<const AnyGame>(python_game()));
    return games;
  }();
  std::unique_ptr<Cache> cache = user_cache();
  TableCache table_cache{cache.get()};
};

/// One game of the library. Keeps the whole library alive.
class GameCore {
 public:
  GameCore(std::shared_ptr<Library> library, const AnyGame& game, const Types& types)
      : library_(std::move(library)), game_(game), types_(types) {}

  [[nodiscard]] const AnyGame& game() const { return game_; }
  [[nodiscard]] GameRef ref() const { return {&game_, &types_}; }
  [[nodiscard]] const Types& types() const { return types_; }
  [[nodiscard]] const Games& games() const { return library_->games; }
  [[nodiscard]] TableCache* table_cache() const { return &library_->table_cache; }

 private:
  std::shared_ptr<Library> library_;
  const AnyGame& game_;
  const Types& types_;
};

/// Adds the classes and `games()`, which lists all GameCore objects.
void add_games(py::module_& module, const Types& types, std::shared_ptr<Library> library);
/// Adds `tournament`, which plays one into its store.
void add_tournaments(py::module_& module, const Types& types, std::shared_ptr<Library> library);
/// Adds `StoreFile`, which reads a store.
void add_stores(py::module_& module, std::shared_ptr<Library> library);

}  // namespace arena::python
