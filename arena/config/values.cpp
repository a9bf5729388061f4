#include "arena/config/values.hpp"

#include <algorithm>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena {

std::string word_of(const json::value& value) {
  if (const json::string* const text = value.if_string()) return std::string(*text);
  if (const double* const number = value.if_double()) return fmt::format("{}", *number);
  return json::serialize(value);
}

void check_utf8(const json::value& value) {
  if (const json::string* const text = value.if_string()) {
    if (repaired_utf8(*text) != std::string_view(*text))
      throw Error(fmt::format("a store keeps UTF-8 only, and {} is not UTF-8", in_quotes(*text)));
  } else if (const json::array* const list = value.if_array()) {
    for (const json::value& one : *list) check_utf8(one);
  } else if (const json::object* const object = value.if_object()) {
    for (const auto& [key, one] : *object) check_utf8(one);
  }
}

json::value to_json(const Span& span) { return json::value(duration_text(span.length)); }

void from_json(const json::value& value, Span& span, std::string_view what) {
  span.length = read_duration(word_of(value), what);
}

std::uint64_t read_size(std::string_view text, std::uint64_t least, std::uint64_t most,
                        std::string_view what) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = to_number<std::uint64_t>(text.substr(0, digits));
  const std::size_t unit = std::string_view("KMG").find(text.substr(digits));
  const bool is_size = number && text.size() == digits + 1 && unit != std::string_view::npos;
  const unsigned shift = 10U * (static_cast<unsigned>(unit) + 1);
  if (!is_size || *number > (most >> shift) || (*number << shift) < least) {
    const std::string_view wanted = least >= (1U << 20U) ? "a size of 1M or more such as 256M or 2G"
                                                         : "a size such as 500K, 5M or 1G";
    throw Error(fmt::format("{} must be {}, not \"{}\"", what, wanted, text));
  }
  return *number << shift;
}

json::value to_json(const Size& size) {
  constexpr std::uint64_t whole = (1U << 20U) - 1;
  if ((size.bytes & whole) != 0) return json::value(fmt::format("{}K", size.bytes >> 10U));
  return json::value(fmt::format("{}M", size.bytes >> 20U));
}

void from_json(const json::value& value, Size& size, std::string_view what) {
  constexpr std::uint64_t least = std::uint64_t{1} << 20U;
  constexpr std::uint64_t most = std::uint64_t{1} << 50U;
  size.bytes = read_size(word_of(value), least, most, what);
}

void from_json(const json::value& value, SandboxKind& kind, std::string_view what) {
  if (const bool* const is_on = value.if_bool()) {
    kind = *is_on ? SandboxKind::shared : SandboxKind::off;
  } else if (!value.is_string() ||
             !boost::describe::enum_from_string(value.get_string().c_str(), kind)) {
    described::fail(what, "true, false, \"shared\" or \"apart\"", json::serialize(value));
  }
}

}  // namespace arena
