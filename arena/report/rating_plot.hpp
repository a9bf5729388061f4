// The plot of ratings: a line for each entrant, with the band of its 95 % interval.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/report/html.hpp"
#include "arena/report/plot.hpp"

namespace arena::report {

/// So many entrants have colours.
inline constexpr std::size_t coloured_entrants = 8;

struct RatingLine {
  struct Point {
    double at = 0;  // on the axis of the plot
    double rating = 0;
    double reach = 0;  // half the width of the 95 % interval
  };

  std::string name;
  std::vector<Point> points;  // from left to right; not empty in a plot
  /// From 0. One that has none is a thin line without a band or a name.
  std::optional<std::size_t> colour{};
};

struct RatingAxes {
  Html title;        // for screen readers
  Html rating_unit;  // "rating (Elo)"
  int height = 420;
  /// Ratings before this, and the first half of each line, may be outside: the first ones are so
  /// unsure that they would leave no room for the others.
  double shown_from = 0;
  double first = 0;
  double last = 1;
  /// Draws the x axis at the height y, in a plot of this width.
  std::function<Html(const Scale& x, double y, int width)> x_axis;
};

/// Empty without lines. A wide drawing and a narrow one for phones; style.css shows one of them.
Html rating_plot(const std::vector<RatingLine>& lines, const RatingAxes& axes);

}  // namespace arena::report
