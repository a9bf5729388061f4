// The law of lines that arena reads and writes: what is written is read as the same.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "tests/fuzz/fuzz.hpp"

namespace arena::fuzz {

/// Whether a number in it is no whole one. Boost.JSON 1.81 may change the last digit of a long one;
/// only fields that arena does not know have such.
inline bool has_fraction(const boost::json::value& value) {
  if (const auto* list = value.if_array()) return std::ranges::any_of(*list, has_fraction);
  if (const auto* object = value.if_object())
    return std::ranges::any_of(*object,
                               [](const auto& field) { return has_fraction(field.value()); });
  return value.is_double();
}

/// Ends the program too if what is written cannot be read.
template <class Item>
void check_written_again(const Item& item, Item (*read)(std::string_view)) noexcept {
  const std::string written = to_line(item);
  require(written.find('\n') == std::string::npos, "what is written is one line");
  const bool same = to_line(read(written)) == written;
  require(same || has_fraction(boost::json::parse(written)), "what is written is read as the same");
}

}  // namespace arena::fuzz
