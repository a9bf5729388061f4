#include "arena/results/plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena::results {

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

namespace {

constexpr double left = 48;
constexpr double right = 118;  // for the names
constexpr double top = 26;
constexpr double bottom = 44;
constexpr double label_height = 16;
constexpr std::size_t longest_label = 14;

struct Label {
  const RatingLine* line;
  double at;  // where the line ends
  double y;   // where the label stands
};

class RatingPlot {
 public:
  RatingPlot(const std::vector<RatingLine>& lines, const RatingAxes& axes, int width)
      : lines_(lines), axes_(axes), width_(width) {
    set_scales();
  }

  [[nodiscard]] Html draw(const Html& classes) const {
    Html body = y_axis(x_, y_, nice_step(y_.low, y_.high, 8), true);
    body += axes_.x_axis(x_, y_.from, width_);
    body += html(R"(<text class="unit" x="{:.1f}" y="12">{}</text>)"
                 "\n",
                 left - 44, axes_.rating_unit);
    for (const RatingLine& one : lines_)
      if (!one.colour) body += line(one);
    for (const RatingLine& one : lines_)
      if (one.colour) body += band(one);
    for (const RatingLine& one : lines_)
      if (one.colour) body += line(one);
    body += labels();
    return svg(width_, axes_.height, axes_.title, body, classes);
  }

 private:
  static Html colour(const RatingLine& one) {
    return one.colour ? html("s{}", *one.colour % coloured_entrants + 1) : Html("other");
  }

  void set_scales() {
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (const RatingLine& one : lines_) {
      for (std::size_t i = one.points.size() / 2; i < one.points.size(); ++i) {
        const RatingLine::Point& point = one.points[i];
        if (point.at < axes_.shown_from && i + 1 < one.points.size()) continue;
        low = std::min(low, point.rating - point.reach);
        high = std::max(high, point.rating + point.reach);
      }
    }
    if (low > high) low = high = 0;  // no ratings: games for one player
    high = std::max(high, low + 1);
    const double step = nice_step(low, high, 8);
    y_ = {std::floor(low / step) * step, std::ceil(high / step) * step, axes_.height - bottom, top};
    x_ = {axes_.first, std::max(axes_.last, axes_.first + 1), left, width_ - right};
  }

  /// Ratings that do not fit end at the frame.
  [[nodiscard]] double y(double rating) const { return y_(std::clamp(rating, y_.low, y_.high)); }

  [[nodiscard]] Html line(const RatingLine& one) const {
    const Html points = each(one.points, [this](const RatingLine::Point& point) {
      return html("{:.1f},{:.1f} ", x_(point.at), y(point.rating));
    });
    return html("<polyline class=\"line {}\" points=\"{}\"/>\n", colour(one), points);
  }

  [[nodiscard]] Html band(const RatingLine& one) const {
    Html edge = each(one.points, [this](const RatingLine::Point& point) {
      return html("{:.1f},{:.1f} ", x_(point.at), y(point.rating + point.reach));
    });
    for (auto point = one.points.rbegin(); point != one.points.rend(); ++point)
      edge += html("{:.1f},{:.1f} ", x_(point->at), y(point->rating - point->reach));
    return html("<polygon class=\"band {}\" points=\"{}\"/>\n", colour(one), edge);
  }

  /// Next to the ends of their lines, but not over each other.
  [[nodiscard]] std::vector<Label> placed_labels() const {
    std::vector<Label> labels;
    for (const RatingLine& one : lines_) {
      const double end = y(one.points.back().rating);
      if (one.colour) labels.push_back({&one, end, end});
    }
    std::ranges::stable_sort(labels, {}, &Label::at);
    double least = top;
    for (Label& label : labels) {
      label.y = std::max(label.y, least);
      least = label.y + label_height;
    }
    double most = y_.from;
    for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
      label->y = std::min(label->y, most);
      most = label->y - label_height;
    }
    return labels;
  }

  [[nodiscard]] Html labels() const {
    return each(placed_labels(), [this](const Label& label) {
      return html(R"(<path class="leader {0}" d="M{1:.1f} {2:.1f}L{3:.1f} {4:.1f}"/>)"
                  R"(<text class="label {0}" x="{5:.1f}" y="{6:.1f}">{7}</text>)"
                  "\n",
                  colour(*label.line), x_.to + 1, label.at, x_.to + 9, label.y, x_.to + 12,
                  label.y + 4, text(first_characters(escaped(label.line->name), longest_label)));
    });
  }

  const std::vector<RatingLine>& lines_;
  const RatingAxes& axes_;
  int width_;
  Scale x_;
  Scale y_;
};

}  // namespace

Html rating_plot(const std::vector<RatingLine>& lines, const RatingAxes& axes) {
  if (lines.empty()) return {};
  Html both = RatingPlot(lines, axes, 980).draw("wide");
  both += RatingPlot(lines, axes, 360).draw("narrow");
  return both;
}

}  // namespace arena::results
