// `arena run --open`: the games of a run as pages in a browser.
#pragma once

#include <vector>

#include "arena/game/any_game.hpp"
#include "arena/record/record.hpp"

namespace arena::cli {

class GamePages {
 public:
  /// More games than these are not shown: each page has its own scripts.
  static constexpr std::size_t most = 50;

  /// Throws Error if this program has no scripts for pages.
  explicit GamePages(const AnyGame& game);

  void add(const Record& record);
  /// Writes the pages into a new folder, with a list of them if they are several, and opens it in
  /// the browser. Throws Error if it cannot write them.
  void show() const;

 private:
  const AnyGame& game_;
  std::vector<Record> records_;
  std::size_t games_ = 0;
};

}  // namespace arena::cli
