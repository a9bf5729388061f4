// The small parts of reading and writing text: trimming, letter case, decimal numbers. It ignores
// locales: bytes beyond ASCII are never white space, letters or digits.
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arena {

constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

/// Removes white space from both ends.
constexpr std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

/// The lines of `text`, without line ends.
inline std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    lines.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(lines.back().size() + 1, text.size()));
  }
  return lines;
}

/// Calls `use` with each whole line of `text`, without its end. An incomplete last line stays.
template <class Use>
void take_lines(std::string& text, Use use) {
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    use(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
  text.erase(0, begin);
}

/// Reads all of `text` as a number, with a minus sign before it if T is signed. An integer may have
/// another base than ten.
template <class T>
std::optional<T> to_number(std::string_view text, std::same_as<int> auto... base) {
  T number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, base...);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole ? std::optional(number) : std::nullopt;
}

/// `card` or `cards`, `process` or `processes`.
inline std::string plural(std::integral auto number, std::string_view noun) {
  const std::string_view ending = noun.ends_with('s') ? "es" : "s";
  return std::string(noun) + std::string(number == 1 ? "" : ending);
}

/// `1 card`, `2 cards`.
inline std::string counted(std::integral auto number, std::string_view noun) {
  return std::to_string(number) + ' ' + plural(number, noun);
}

/// The results of `text_of`, with `separator` between them.
template <class Range, class Text = std::identity>
std::string joined(const Range& range, std::string_view separator, Text text_of = {}) {
  std::string text;
  bool first = true;
  for (const auto& one : range) {
    if (!std::exchange(first, false)) text += separator;
    text += std::invoke(text_of, one);
  }
  return text;
}

/// The first of them alone, if they are many: "ann, bob, carol, and 7 more".
template <class Range, class Text = std::identity>
std::string some_of(const Range& range, std::string_view separator = ", ", Text text_of = {}) {
  constexpr std::size_t most = 3;
  const std::span all(range);
  std::string text = joined(all.first(std::min(all.size(), most)), separator, text_of);
  if (all.size() > most)
    text += std::string(separator) + "and " + std::to_string(all.size() - most) + " more";
  return text;
}

/// "1, 2 and 3". REQUIRES: `words` is not empty.
inline std::string listed(std::vector<std::string> words, std::string_view conjunction) {
  const std::string last = std::move(words.back());
  words.pop_back();
  if (words.empty()) return last;
  return joined(words, ", ") + ' ' + std::string(conjunction) + ' ' + last;
}

constexpr std::string_view is_or_are(std::integral auto number) {
  return number == 1 ? "is" : "are";
}

}  // namespace arena
