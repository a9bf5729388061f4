#include "arena/util/text/plain_text.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena {

namespace {

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

/// Control characters beyond ASCII, which some terminals obey like escapes, and characters that are
/// invisible or change the direction of text. They would make a text look like another one.
bool is_unseen(char32_t code) {
  struct Range {
    char32_t first, last;
  };
  static constexpr Range unseen[] = {{0x80, 0x9F},     {0xAD, 0xAD},     {0x061C, 0x061C},
                                     {0x115F, 0x1160}, {0x180E, 0x180E}, {0x200B, 0x200F},
                                     {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164},
                                     {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};
  return std::ranges::any_of(
      unseen, [code](const Range& range) { return range.first <= code && code <= range.last; });
}

/// Latin letters lose their marks.
char stand_in(char32_t code) {
  constexpr std::u32string_view known =
      U"‐-‑-‒-–-—-―-−-‘'’'‚'“\"”\"„\"«\"»\"•*….♠S♤S♥H♡H♦D♢D♣C♧C×x≤<≥>≈~"
      U"ÀAÁAÂAÃAÄAÅAÇCÈEÉEÊEËEÌIÍIÎIÏIÑNÒOÓOÔOÕOÖOØOÙUÚUÛUÜUÝY"
      U"àaáaâaãaäaåaçcèeéeêeëeìiíiîiïiñnòoóoôoõoöoøoùuúuûuüuýyÿyßs"
      U"ĄAąaĆCćcČCčcĎDďdĘEęeĚEěeĞGğgİIıiŁLłlŃNńnŇNňnŐOőoŘRřrŚSśsŞSşsŠSšsŤTťtŮUůuŰUűuŹZźzŻZżzŽZžz";
  for (std::size_t i = 0; i + 1 < known.size(); i += 2) {
    if (known[i] == code) return static_cast<char>(known[i + 1]);
  }
  return '?';
}

}  // namespace

std::string escaped(std::string_view text, bool keep_lines) {
  std::string out;
  out.reserve(text.size() + 8);
  while (!text.empty()) {
    const FirstCharacter first = first_character(text);
    if (!first.is_valid || is_unseen(first.code)) {
      out += "\uFFFD";
    } else if (first.code < 0x20 || first.code == 0x7F) {
      append_escaped(text.front(), keep_lines, out);
    } else {
      out += text.substr(0, first.size);
    }
    text.remove_prefix(first.size);
  }
  return out;
}

std::string on_one_line(std::string_view text) {
  std::string line;
  const std::string repaired = repaired_utf8(text);
  for (std::string_view rest = repaired; !rest.empty();) {
    const FirstCharacter first = first_character(rest);
    const bool is_control = first.code < 0x20 || (first.code >= 0x7F && first.code < 0xA0);
    line += is_control ? std::string_view(" ") : rest.substr(0, first.size);
    rest.remove_prefix(first.size);
  }
  return std::string(trim(line));
}

std::string ascii_text(std::string_view text) {
  std::string ascii;
  while (!text.empty()) {
    const FirstCharacter first = first_character(text);
    ascii += first.code < 0x80 ? text.front() : stand_in(first.code);
    text.remove_prefix(first.size);
  }
  return ascii;
}

std::string in_quotes(std::string_view text, std::size_t most) {
  const bool cut = text.size() > most;
  return fmt::format("\"{}\"{}", escaped(text.substr(0, most)), cut ? "..." : "");
}

std::string indented(std::string_view text, std::string_view prefix) {
  return joined(lines_of(text), "",
                [prefix](std::string_view line) { return fmt::format("\n{}{}", prefix, line); });
}

std::string stderr_text(std::string_view tail) {
  return tail.empty() ? "" : "\n  Its stderr ends with:" + indented(tail, "  | ");
}

std::string duration_text(Duration duration) {
  const auto ms = std::chrono::round<std::chrono::milliseconds>(duration).count();
  if (ms >= 1000 && ms % 1000 == 0) return fmt::format("{}s", ms / 1000);
  return fmt::format("{}ms", std::max<std::int64_t>(ms, 0));
}

Duration read_duration(std::string_view text, std::string_view what) {
  const std::string copy(text);
  char* end = nullptr;
  const double number = std::strtod(copy.c_str(), &end);
  const std::string_view unit = trim(std::string_view(end));
  const double seconds = unit.empty() || unit == "s" ? 1
                         : unit == "ms"              ? 0.001
                         : unit == "m"               ? 60
                         : unit == "h"               ? 3600
                                                     : 0;
  const double length = number * seconds;
  const bool too_short = length > 0 && length < 0.001;  // arena counts in milliseconds
  if (end == copy.c_str() || seconds == 0 || !std::isfinite(length) || length < 0 || too_short ||
      length > std::chrono::duration<double>(longest_time).count()) {
    throw Error(
        fmt::format("{} must be a duration such as 2, 1.5s, 500ms or 2m, not \"{}\"", what, text));
  }
  return std::chrono::round<std::chrono::milliseconds>(std::chrono::duration<double>(length));
}

}  // namespace arena
