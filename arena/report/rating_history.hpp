// How the ratings became what they are: computed from the first games alone, and from more and more
// of them.
#pragma once

#include <optional>
#include <vector>

namespace arena::report {

struct ReportData;

struct RatingPoint {
  double rating = 0;
  double reach = 0;  // half the width of the 95 % interval
};

/// The ratings after so many deals; nothing for an entrant that had not played.
struct RatingCheckpoint {
  int deals = 0;
  std::vector<std::optional<RatingPoint>> ratings;  // by entrant
};

using RatingHistory = std::vector<RatingCheckpoint>;

/// Some 30 checkpoints, the same number of complete deals apart. The last one has the ratings of
/// the standings. Empty if no deal is complete.
RatingHistory rating_history(const ReportData& data);

}  // namespace arena::report
