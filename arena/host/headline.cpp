#include "arena/host/headline.hpp"

#include <regex>

#include "arena/util/text.hpp"

namespace arena::host {

namespace {

/// A place in a program: an indented line, or "bot.js:3". C++ indents what an exception says, too.
bool is_place(std::string_view line) {
  static const std::regex place(R"(\S+:\d+(:\d+)?:?)");
  if (line.empty()) return true;
  if (line.front() == ' ' || line.front() == '\t') return !trim(line).starts_with("what():");
  return std::regex_match(line.begin(), line.end(), place);
}

/// What languages write after the mistake: their versions, hints, threads, calls ("main.main()").
bool is_about_the_language(std::string_view line) {
  static const std::regex words(
      R"((Node\.js v|note: |goroutine \d|\[signal |exit status |Aborted|\}|\^|[\w./*()]+\(.*\)$).*)");
  return std::regex_match(line.begin(), line.end(), words);
}

}  // namespace

std::string headline_of(const std::vector<std::string_view>& lines) {
  std::string_view found;
  for (const std::string_view line : lines) {
    if (!is_place(line) && !is_about_the_language(line)) found = line;
  }
  if (found.empty() && !lines.empty()) found = lines.back();
  return std::string(trim(found));
}

}  // namespace arena::host
