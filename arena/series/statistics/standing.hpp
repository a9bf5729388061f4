// The result of a series as text and as JSON: wins, margins, and how certain they are.
#pragma once

#include <string>
#include <vector>

#include <boost/json.hpp>

#include "arena/config/root_seed.hpp"
#include "arena/series/play/run.hpp"
#include "arena/series/statistics/statistics.hpp"

namespace arena {

/// The context of a standing, besides the figures.
struct StandingHead {
  std::string game;                // as in records
  std::string title;               // for people
  std::vector<std::string> names;  // by player
  RootSeed seed;
  boost::json::object options;
  int rules_version = 1;
  boost::json::object builtins;  // builtins_json
  int seatings = 1;              // matches for each deal
  int matches = 0;               // of the whole series
  int earlier = 0;               // of these, played by an earlier run
  long moves = 0;                // accepted in this run
  double seconds = 0;            // the time of this run
  bool complete = true;          // all matches were played
  bool interrupted = false;
  RankBy rank_by = RankBy::wins;
  std::vector<std::string> by_clock;  // those whose moves depend on how fast the machine is
  std::string unit;  // of compared tables, "IMPs a board"; empty if scores count as they are
};

/// Makes the head from the plan and its results.
StandingHead standing_head(const SeriesPlan& plan, const SeriesResults& results,
                           const RootSeed& seed);

/// Complete lines.
std::string standing_text(const StandingHead& head, const SeriesStatistics& statistics);

boost::json::object standing_json(const StandingHead& head, const SeriesStatistics& statistics);

}  // namespace arena
