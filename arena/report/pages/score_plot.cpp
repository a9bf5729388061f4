#include "arena/report/pages/score_plot.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <optional>

#include "arena/results/plot.hpp"

namespace arena::report {

namespace {

constexpr int most_bars = 24;
constexpr int width = 200;
constexpr int height = 128;

std::optional<double> mean_score(const std::map<int, int>& scores) {
  double sum = 0;
  int games = 0;
  for (const auto& [score, times] : scores) {
    sum += static_cast<double>(score) * times;
    games += times;
  }
  return games == 0 ? std::nullopt : std::optional(sum / games);
}

}  // namespace

ScorePlots::ScorePlots(const ReportData& data) : data_(data) {
  int least = INT_MAX;
  int most = INT_MIN;
  for (const EntrantFigures& figures : data.figures) {
    if (figures.scores.empty()) continue;
    least = std::min(least, figures.scores.begin()->first);
    most = std::max(most, figures.scores.rbegin()->first);
  }
  if (least > most) return;
  step_ = std::max(1.0, nice_step(least, most + 1.0, most_bars));
  low_ = std::floor(least / step_) * step_;
  bars_ = static_cast<std::size_t>(std::floor((most - low_) / step_)) + 1;
  for (std::size_t i = 0; i < data.figures.size(); ++i) {
    for (const double part : bars(i)) most_ = std::max(most_, part);
  }
}

std::vector<double> ScorePlots::bars(std::size_t entrant) const {
  std::vector<double> parts(bars_);
  double games = 0;
  for (const auto& [score, times] : data_.figures[entrant].scores) games += times;
  for (const auto& [score, times] : data_.figures[entrant].scores)
    parts[static_cast<std::size_t>((score - low_) / step_)] += times / games;
  return parts;
}

Html ScorePlots::plot(std::size_t entrant) const {
  // A bar of whole scores stands over its score, a wider one between its limits.
  const double shift = step_ == 1 ? 0.5 : 0;
  const double end = low_ + step_ * static_cast<double>(bars_);
  const Scale x{low_ - shift, end - shift, 34, width - 6.0};
  const double step = nice_step(0, 100 * most_, 4);
  const Scale y{0, std::ceil(100 * most_ / step) * step, height - 34.0, 18};
  Html body = y_axis(x, y, step, false);
  body += x_axis(x, y.from, std::max(1.0, nice_step(x.low, x.high, 6)));
  double from = x.low;
  for (const double part : bars(entrant)) {
    if (part > 0) {
      body += html(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>)"
                   "\n",
                   x(from) + 0.5, y(100 * part), std::max(1.0, x(from + step_) - x(from) - 1),
                   y.from - y(100 * part));
    }
    from += step_;
  }
  if (const auto mean = mean_score(data_.figures[entrant].scores)) {
    body += html(R"(<line class="mean" x1="{0:.1f}" x2="{0:.1f}" y1="{1:.1f}" y2="{2:.1f}"/>)"
                 "\n",
                 x(*mean), y.to - 4, y.from);
  }
  body += html(R"(<text class="unit" x="0" y="10">% of games</text>)"
               R"(<text class="unit middle" x="{:.1f}" y="{}">score</text>)"
               "\n",
               (x.from + x.to) / 2, height - 3);
  const Html title = html("Scores of {}, in % of its games", text(data_.entrant(entrant).name));
  return svg(width, height, title, body, html("bars s{}", entrant % coloured_entrants + 1));
}

}  // namespace arena::report
