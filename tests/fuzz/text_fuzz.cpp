// Foreign text in small things: the words of a command, lines out of bytes, UTF-8, seeds.
#include <string>
#include <vector>

#include "arena/peer/line_buffer.hpp"
#include "arena/process/spawn/program.hpp"
#include "arena/record/record.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/utf8.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace arena::fuzz {
namespace {

void try_words(std::string_view text) {
  try {
    const auto words = split_words(text);
    require(split_words(join_words(words)) == words, "words that are joined split into the same");
  } catch (const Error&) {
  }
}

void try_utf8(std::string_view text) {
  const std::string repaired = repaired_utf8(text);
  require(repaired_utf8(repaired) == repaired, "what is repaired needs no repair");
  require(!is_ascii(text) || repaired == text, "ASCII needs no repair");
  const std::string shown = escaped(text);
  require(repaired_utf8(shown) == shown, "escaped text is UTF-8");
  for (const char c : shown)
    require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f, "escaped text has no controls");
  require(in_quotes(text, 20).size() <= 20 * 4 + 5, "a quotation is short");
  const std::string first = first_characters(text, 5);
  require(text.starts_with(first), "the first characters are its beginning");
}

/// The bytes come in pieces of a size that the input says, and go out as lines.
void try_lines(unsigned step, std::string_view text) {
  constexpr std::size_t longest = 16;
  LineBuffer buffer(longest);
  std::string all;
  while (!text.empty() && !buffer.too_long()) {
    const auto space = buffer.space();
    require(!space.empty(), "there is room for more");
    const std::size_t size = std::min({space.size(), text.size(), std::size_t{step % 7 + 1}});
    std::copy_n(text.begin(), size, space.begin());
    buffer.filled(size);
    text.remove_prefix(size);
    while (const auto line = buffer.line()) {
      require(line->find('\n') == std::string_view::npos, "a line has no newline");
      require(line->size() <= longest, "a line is no longer than the longest");
    }
    if (step % 3 == 0) buffer.drop();
  }
}

}  // namespace
}  // namespace arena::fuzz

ARENA_FUZZ_TARGET(text)(const std::uint8_t* data, std::size_t size) {
  using namespace arena::fuzz;
  Input input(data, size);
  const unsigned step = input.byte();
  const std::string_view text = input.rest();
  try_words(text);
  try_utf8(text);
  try_lines(step, text);
  const auto seed = arena::read_seed(text);
  if (seed) require(arena::read_seed(arena::seed_text(*seed)) == seed, "a seed reads back");
  return 0;
}
