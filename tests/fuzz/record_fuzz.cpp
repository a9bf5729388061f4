// Lines of record files: read, written, read again, and played again by the rules.
#include <algorithm>
#include <string>

#include "arena/core/error.hpp"
#include "arena/match/record.hpp"
#include "tests/fuzz/fuzz_games.hpp"

namespace arena::fuzz {
namespace {

void try_line(std::string_view line) {
  const Record record = read_record(line);
  const std::string written = to_line(record);
  require(to_line(read_record(written)) == written, "a record is read as it was written");
  static const auto games = fuzz_games();
  const auto game = std::find_if(games.begin(), games.end(), [&record](const FuzzGame& one) {
    return one.name == record.game;
  });
  if (game != games.end()) game->replay(record);
}

}  // namespace
}  // namespace arena::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    arena::fuzz::try_line(arena::fuzz::Input(data, size).rest());
  } catch (const arena::Error&) {
  }
  return 0;
}
