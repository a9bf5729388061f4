// What the plots have in common: scales, ticks, axes and the frame of an SVG. Colours and letters
// come from style.css, by classes.
#pragma once

#include <string_view>
#include <vector>

#include "arena/report/html.hpp"

namespace arena::report {

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

}  // namespace arena::report
