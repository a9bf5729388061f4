#include "arena/util/text/percent.hpp"

#include <optional>

#include <fmt/format.h>

#include "arena/util/text/text.hpp"

namespace arena {

namespace {

bool is_unreserved(char c) {
  return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') ||
         std::string_view("-._~").find(c) != std::string_view::npos;
}

}  // namespace

std::string percent_decoded(std::string_view text, bool plus) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto value = text[i] == '%' && i + 2 < text.size()
                           ? to_number<unsigned>(text.substr(i + 1, 2), 16)
                           : std::nullopt;
    if (value) {
      result += static_cast<char>(*value);
      i += 2;
    } else {
      result += plus && text[i] == '+' ? ' ' : text[i];
    }
  }
  return result;
}

std::string percent_encoded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (is_unreserved(c)) {
      result += c;
    } else {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return result;
}

}  // namespace arena
