// What the plots have in common: scales, ticks, axes and the frame of an SVG. Colours and letters
// come from style.css, by classes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/results/html.hpp"

namespace arena::results {

/// Maps values to coordinates. REQUIRES: low < high.
struct Scale {
  double low = 0;
  double high = 1;
  double from = 0;  // the coordinate of `low`
  double to = 1;

  [[nodiscard]] double operator()(double value) const {
    return from + (value - low) / (high - low) * (to - from);
  }
};

/// The step of 1, 2 or 5 times a power of ten that gives at most `most` steps from low to high.
double nice_step(double low, double high, int most);
/// The multiples of the step from low to high.
std::vector<double> ticks(double low, double high, double step);

/// Labels of the y axis with lines across the plot, and labels of the x axis.
Html y_axis(const Scale& x, const Scale& y, double step, bool sign);
Html x_axis(const Scale& x, double y, double step);

/// `title` is read by screen readers, and shown by browsers that hover over the plot.
Html svg(int width, int height, const Html& title, const Html& body, const Html& classes = {});

/// What is drawn, and a sentence that explains it.
Html figure(const Html& drawn, const Html& explanation);

// The plot of ratings: a line for each entrant, with the band of its 95 % interval.

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

}  // namespace arena::results
