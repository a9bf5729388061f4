#include "arena/report/rating_history.hpp"

#include <algorithm>
#include <utility>

#include "arena/rating/ratings.hpp"
#include "arena/report/report_data.hpp"

namespace arena::report {

namespace {

constexpr std::size_t most_moments = 30;

void add(RatingHistory& history, const ReportData& data, std::size_t games) {
  const Ratings ratings = rate(data.outcomes(games), data.standings.anchor);
  history.deals = static_cast<double>(games) / data.tables;
  for (std::size_t i = 0; i < ratings.elo.size(); ++i) {
    if (ratings.deals[i] > 0)
      history.lines[i].points.push_back(
          {history.deals, ratings.elo[i], ratings.reach(static_cast<int>(i))});
  }
}

}  // namespace

RatingHistory rating_history(const ReportData& data) {
  const auto tables = static_cast<std::size_t>(data.tables);
  const std::size_t deals = data.games.size() / tables;
  const std::size_t moments = std::min(deals, most_moments);
  RatingHistory history;
  if (deals == 0) return history;
  for (const EntrantStanding& entrant : data.standings.entrants)
    history.lines.push_back({entrant.name, {}});
  for (std::size_t i = 1; i <= moments; ++i) {
    add(history, data, deals * i / moments * tables);
    if (i == moments / 2 + 1) history.shown_from = history.deals;
  }
  return history;
}

Html history_plot(const ReportData& data, std::optional<std::size_t> only) {
  std::vector<RatingLine> lines;
  for (std::size_t i = 0; i < data.history.lines.size(); ++i) {
    RatingLine line = data.history.lines[i];
    if (line.points.empty()) continue;
    if (only ? i == *only : i < coloured_entrants) line.colour = i;
    lines.push_back(std::move(line));
  }
  const int height = only ? 260 : 420;
  const auto deals_axis = [height](const Scale& x, double y, int width) {
    Html axis = x_axis(x, y, nice_step(0, x.high, width > 500 ? 8 : 4));
    axis += html("<text class=\"unit middle\" x=\"{:.1f}\" y=\"{}\">deals played</text>\n",
                 (x.from + x.to) / 2, height - 6);
    return axis;
  };
  const Html whose = only ? text(data.entrant(*only).name) : Html("all entrants");
  return rating_plot(lines,
                     {.title = html("Rating of {} after more and more deals, in Elo points", whose),
                      .rating_unit = "rating (Elo)",
                      .height = height,
                      .shown_from = data.history.shown_from,
                      .last = data.history.deals,
                      .x_axis = deals_axis});
}

}  // namespace arena::report
