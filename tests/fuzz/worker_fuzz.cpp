// Lines between arena and its workers, which play bots of untrusted authors.
#include "arena/util/error.hpp"
#include "arena/worker/messages.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/written_again.hpp"

namespace arena::fuzz {
namespace {

template <class Message>
void check_line(std::string_view line, Message (*read)(std::string_view)) {
  try {
    check_written_again(read(line), read);
  } catch (const Error& error) {
    require(*error.what() != '\0', "an error has a text");
  }
}

}  // namespace
}  // namespace arena::fuzz

ARENA_FUZZ_TARGET(worker)(const std::uint8_t* data, std::size_t size) {
  using namespace arena;
  fuzz::Input input(data, size);
  while (!input.empty()) {
    const std::string_view line = input.line();
    fuzz::check_line(line, read_from_worker);
    fuzz::check_line(line, read_to_worker);
  }
  return 0;
}
