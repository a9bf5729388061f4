// What accounts, bots, contests and phases may be named.
#pragma once

#include <string_view>

namespace arena::host {

/// Throws Error unless the name has 1 to 32 letters, digits, "-" and "_" of ASCII and begins with a
/// letter or digit. `what`: "account" or "bot".
void check_name(std::string_view what, std::string_view name);

}  // namespace arena::host
