#include "arena/game/builtin_text.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

constexpr std::string_view level_key = "level=";
constexpr std::string_view random_key = "random=";

std::string_view text_of_level(std::string_view number, std::span<const std::string_view> levels) {
  if (levels.empty()) throw Error("the game has no levels");
  const auto level = to_number<int>(number);
  if (!level || *level < 1 || *level > static_cast<int>(levels.size())) {
    throw Error(fmt::format("level must be a whole number from 1 to {}, not {}", levels.size(),
                            in_quotes(number)));
  }
  return levels[static_cast<std::size_t>(*level - 1)];
}

int read_percent(std::string_view share) {
  const std::string_view digits = share.substr(0, share.find('%'));
  const auto percent = to_number<int>(digits);
  if (!percent || *percent < 0 || *percent > 100 || share.substr(digits.size()) != "%")
    throw Error(fmt::format("random must be from 0% to 100%, not {}", in_quotes(share)));
  return *percent;
}

}  // namespace

BuiltinText read_builtin_text(std::string_view text, std::span<const std::string_view> levels) {
  std::string meant(text);
  if (text.starts_with(level_key)) {
    const std::string_view word = text.substr(0, text.find(' '));
    meant.replace(0, word.size(), text_of_level(word.substr(level_key.size()), levels));
    text = meant;
  }
  BuiltinText read;
  read.name = text.ends_with(' ') ? text : text.substr(0, text.find(' '));
  text.remove_prefix(std::min(read.name.size() + 1, text.size()));
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (word.starts_with(random_key)) {
      read.random_percent = read_percent(word.substr(random_key.size()));
    } else {
      read.settings += read.settings.empty() ? "" : " ";
      read.settings += word;
    }
  }
  return read;
}

std::string text_of(const BuiltinText& builtin) {
  std::string text = builtin.name;
  if (!builtin.settings.empty()) text += " " + builtin.settings;
  if (builtin.random_percent != 0)
    text += fmt::format(" {}{}%", random_key, builtin.random_percent);
  return text;
}

}  // namespace arena
