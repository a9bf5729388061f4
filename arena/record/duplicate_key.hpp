// Finds a key that occurs twice in one object of a JSON text. The parser would silently keep only
// one of the two values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace arena {

/// The first such key; nullopt if there is none, or if `text` is not JSON.
std::optional<std::string> duplicate_key(std::string_view text);

}  // namespace arena
