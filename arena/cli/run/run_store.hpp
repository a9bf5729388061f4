// The store of `arena run --store`: each run is a pairing of its players, with the deals of its own
// seed. Only whole deals are stored, so that a run that was stopped or killed goes on behind them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "arena/series/play/run.hpp"
#include "arena/series/play/table.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/stored/deal_totals.hpp"

namespace arena::cli {

/// What a run stores about itself.
struct RunDescription {
  std::string seed;
  std::string command;
  std::vector<StoredEntrant> players;  // one for each side
};

class RunStore {
 public:
  /// Opens the store, or makes it, and begins the run there or goes on with it. Throws Error if the
  /// store's games are others than the plan's, a player is not the one of that name, or these
  /// games are stored already. `plan` outlives this.
  RunStore(const std::string& path, const SeriesPlan& plan, RunDescription run);

  /// The results of the stored matches of this run, by their number in the run.
  [[nodiscard]] std::map<int, MatchResult> earlier() const;
  /// Stores the match with its deal, when that is complete. After a stop, some matches come without
  /// those before them: these are played again later.
  void add(const PlayedMatch& match);

 private:
  void check_tournament() const;
  void find_players();
  void find_run(const RunDescription& run);

  const std::string path_;
  const SeriesPlan& plan_;
  Store store_;
  std::vector<StoredEntrant> players_;
  std::vector<int> ids_;  // of the entrants, by player
  int pairing_ = 0;
  int next_ = 0;  // the number of the next match in the run
  std::vector<StoredMatch> deal_{};
  DealTotals totals_;
};

}  // namespace arena::cli
