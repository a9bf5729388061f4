// Plays a comparison: fair deals between two players until it is known which is better. The deals
// count in the order of their numbers, so the result does not depend on how many are played at a
// time. Also what is said of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "arena/series/comparison.hpp"
#include "arena/series/run.hpp"

namespace arena {

/// Plans the deals of a comparison. `plan`: with settings and entrants. Throws Error unless they
/// are two sides.
void plan_comparison(SeriesPlan& plan, int max_deals, const RootSeed& seed);

/// What the plan's game says of a comparison. `by`: as the game counts, if nothing is given.
ComparisonSettings comparison_settings(const SeriesPlan& plan, std::optional<RankBy> by);

struct ComparisonHead {
  std::string game;                // as in records
  std::string title;               // for people
  std::vector<std::string> names;  // of the two players
  RootSeed seed;
  boost::json::object options;
};
/// `plan`: with its schedule.
ComparisonHead comparison_head(const SeriesPlan& plan, const RootSeed& seed);

/// Plays until it is decided, all is played, or soon after a request to stop. Errors are as of
/// `run`. `record` and `finished` of the hooks get only matches that count: not those after the
/// decision, nor after a gap that a request to stop left. `finished` comes when the comparison has
/// the match.
SeriesResults play_comparison(const SeriesPlan& plan, Comparison& comparison,
                              const SeriesHooks& hooks);

/// False if the games of a player do not measure strength (series_verdict.hpp). Then the decision
/// does not count.
bool is_measured(const Comparison& comparison);

/// "120 deals: ann 54.2 % (43.9 to 64.0 %), about 300 more deals", without an end of line.
std::string comparison_line(const ComparisonHead& head, const Comparison& comparison);

/// Several lines, each ended.
std::string comparison_text(const ComparisonHead& head, const Comparison& comparison);

boost::json::object comparison_json(const ComparisonHead& head, const Comparison& comparison);

}  // namespace arena
