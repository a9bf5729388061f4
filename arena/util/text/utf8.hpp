// UTF-8: where characters begin, how many there are, and how to repair text that is not UTF-8.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace arena {

/// True if a byte continues the character that began before it.
constexpr bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
}

/// The columns that `text` takes on a terminal: one for each character.
inline std::size_t columns_of(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_character));
}

/// The first `count` characters.
std::string first_characters(std::string_view text, std::size_t count);

/// As many whole characters as fit into `most` bytes.
std::string_view characters_within(std::string_view text, std::size_t most);

/// True if `text` is ASCII. Nearly all text is, and then it needs no repair.
bool is_ascii(std::string_view text);

/// `text` as UTF-8: U+FFFD replaces each byte or incomplete sequence that is not valid.
std::string repaired_utf8(std::string_view text);

/// The character at the start of a text, or the bytes that U+FFFD replaces if none begins there.
struct FirstCharacter {
  std::size_t size = 1;
  bool is_valid = false;
  char32_t code = U'\uFFFD';
};
/// REQUIRES: `text` is not empty.
FirstCharacter first_character(std::string_view text);

}  // namespace arena
