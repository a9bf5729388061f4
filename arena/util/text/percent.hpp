// Percent-encoding, as addresses and forms of the web have it (RFC 3986).
#pragma once

#include <string>
#include <string_view>

namespace arena {

/// With `plus`, "+" is a space, as forms write it. An invalid escape stays.
std::string percent_decoded(std::string_view text, bool plus = false);
/// Encodes all but letters, digits and "-._~".
std::string percent_encoded(std::string_view text);

}  // namespace arena
