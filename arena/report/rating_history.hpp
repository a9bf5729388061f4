// How the ratings became what they are: computed from the first games alone, and from more and more
// of them.
#pragma once

#include <optional>
#include <vector>

#include "arena/results/plot.hpp"

namespace arena::report {

using namespace results;  // what pages are made of
using results::counted;   // and not that of plain text

struct ReportData;

struct RatingHistory {
  std::vector<RatingLine> lines;  // by entrant, over deals; without points if it has not played
  double shown_from = 0;          // as in RatingAxes
  double deals = 0;               // in all
};

/// At some 30 moments, the same number of complete deals apart. The last one has the ratings of the
/// standings. No lines if no deal is complete.
RatingHistory rating_history(const ReportData& data);

/// The plot of the history. With `only`, that entrant alone has a colour, a band and a label.
Html history_plot(const ReportData& data, std::optional<std::size_t> only = {});

}  // namespace arena::report
