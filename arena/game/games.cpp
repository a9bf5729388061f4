#include "arena/game/games.hpp"

#include <fmt/format.h>

#include "arena/util/error.hpp"

namespace arena {

const AnyGame& find_game(const Games& games, std::string_view name) {
  std::string names;
  for (const auto& game : games) {
    if (game->info().name == name) return *game;
    names += (names.empty() ? "" : ", ") + std::string(game->info().name);
  }
  throw Error(fmt::format("unknown game \"{}\"; known: {}", name, names));
}

}  // namespace arena
