// JSON as arena shows it to people and gives it to programs. A number is written as the shortest
// one that is equal: 2 and 0.25, where Boost writes 2E0 and 2.5E-1.
#pragma once

#include <cstddef>
#include <string>

#include <boost/json.hpp>

namespace arena {

/// For programs: one line without blanks or a newline.
std::string compact(const boost::json::value& value);

/// For people: one line if it fits, else one line for each member, or a filled list. Without a
/// newline at the end. Lines have at most `width` characters, unless one value is longer.
std::string pretty(const boost::json::value& value, std::size_t width = 90);

}  // namespace arena
