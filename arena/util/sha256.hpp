// SHA-256, by libsodium.
#pragma once

#include <string>
#include <string_view>

namespace arena {

/// SHA-256 in 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace arena
