// Lines of record files: read, written, read again, and played again by the rules.
#include <algorithm>
#include <string>

#include "arena/record/record.hpp"
#include "arena/util/error.hpp"
#include "tests/fuzz/fuzz_games.hpp"

namespace arena::fuzz {
namespace {

/// Whether a number in it is no whole one; only unknown fields have such. Boost.JSON 1.81 may
/// change the last digit of one that is long.
bool has_fraction(const json::value& value) {
  if (const auto* list = value.if_array())
    return std::any_of(list->begin(), list->end(), has_fraction);
  if (const auto* object = value.if_object())
    return std::any_of(object->begin(), object->end(),
                       [](const auto& field) { return has_fraction(field.value()); });
  return value.is_double();
}

void try_line(std::string_view line) {
  const Record record = read_record(line);
  const std::string written = to_line(record);
  const bool same = to_line(read_record(written)) == written;
  require(same || has_fraction(json::parse(line)), "a record is read as it was written");
  if (const FuzzGame* game = fuzz_game_of(record.game)) game->replay(record);
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
