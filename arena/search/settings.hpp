// How long a search thinks over a move, as the words after the name of a built-in bot.
#pragma once

#include <optional>
#include <string_view>

#include "arena/util/time.hpp"

namespace arena {

/// `iterations=2000` gives the same moves on every machine. `think=200ms` does not: it gives as
/// many iterations as the machine has time for.
struct SearchSettings {
  int iterations = 0;
  std::optional<Duration> think{};  // instead of iterations
};

/// Throws Error that names what is wrong in the words.
SearchSettings read_search_settings(std::string_view words);

}  // namespace arena
