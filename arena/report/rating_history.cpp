#include "arena/report/rating_history.hpp"

#include <algorithm>

#include "arena/rating/ratings.hpp"
#include "arena/report/report_data.hpp"

namespace arena::report {

namespace {

constexpr std::size_t most_checkpoints = 30;

RatingCheckpoint checkpoint(const ReportData& data, std::size_t games) {
  const Ratings ratings = rate(data.outcomes(games), data.standings.anchor);
  RatingCheckpoint point;
  point.deals = static_cast<int>(games) / data.tables;
  for (std::size_t i = 0; i < ratings.elo.size(); ++i) {
    point.ratings.emplace_back();
    if (ratings.deals[i] > 0)
      point.ratings.back() = RatingPoint{ratings.elo[i], ratings.reach(static_cast<int>(i))};
  }
  return point;
}

}  // namespace

RatingHistory rating_history(const ReportData& data) {
  const auto tables = static_cast<std::size_t>(data.tables);
  const std::size_t deals = data.games.size() / tables;
  const std::size_t points = std::min(deals, most_checkpoints);
  RatingHistory history;
  for (std::size_t i = 1; i <= points; ++i)
    history.push_back(checkpoint(data, deals * i / points * tables));
  return history;
}

}  // namespace arena::report
