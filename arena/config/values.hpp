// The kinds of values that settings have, each with one text and one JSON form. What is wrong in a
// text throws Error, which names `what`.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include <boost/describe/enum.hpp>
#include <boost/json.hpp>
#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/util/time.hpp"

namespace arena {

namespace json = boost::json;

/// A length of time in whole milliseconds. As text: seconds, or a number with ms, s, m or h.
struct Span {
  Duration length{0};

  friend bool operator==(const Span&, const Span&) = default;
};
json::value to_json(const Span& span);
/// A number is one of seconds.
void from_json(const json::value& value, Span& span, std::string_view what);

/// A number of bytes. As text: a whole number and K, M or G.
struct Size {
  std::uint64_t bytes = 0;

  friend bool operator==(const Size&, const Size&) = default;
};
/// The number of bytes that the text names, if it is from `least` to `most`.
std::uint64_t read_size(std::string_view text, std::uint64_t least, std::uint64_t most,
                        std::string_view what);
json::value to_json(const Size& size);
/// From 1M.
void from_json(const json::value& value, Size& size, std::string_view what);

/// A whole number in a range.
template <int Least, int Most>
struct Count {
  static constexpr int least = Least;
  static constexpr int most = Most;
  int value = Least;

  friend bool operator==(const Count&, const Count&) = default;
};
template <int Least, int Most>
json::value to_json(const Count<Least, Most>& count) {
  return count.value;
}
template <int Least, int Most>
void from_json(const json::value& value, Count<Least, Most>& count, std::string_view what) {
  json::error_code error;
  count.value = value.to_number<int>(error);
  if (error || count.value < Least || count.value > Most)
    described::fail(what, fmt::format("a whole number from {} to {}", Least, Most),
                    json::serialize(value));
}

/// The sandbox of bots. `apart`: each with files of its own.
enum class SandboxKind { off, shared, apart };
BOOST_DESCRIBE_ENUM(SandboxKind, off, shared, apart)
/// True is `shared`, false is `off`.
void from_json(const json::value& value, SandboxKind& kind, std::string_view what);

/// JSON is UTF-8, and so is what is stored: throws Error if a text in the value is not.
void check_utf8(const json::value& value);
/// The value as a word of a command line, without quotation marks.
std::string word_of(const json::value& value);
/// A word of a command line as the JSON value of such a member.
template <class T>
json::value value_of_word(std::string_view word) {
  if (std::same_as<T, SandboxKind> && (word == "on" || word == "off")) return word == "on";
  if (std::same_as<T, SandboxKind> && (word == "true" || word == "false")) return word == "true";
  constexpr bool is_text = std::same_as<T, std::string> || std::same_as<T, Span> ||
                           std::same_as<T, Size> || described::DescribedEnum<T>;
  return is_text ? json::value(word) : described::value_of(word);
}

}  // namespace arena
