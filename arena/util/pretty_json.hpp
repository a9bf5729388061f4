// JSON for people to read: one line where it fits, else a line for each member or a filled list.
// Not for what programs are sent: that is one line, without blanks.
#pragma once

#include <cstddef>
#include <string>

#include <boost/json.hpp>

namespace arena {

/// Without a newline at the end. Lines are at most `width` long where no single value is longer.
std::string pretty(const boost::json::value& value, std::size_t width = 90);

}  // namespace arena
