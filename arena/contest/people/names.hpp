// What accounts, bots, contests and phases may be named.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arena::contest {

/// Throws Error unless the name has 1 to 32 letters, digits, "-" and "_" of ASCII and begins with a
/// letter or digit. `what`: "account" or "bot".
void check_name(std::string_view what, std::string_view name);

/// Reads the file with the names of a class: a name of an account on each line. Empty lines, and
/// lines that begin with "#", do not count. Throws Error, which has all problems with their lines:
/// names that no account can have, names that are there twice, no name at all. `path`: for
/// messages.
std::vector<std::string> read_class_list(std::string_view text, const std::string& path);

}  // namespace arena::contest
