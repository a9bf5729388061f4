// `arena analyse GAME FILE...`: what players gave away in matches that were played.
#pragma once

#include <string>
#include <vector>

#include "arena/game/games.hpp"
#include "arena/util/table_cache.hpp"

namespace arena::cli {

struct ReviewArgs {
  std::vector<std::string> files;  // of records, stores, or what the game's review reads
  int jobs = 0;                    // 0: by the number of cores
  bool as_json = false;
  bool quiet = false;
};

/// Returns the exit status. Throws Error that names the mistake. REQUIRES: the game has a review.
int review_files(const Games& games, const AnyGame& game, const ReviewArgs& args,
                 TableCache& table_cache);

}  // namespace arena::cli
