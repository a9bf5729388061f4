// Finds a key that stands twice in one object of a JSON text: reading it would keep one of the two
// values, without a word about the other.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace arena {

/// The first such key; nothing if there is none, or `text` is no JSON.
std::optional<std::string> duplicate_key(std::string_view text);

}  // namespace arena
