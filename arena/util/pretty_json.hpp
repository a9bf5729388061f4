// JSON for people: one line if it fits, else one line for each member, or a filled list. Programs
// receive one line without blanks instead.
#pragma once

#include <cstddef>
#include <string>

#include <boost/json.hpp>

namespace arena {

/// Without a newline at the end. Lines have at most `width` characters, unless one value is longer.
std::string pretty(const boost::json::value& value, std::size_t width = 90);

}  // namespace arena
