// What is said of a comparison: a line while it goes on, the result in plain words and as JSON.
#pragma once

#include <string>
#include <vector>

#include <boost/json.hpp>

#include "arena/series/comparison.hpp"
#include "arena/series/root_seed.hpp"

namespace arena {

struct ComparisonHead {
  std::string game;                // as in records
  std::string title;               // for people
  std::vector<std::string> names;  // of the two players
  RootSeed seed;
  boost::json::object options;
};

/// "120 deals: ann 54.2 % (43.9 to 64.0 %), about 300 more deals", without an end of line.
std::string comparison_line(const ComparisonHead& head, const Comparison& comparison);

/// Several lines, each ended.
std::string comparison_text(const ComparisonHead& head, const Comparison& comparison);

boost::json::object comparison_json(const ComparisonHead& head, const Comparison& comparison);

}  // namespace arena
