// The line of a program's stderr that names its mistake. Languages print it before or after the
// places where it happened, and some end with lines about themselves ("Node.js v20.20.2").
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arena::host {

/// The last line that is no place and not about the language; empty if no line has a text.
std::string headline_of(const std::vector<std::string_view>& lines);

}  // namespace arena::host
