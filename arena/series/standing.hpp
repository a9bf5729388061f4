// The end of a series in plain words and as JSON: who won how often, by how much, and how sure that
// is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "arena/series/root_seed.hpp"
#include "arena/series/run.hpp"
#include "arena/series/statistics.hpp"

namespace arena {

/// What a standing is about, beside the figures themselves.
struct StandingHead {
  std::string game;                // as in records
  std::string title;               // for people
  std::vector<std::string> names;  // by player
  RootSeed seed;
  boost::json::object options;
  int seatings = 1;      // matches a deal
  int matches = 0;       // of the whole series
  int earlier = 0;       // of them, that an earlier run has played
  long moves = 0;        // accepted ones of this run
  double seconds = 0;    // that this run took
  bool complete = true;  // all matches were played
  bool interrupted = false;
  RankBy rank_by = RankBy::wins;
};

/// What the plan and its results say of it.
StandingHead standing_head(const SeriesPlan& plan, const SeriesResults& results,
                           const RootSeed& seed);

/// Several lines, each ended.
std::string standing_text(const StandingHead& head, const SeriesStatistics& statistics);

boost::json::object standing_json(const StandingHead& head, const SeriesStatistics& statistics);

}  // namespace arena
