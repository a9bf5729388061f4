#include "arena/util/text/utf8.hpp"

namespace arena {

namespace {

unsigned char byte(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

/// The length of a sequence that begins with `lead`; 0 if no sequence begins so.
std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

/// True if `second` may follow `lead`, without overlong forms, surrogates, and codes over U+10FFFF.
bool may_follow(unsigned char lead, unsigned char second) {
  switch (lead) {
    case 0xE0:
      return second >= 0xA0 && second < 0xC0;
    case 0xED:
      return second >= 0x80 && second < 0xA0;
    case 0xF0:
      return second >= 0x90 && second < 0xC0;
    case 0xF4:
      return second >= 0x80 && second < 0x90;
    default:
      return second >= 0x80 && second < 0xC0;
  }
}

}  // namespace

std::string first_characters(std::string_view text, std::size_t count) {
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    if (continues_character(text[end])) continue;
    if (count-- == 0) break;
  }
  return std::string(text.substr(0, end));
}

std::string_view characters_within(std::string_view text, std::size_t most) {
  std::size_t size = std::min(text.size(), most);
  while (size > 0 && size < text.size() && continues_character(text[size])) --size;
  return text.substr(0, size);
}

/// Without a branch on each byte, so that the compiler can look at many at once.
bool is_ascii(std::string_view text) {
  unsigned char seen = 0;
  for (std::size_t at = 0; at < text.size(); ++at) seen |= byte(text, at);
  return seen < 0x80;
}

std::string repaired_utf8(std::string_view text) {
  std::string repaired;
  repaired.reserve(text.size() + 8);
  while (!text.empty()) {
    const FirstCharacter first = first_character(text);
    repaired += first.is_valid ? text.substr(0, first.size) : std::string_view("\uFFFD");
    text.remove_prefix(first.size);
  }
  return repaired;
}

FirstCharacter first_character(std::string_view text) {
  const unsigned char lead = byte(text, 0);
  const std::size_t wanted = sequence_length(lead);
  if (wanted == 0) return {};
  FirstCharacter first{1, wanted == 1, lead};
  if (wanted > 1) first.code &= 0x7FU >> wanted;
  for (; first.size < wanted && first.size < text.size(); ++first.size) {
    const unsigned char next = byte(text, first.size);
    if (first.size == 1 ? !may_follow(lead, next) : !continues_character(text[first.size])) break;
    first.code = first.code << 6U | (next & 0x3FU);
  }
  first.is_valid = first.size == wanted;
  return first;
}

}  // namespace arena
