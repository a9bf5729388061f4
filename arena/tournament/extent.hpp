// How much of a tournament is played. One that was stopped, or that ended early, says so wherever
// its results are shown.
#pragma once

#include <optional>
#include <string>

#include "arena/game/any_game.hpp"
#include "arena/store/store.hpp"

namespace arena {

struct Extent {
  bool is_run = false;   // games of `arena run`
  bool is_over = true;   // no more games come by themselves
  bool is_whole = true;  // all was played. A league is whole when it is over
  int matches = 0;
  std::optional<int> planned{};  // in all; no value if that is not known

  /// "The tournament is not over: 24 of 60 games are played."; empty if all was played.
  [[nodiscard]] std::string text() const;
};

/// `game`: the store's.
Extent extent_of(const Store& store, const AnyGame& game);

}  // namespace arena
