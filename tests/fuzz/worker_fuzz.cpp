// Lines between arena and its workers, which play bots of untrusted authors.
#include <string>

#include "arena/util/error.hpp"
#include "arena/worker/messages.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace arena::fuzz {
namespace {

/// What is read and written is read as the same.
template <class Message>
void check_line(std::string_view line, Message (*read)(std::string_view)) {
  std::string written;
  try {
    written = to_line(read(line));
  } catch (const Error& error) {
    return require(*error.what() != '\0', "an error has a text");
  }
  require(written.find('\n') == std::string::npos, "a message is one line");
  require(to_line(read(written)) == written, "a message that is read again is the same");
}

}  // namespace
}  // namespace arena::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arena;
  fuzz::Input input(data, size);
  while (!input.empty()) {
    const std::string_view line = input.line();
    fuzz::check_line(line, read_from_worker);
    fuzz::check_line(line, read_to_worker);
  }
  return 0;
}
