#include "arena/report/plot.hpp"

#include <cmath>

namespace arena::report {

double nice_step(double low, double high, int most) {
  const double least = (high - low) / most;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

std::vector<double> ticks(double low, double high, double step) {
  std::vector<double> values;
  for (double i = std::ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i)
    values.push_back(i * step);
  return values;
}

Html y_axis(const Scale& x, const Scale& y, double step, bool sign) {
  return each(ticks(y.low, y.high, step), [&](double value) {
    return html(R"(<line class="{}" x1="{:.1f}" x2="{:.1f}" y1="{:.1f}" y2="{:.1f}"/>)"
                R"(<text class="end" x="{:.1f}" y="{:.1f}">{}</text>)"
                "\n",
                value == 0 ? Html("zero") : Html("grid"), x.from, x.to, y(value), y(value),
                x.from - 6, y(value) + 4, number(value, 0, sign));
  });
}

Html x_axis(const Scale& x, double y, double step) {
  return each(ticks(x.low, x.high, step), [&](double value) {
    return html(R"(<line class="tick" x1="{0:.1f}" x2="{0:.1f}" y1="{1:.1f}" y2="{2:.1f}"/>)"
                R"(<text class="middle" x="{0:.1f}" y="{3:.1f}">{4}</text>)"
                "\n",
                x(value), y, y + 4, y + 17,
                std::abs(value) < 10'000 ? number(value, 0) : count(std::lround(value)));
  });
}

Html svg(int width, int height, const Html& title, const Html& body, const Html& classes) {
  return html(
      R"(<svg class="plot {}" role="img" aria-label="{}" viewBox="0 0 {} {}" width="{}" height="{}">)"
      "\n<title>{}</title>\n{}</svg>\n",
      classes, title, width, height, width, height, title, body);
}

Html figure(const Html& drawn, const Html& explanation) {
  return html("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", drawn, explanation);
}

}  // namespace arena::report
