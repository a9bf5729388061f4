#include "arena/util/plain_text.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

namespace arena {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

unsigned char byte(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

/// The length that a sequence beginning with `lead` has; 0: nothing begins so.
std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

/// May `second` follow `lead`? Excludes overlong forms, surrogates, and what lies beyond U+10FFFF.
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

struct Sequence {
  std::size_t length;
  bool valid;
};

/// The sequence at the start of `text` (not empty). An invalid one covers the bytes to replace.
Sequence first_sequence(std::string_view text) {
  const unsigned char lead = byte(text, 0);
  const std::size_t wanted = sequence_length(lead);
  if (wanted <= 1) return {1, wanted == 1};
  std::size_t length = 1;
  while (length < wanted && length < text.size()) {
    const unsigned char next = byte(text, length);
    if (length == 1 ? !may_follow(lead, next) : (next < 0x80 || next >= 0xC0)) break;
    ++length;
  }
  return {length, length == wanted};
}

void append_escaped(char c, bool keep_lines, std::string& out) {
  switch (c) {
    case '\n':
      out += keep_lines ? "\n" : "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += keep_lines ? "\t" : "\\t";
      return;
    default:
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(c));
  }
}

/// The code point of a valid sequence.
char32_t code_point(std::string_view sequence) {
  char32_t code = byte(sequence, 0);
  if (sequence.size() > 1) code &= 0x7FU >> sequence.size();
  for (std::size_t i = 1; i < sequence.size(); ++i) code = code << 6U | (byte(sequence, i) & 0x3FU);
  return code;
}

/// Control characters beyond ASCII, which some terminals obey like escapes, and those that cannot
/// be seen or change the direction of what follows: text would look like another text.
bool is_unseen(std::string_view sequence) {
  struct Range {
    char32_t first, last;
  };
  static constexpr Range unseen[] = {{0x80, 0x9F},     {0xAD, 0xAD},     {0x061C, 0x061C},
                                     {0x115F, 0x1160}, {0x180E, 0x180E}, {0x200B, 0x200F},
                                     {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164},
                                     {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};
  const char32_t code = code_point(sequence);
  return std::ranges::any_of(
      unseen, [code](const Range& range) { return range.first <= code && code <= range.last; });
}

}  // namespace

bool is_ascii(std::string_view text) {
  constexpr std::uint64_t high_bits = 0x8080808080808080U;
  std::uint64_t seen = 0;
  std::size_t at = 0;
  for (; at + sizeof(seen) <= text.size(); at += sizeof(seen)) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, text.data() + at, sizeof(eight));
    seen |= eight;
  }
  for (; at < text.size(); ++at) seen |= byte(text, at);
  return (seen & high_bits) == 0;
}

std::string repaired_utf8(std::string_view text) {
  std::string repaired;
  repaired.reserve(text.size() + 8);
  while (!text.empty()) {
    const Sequence sequence = first_sequence(text);
    repaired += sequence.valid ? text.substr(0, sequence.length) : replacement;
    text.remove_prefix(sequence.length);
  }
  return repaired;
}

std::string escaped(std::string_view text, bool keep_lines) {
  std::string out;
  out.reserve(text.size() + 8);
  while (!text.empty()) {
    const Sequence sequence = first_sequence(text);
    const std::string_view first = text.substr(0, sequence.length);
    const unsigned char lead = byte(first, 0);
    if (!sequence.valid || is_unseen(first)) {
      out += replacement;
    } else if (lead < 0x20 || lead == 0x7F) {
      append_escaped(first.front(), keep_lines, out);
    } else {
      out += first;
    }
    text.remove_prefix(sequence.length);
  }
  return out;
}

std::string in_quotes(std::string_view text, std::size_t most) {
  const bool cut = text.size() > most;
  return fmt::format("\"{}\"{}", escaped(text.substr(0, most)), cut ? "..." : "");
}

std::string indented(std::string_view text, std::string_view prefix) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    result += fmt::format("\n{}{}", prefix, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::string stderr_text(std::string_view tail) {
  return tail.empty() ? "" : "\n  Its stderr ends with:" + indented(tail, "  | ");
}

std::string duration_text(Duration duration) {
  const auto ms = std::chrono::round<std::chrono::milliseconds>(duration).count();
  if (ms >= 1000 && ms % 1000 == 0) return fmt::format("{}s", ms / 1000);
  return fmt::format("{}ms", std::max<std::int64_t>(ms, 0));
}

}  // namespace arena
