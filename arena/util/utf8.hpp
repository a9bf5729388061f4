// UTF-8: where characters begin, how many there are, and text that is to be UTF-8 and may not be.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace arena {

/// Whether a byte goes on with the character that began before it.
constexpr bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
}

/// How many columns of a terminal `text` takes, one for each character.
inline std::size_t columns_of(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_character));
}

/// The first `count` characters.
std::string first_characters(std::string_view text, std::size_t count);

/// As many whole characters as `most` bytes have room for.
std::string_view characters_within(std::string_view text, std::size_t most);

/// True if `text` is ASCII, which is nearly always so; then it needs no repair.
bool is_ascii(std::string_view text);

/// `text` as UTF-8: each byte or cut-off sequence that is none becomes U+FFFD.
std::string repaired_utf8(std::string_view text);

/// What begins a text: a character, or the bytes that U+FFFD stands for where there is none.
struct FirstCharacter {
  std::size_t size = 1;
  bool is_valid = false;
  char32_t code = U'\uFFFD';
};
/// REQUIRES: `text` is not empty.
FirstCharacter first_character(std::string_view text);

}  // namespace arena
