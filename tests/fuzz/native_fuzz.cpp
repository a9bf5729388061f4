// Answers of bots in each game's own protocol. The first line of an input names the
// game, four bytes say which match (module_fuzz.hpp), the rest is lines.
#include "tests/fuzz/fuzz_games.hpp"

ARENA_FUZZ_TARGET(native)(const std::uint8_t* data, std::size_t size) {
  arena::fuzz::Input input(data, size);
  if (const auto* game = arena::fuzz::fuzz_game_of(input.line())) game->native(input);
  return 0;
}
