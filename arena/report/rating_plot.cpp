#include "arena/report/rating_plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arena/report/plot.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/utf8.hpp"

namespace arena::report {

namespace {

constexpr double left = 48;
constexpr double top = 26;
constexpr double bottom = 44;
constexpr double label_height = 16;
constexpr std::size_t longest_label = 14;

struct Label {
  std::size_t entrant;
  double at;  // where the line ends
  double y;   // where the label stands
};

class RatingPlot {
 public:
  RatingPlot(const ReportData& data, std::optional<std::size_t> only, int width, int height)
      : data_(data), only_(only), width_(width), height_(height) {
    set_scales();
  }

  [[nodiscard]] Html draw(const Html& classes) const {
    Html body = y_axis(x_, y_, nice_step(y_.low, y_.high, 8), true);
    body += x_axis(x_, y_.from, nice_step(0, x_.high, width_ > 500 ? 8 : 4));
    body += html(R"(<text class="unit" x="{:.1f}" y="12">rating (Elo)</text>)"
                 R"(<text class="unit middle" x="{:.1f}" y="{}">deals played</text>)"
                 "\n",
                 left - 44, (x_.from + x_.to) / 2, height_ - 6);
    for (std::size_t i = 0; i < entrants(); ++i)
      if (!is_coloured(i)) body += line(i);
    for (std::size_t i = 0; i < entrants(); ++i)
      if (is_coloured(i)) body += band(i);
    for (std::size_t i = 0; i < entrants(); ++i)
      if (is_coloured(i)) body += line(i);
    body += labels();
    return svg(width_, height_, title(), body, classes);
  }

 private:
  [[nodiscard]] std::size_t entrants() const { return data_.ranked(); }
  [[nodiscard]] bool is_coloured(std::size_t i) const {
    return only_ ? i == *only_ : i < coloured_entrants;
  }
  [[nodiscard]] Html colour(std::size_t i) const {
    return is_coloured(i) ? html("s{}", i % coloured_entrants + 1) : Html("other");
  }
  [[nodiscard]] Html title() const {
    const Html whose = only_ ? text(data_.entrant(*only_).name) : Html("all entrants");
    return html("Rating of {} after more and more deals, in Elo points", whose);
  }

  /// The first checkpoints are so unsure that they would leave no room for the others.
  void set_scales() {
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    const RatingHistory& history = data_.history;
    for (std::size_t at = history.size() / 2; at < history.size(); ++at) {
      for (const auto& point : history[at].ratings) {
        if (!point) continue;
        low = std::min(low, point->rating - point->reach);
        high = std::max(high, point->rating + point->reach);
      }
    }
    if (low > high) low = high = 0;  // no ratings: games for one player
    high = std::max(high, low + 1);
    const double step = nice_step(low, high, 8);
    y_ = {std::floor(low / step) * step, std::ceil(high / step) * step, height_ - bottom, top};
    x_ = {0, static_cast<double>(history.back().deals), left, width_ - 118.0};
    if (x_.high < 1) x_.high = 1;
  }

  /// Ratings that do not fit end at the frame.
  [[nodiscard]] double y(double rating) const { return y_(std::clamp(rating, y_.low, y_.high)); }

  [[nodiscard]] Html line(std::size_t entrant) const {
    Html points;
    for (const RatingCheckpoint& at : data_.history) {
      if (const auto& point = at.ratings[entrant])
        points += html("{:.1f},{:.1f} ", x_(at.deals), y(point->rating));
    }
    return html("<polyline class=\"line {}\" points=\"{}\"/>\n", colour(entrant), points);
  }

  [[nodiscard]] Html band(std::size_t entrant) const {
    Html above;
    Html below;
    for (const RatingCheckpoint& at : data_.history) {
      const auto& point = at.ratings[entrant];
      if (!point) continue;
      above += html("{:.1f},{:.1f} ", x_(at.deals), y(point->rating + point->reach));
      Html before = std::move(below);
      below = html("{:.1f},{:.1f} ", x_(at.deals), y(point->rating - point->reach));
      below += before;
    }
    return html("<polygon class=\"band {}\" points=\"{}{}\"/>\n", colour(entrant), above, below);
  }

  /// Next to the ends of their lines, but not over each other.
  [[nodiscard]] std::vector<Label> placed_labels() const {
    std::vector<Label> labels;
    for (std::size_t i = 0; i < entrants(); ++i) {
      const auto& point = data_.history.back().ratings[i];
      if (is_coloured(i) && point) labels.push_back({i, y(point->rating), y(point->rating)});
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
      const std::string& name = data_.entrant(label.entrant).name;
      return html(R"(<path class="leader {0}" d="M{1:.1f} {2:.1f}L{3:.1f} {4:.1f}"/>)"
                  R"(<text class="label {0}" x="{5:.1f}" y="{6:.1f}">{7}</text>)"
                  "\n",
                  colour(label.entrant), x_.to + 1, label.at, x_.to + 9, label.y, x_.to + 12,
                  label.y + 4, text(first_characters(escaped(name), longest_label)));
    });
  }

  const ReportData& data_;
  std::optional<std::size_t> only_;
  int width_;
  int height_;
  Scale x_;
  Scale y_;
};

}  // namespace

Html rating_plot(const ReportData& data, std::optional<std::size_t> only) {
  const int height = only ? 260 : 420;
  Html both = RatingPlot(data, only, 980, height).draw("wide");
  both += RatingPlot(data, only, 360, height).draw("narrow");
  return both;
}

}  // namespace arena::report
