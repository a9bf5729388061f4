#include "arena/contest/people/names.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::contest {

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

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // some editors begin a file with it
constexpr std::size_t most_shown = 10;

[[noreturn]] void refuse(const std::vector<std::string>& problems, const std::string& path) {
  std::string all;
  for (std::size_t i = 0; i < problems.size() && i < most_shown; ++i)
    all += fmt::format("\n  {}:{}", path, problems[i]);
  if (problems.size() > most_shown)
    all += fmt::format("\n  and {} more", problems.size() - most_shown);
  throw Error("the class list cannot be used:" + all);
}

}  // namespace

std::vector<std::string> read_class_list(std::string_view text, const std::string& path) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  std::vector<std::string> names;
  std::vector<std::string> problems;
  std::map<std::string, int> line_of;  // by the name in small letters
  int number = 0;
  for (const std::string_view line : lines_of(text)) {
    ++number;
    const std::string name(trim(line));
    if (name.empty() || name.starts_with('#')) continue;
    try {
      check_name("account", name);
    } catch (const Error& error) {
      problems.push_back(fmt::format("{}: {}", number, error.what()));
      continue;
    }
    std::string same;
    for (const char c : name) same += lower(c);
    const auto [found, is_new] = line_of.emplace(same, number);
    if (is_new)
      names.push_back(name);
    else
      problems.push_back(fmt::format("{}: the name \"{}\" is there already, in line {}", number,
                                     name, found->second));
  }
  if (names.empty() && problems.empty()) problems.emplace_back("1: it has no names");
  if (!problems.empty()) refuse(problems, path);
  return names;
}

}  // namespace arena::contest
