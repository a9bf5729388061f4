// How much of a tournament is played. One that was stopped, or that ended early, says so wherever
// its results are shown.
#pragma once

#include <optional>
#include <string>

#include "arena/game/any_game.hpp"
#include "arena/store/store.hpp"

namespace arena {

struct Extent {
  bool is_over = true;  // also of the games of `arena run`
  int matches = 0;
  std::optional<int> planned{};  // of the whole tournament; no value if that is not known yet

  /// "The tournament is not over: 24 of 60 games are played."; empty if all of it is played.
  [[nodiscard]] std::string text() const;
};

/// `info`: of the store's game.
Extent extent_of(const Store& store, const GameInfo& info);

}  // namespace arena
