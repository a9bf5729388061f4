// What people type, in each game. The first byte of an input is the game, the next say which
// match (kit_fuzz.hpp), the rest is lines.
#include "tests/fuzz/fuzz_games.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto games = arena::fuzz::fuzz_games();
  arena::fuzz::Input input(data, size);
  games[input.byte() % games.size()].screen(input);
  return 0;
}
