#include "arena/game/games.hpp"

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

const AnyGame& find_game(const Games& games, std::string_view name) {
  for (const auto& game : games) {
    if (game->info.name == name) return *game;
  }
  throw Error(fmt::format("unknown game \"{}\"; known: {}", name,
                          joined(games, ", ", [](const auto& game) { return game->info.name; })));
}

}  // namespace arena
