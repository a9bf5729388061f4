// Lines of record files: read, written, read again, and played again by the rules.
#include "arena/record/record.hpp"
#include "arena/util/error.hpp"
#include "tests/fuzz/fuzz_games.hpp"
#include "tests/fuzz/written_again.hpp"

ARENA_FUZZ_TARGET(record)(const std::uint8_t* data, std::size_t size) {
  using namespace arena;
  try {
    const Record record = read_record(fuzz::Input(data, size).rest());
    fuzz::check_written_again(record, read_record);
    if (const fuzz::FuzzGame* game = fuzz::fuzz_game_of(record.game)) game->replay(record);
  } catch (const Error&) {
  }
  return 0;
}
