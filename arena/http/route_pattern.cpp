#include "arena/http/route_pattern.hpp"

#include <algorithm>

#include "arena/util/text/percent.hpp"

namespace arena::http {

namespace {

/// The next part of a path that starts with "/"; removes it.
std::string_view take_part(std::string_view& path) {
  path.remove_prefix(1);
  const std::string_view part = path.substr(0, path.find('/'));
  path.remove_prefix(part.size());
  return part;
}

bool is_parameter_value(std::string_view value) {
  return !value.empty() && std::ranges::all_of(value, [](char c) {
    return c != '/' && static_cast<unsigned char>(c) >= ' ' && c != 0x7f;
  });
}

}  // namespace

RoutePattern::RoutePattern(std::string_view pattern) {
  while (!pattern.empty()) {
    const std::string_view part = take_part(pattern);
    const bool is_parameter = part.starts_with('{');
    parts_.push_back(
        {is_parameter, std::string(is_parameter ? part.substr(1, part.size() - 2) : part)});
  }
}

std::optional<PathParameters> RoutePattern::match(std::string_view path) const {
  PathParameters found;
  for (const Part& part : parts_) {
    if (!path.starts_with('/')) return std::nullopt;
    std::string value = percent_decoded(take_part(path));
    if (!part.is_parameter) {
      if (value != part.text) return std::nullopt;
    } else {
      if (!is_parameter_value(value)) return std::nullopt;
      found.emplace(part.text, std::move(value));
    }
  }
  return path.empty() ? std::optional(std::move(found)) : std::nullopt;
}

std::vector<std::string> RoutePattern::names() const {
  std::vector<std::string> names;
  for (const Part& part : parts_) {
    if (part.is_parameter) names.push_back(part.text);
  }
  return names;
}

}  // namespace arena::http
