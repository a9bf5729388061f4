#include "arena/host/names.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena::host {

namespace {

constexpr std::size_t longest_name = 32;

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z');
}

}  // namespace

void check_name(std::string_view what, std::string_view name) {
  const auto is_allowed = [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; };
  if (name.empty() || name.size() > longest_name || !is_letter_or_digit(name.front()) ||
      !std::ranges::all_of(name, is_allowed))
    throw Error(
        fmt::format("the name of {} {} has 1 to {} letters, digits, \"-\" and \"_\", and begins "
                    "with a letter or digit; {} has not",
                    what == "account" ? "an" : "a", what, longest_name, in_quotes(name)));
}

}  // namespace arena::host
