#include "arena/web/standings_parts.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "arena/report/plot.hpp"
#include "arena/report/standings_table.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/utf8.hpp"
#include "arena/web/parts.hpp"

namespace arena::web {

using report::count;
using report::each;
using report::html;
using report::number;
using report::Scale;

namespace {

constexpr std::size_t coloured = 8;

Html row(const Visit& visit, const host::PhaseKey& phase, const host::PhaseSnapshot& snapshot,
         const host::StandingRow& bot) {
  const auto ranked = std::ranges::count_if(
      snapshot.rows, [](const host::StandingRow& one) { return one.sums.deals > 0; });
  const Html version =
      bot.version == 0 ? Html() : html(" <span class=\"note\">v{}</span>", bot.version);
  const Html name =
      html("<th scope=\"row\" class=\"stuck\"><a href=\"{}\">{}</a>{}</th>",
           report::text(bot_path(phase.contest, bot.name)), report::text(bot.name), version);
  if (bot.sums.deals == 0) {
    return html("<tr><td></td>{}<td colspan=\"7\" class=\"note\">{}</td></tr>\n", name,
                visit.t("standings.not_played"));
  }
  const double share = bot.sums.matches == 0 ? 0 : 100 * bot.sums.points / bot.sums.matches;
  return html(
      R"(<tr{}><td class="number place">{}</td>{}<td class="number rating">{} <span class="error">± {}</span></td>)"
      R"(<td class="ranks">{}<span class="error">{}</span></td><td class="number">{}</td><td class="number">{}</td>)"
      R"(<td class="number">{}</td><td class="number">{}</td><td class="number">{}</td></tr>)"
      "\n",
      bot.is_active ? Html() : Html(" class=\"left\""),
      bot.place > 0 ? html("{}", bot.place) : Html("–"), name, number(bot.rating, 0, true),
      number(bot.reach, 0),
      bot.place > 0 ? report::rank_bar(bot.ranks, static_cast<std::size_t>(bot.place),
                                       static_cast<std::size_t>(ranked), visit.t("standings.ranks"))
                    : Html(),
      bot.ranks.best == bot.ranks.worst ? html("{}", bot.ranks.best)
                                        : html("{}–{}", bot.ranks.best, bot.ranks.worst),
      number(share, 1), count(bot.sums.wins), count(bot.sums.draws), count(bot.sums.losses),
      bot.sums.forfeits == 0 ? Html("–") : count(bot.sums.forfeits));
}

/// Ratings over time, as lines of SVG.
class HistoryPlot {
 public:
  HistoryPlot(const Visit& visit, const std::vector<host::RatingPoint>& points,
              const std::vector<host::StandingRow>& rows, int width)
      : visit_(visit), width_(width) {
    for (const host::RatingPoint& point : points) by_name_[point.name].push_back(&point);
    for (const host::StandingRow& one : rows) {
      if (by_name_.contains(one.name) && names_.size() < coloured) names_.push_back(one.name);
    }
    set_scales(points);
  }

  [[nodiscard]] Html draw(const Html& classes) const {
    Html body = report::y_axis(x_, y_, report::nice_step(y_.low, y_.high, 8), true);
    body += html("<text class=\"unit\" x=\"4\" y=\"12\">{}</text>\n", visit_.t("plot.rating"));
    body += days();
    for (std::size_t i = 0; i < names_.size(); ++i) body += line(i);
    return report::svg(width_, 320, visit_.t("plot.title"), body, classes);
  }

 private:
  static double seconds(host::Moment at) {
    return std::chrono::duration<double>(at.time_since_epoch()).count();
  }

  void set_scales(const std::vector<host::RatingPoint>& points) {
    double low = points.front().rating;
    double high = low;
    for (const host::RatingPoint& point : points) {
      low = std::min(low, point.rating);
      high = std::max(high, point.rating);
    }
    high = std::max(high, low + 1);
    const double step = report::nice_step(low, high, 8);
    y_ = {std::floor(low / step) * step, std::ceil(high / step) * step, 284, 26};
    x_ = {seconds(points.front().at),
          std::max(seconds(points.back().at), seconds(points.front().at) + 1), 48, width_ - 118.0};
  }

  [[nodiscard]] Html line(std::size_t i) const {
    Html path;
    const auto& points = by_name_.find(names_[i])->second;
    for (const host::RatingPoint* point : points)
      path += html("{:.1f},{:.1f} ", x_(seconds(point->at)), y_(point->rating));
    return html(
        R"(<polyline class="line s{0}" points="{1}"/><text class="label s{0}" x="{2:.1f}" y="{3:.1f}">{4}</text>)"
        "\n",
        i % coloured + 1, path, x_.to + 8, y_(points.back()->rating) + 4,
        report::text(first_characters(escaped(names_[i]), 14)));
  }

  /// The first and the last day.
  [[nodiscard]] Html days() const {
    const auto day = [&](double at, std::string_view place) {
      const host::Moment moment{std::chrono::milliseconds(static_cast<std::int64_t>(at * 1'000))};
      const std::string text = host::moment_text(moment);
      return html("<text class=\"{}\" x=\"{:.1f}\" y=\"304\">{} {}</text>\n",
                  Html(std::string(place)), x_(at), report::text(text.substr(0, 10)),
                  report::text(text.substr(11, 5)));
    };
    Html both = day(x_.low, "start");
    both += day(x_.high, "end");
    return both;
  }

  const Visit& visit_;
  int width_;
  std::map<std::string, std::vector<const host::RatingPoint*>> by_name_;
  std::vector<std::string> names_;
  Scale x_;
  Scale y_;
};

}  // namespace

Html problem_of(const host::PhaseSnapshot& snapshot) {
  if (snapshot.problem.empty()) return {};
  return html("<p class=\"trouble\">{}</p>\n", report::text(snapshot.problem));
}

Html standings_table(const Visit& visit, const host::PhaseKey& phase,
                     const host::PhaseSnapshot& snapshot) {
  if (snapshot.rows.empty()) return html("<p>{}</p>\n", visit.t("standings.none"));
  const Html head = html(
      R"(<th scope="col"><span class="unseen">{}</span></th><th scope="col" class="stuck">{}</th>)"
      R"(<th scope="col" class="number">{}</th><th scope="col">{}</th><th scope="col" class="number">{}</th>)"
      R"(<th scope="col" class="number">{}</th><th scope="col" class="number">{}</th>)"
      R"(<th scope="col" class="number">{}</th><th scope="col" class="number">{}</th>)",
      visit.t("standings.place"), visit.t("standings.bot"), visit.t("standings.rating"),
      visit.t("standings.ranks"), visit.t("standings.points"), visit.t("standings.won"),
      visit.t("standings.drawn"), visit.t("standings.lost"), visit.t("standings.forfeits"));
  const Html rows = each(snapshot.rows, [&](const host::StandingRow& one) {
    return row(visit, phase, snapshot, one);
  });
  return report::table(visit.t("standings.title"), head, rows, "standings");
}

Html history_plot(const Visit& visit, const std::vector<host::RatingPoint>& points,
                  const std::vector<host::StandingRow>& rows) {
  if (points.empty() || points.front().at == points.back().at) return {};
  Html both = HistoryPlot(visit, points, rows, 980).draw("wide");
  both += HistoryPlot(visit, points, rows, 360).draw("narrow");
  return report::figure(both, visit.t("plot.note"));
}

}  // namespace arena::web
