#include "arena/search/settings.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

constexpr int most_iterations = 100'000;
constexpr std::chrono::seconds longest_think{10};

int read_iterations(std::string_view text) {
  const auto number = to_number<int>(text);
  if (!number || *number < 1 || *number > most_iterations) {
    throw Error(fmt::format("iterations must be a whole number from 1 to {}, not {}",
                            most_iterations, in_quotes(text)));
  }
  return *number;
}

Duration read_think(std::string_view text) {
  const Duration think = read_duration(text, "think");
  if (think == Duration(0) || think > longest_think)
    throw Error(fmt::format("think must be from 1ms to 10s, not {}", in_quotes(text)));
  return think;
}

}  // namespace

SearchSettings read_search_settings(std::string_view words) {
  SearchSettings settings;
  int count = 0;
  for (; !words.empty(); ++count) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(word.size() + 1, words.size()));
    const std::string_view key = word.substr(0, word.find('='));
    const std::string_view value = word.substr(std::min(key.size() + 1, word.size()));
    if (key == "iterations") {
      settings.iterations = read_iterations(value);
    } else if (key == "think") {
      settings.think = read_think(value);
    } else {
      throw Error(fmt::format("unknown setting {}; known: iterations, think", in_quotes(key)));
    }
  }
  if (count != 1) throw Error("give iterations or think: both say how long to search");
  return settings;
}

}  // namespace arena
