// The file with the names of a class: a name of an account on each line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arena::host {

/// Empty lines, and lines that begin with "#", do not count. Throws Error, which has all problems
/// with their lines: names that no account can have, names that are there twice, no name at all.
/// `path`: for messages.
std::vector<std::string> read_class_list(std::string_view text, const std::string& path);

}  // namespace arena::host
