#include "arena/host/headline.hpp"

#include <regex>

#include "arena/util/text.hpp"

namespace arena::host {

namespace {

/// Places in the program, which lines beside the mistake show, are indented.
bool is_about_a_place(std::string_view line) {
  return line.empty() || line.front() == ' ' || line.front() == '\t';
}

bool names_a_mistake(std::string_view line) {
  static const std::regex names(
      R"((\w(Error|Exception)|\b(Error|error|panic|fatal|exception)\b|panicked at|, which it may not))");
  return std::regex_search(line.begin(), line.end(), names);
}

bool is_about_the_language(std::string_view line) {
  return line.starts_with("Node.js v") || line.starts_with("note: ");
}

}  // namespace

std::string headline_of(const std::vector<std::string_view>& lines) {
  std::string_view last;
  std::string_view named;
  for (const std::string_view line : lines) {
    if (is_about_a_place(line) || is_about_the_language(line)) continue;
    last = line;
    if (names_a_mistake(line)) named = line;
  }
  if (last.empty() && !lines.empty()) last = lines.back();
  return std::string(trim(named.empty() ? last : named));
}

}  // namespace arena::host
