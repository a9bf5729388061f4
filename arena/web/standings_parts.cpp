#include "arena/web/standings_parts.hpp"

#include <chrono>
#include <map>
#include <utility>

#include "arena/report/plot.hpp"
#include "arena/report/rating_plot.hpp"
#include "arena/report/standings_table.hpp"
#include "arena/web/parts.hpp"

namespace arena::web {

using report::html;
using report::Scale;

namespace {

double seconds(host::Moment at) {
  return std::chrono::duration<double>(at.time_since_epoch()).count();
}

/// The first and the last moment. Where there is little room, only what they differ in.
Html time_axis(const Scale& x, double y, int width) {
  const auto shown = [](double at) {
    return host::moment_text(
        host::Moment(std::chrono::milliseconds(static_cast<std::int64_t>(at * 1'000))));
  };
  const std::string first = shown(x.low);
  const std::string last = shown(x.high);
  const auto label = [&, is_one_day = first.substr(0, 10) == last.substr(0, 10)](
                         const std::string& moment, double at, const Html& place) {
    const std::string day = moment.substr(0, 10);
    const std::string time = moment.substr(11, 5);
    const std::string text = width > 500 ? day + " " + time : is_one_day ? time : day;
    return html("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", place, at, y + 20,
                report::text(text));
  };
  Html both = label(first, x.from, "start");
  both += label(last, x.to, "end");
  return both;
}

}  // namespace

Html problem_of(const host::PhaseSnapshot& snapshot) {
  if (snapshot.problem.empty()) return {};
  return html("<p class=\"trouble\">{}</p>\n", report::text(snapshot.problem));
}

Html standings_table(const Visit& visit, const host::PhaseKey& phase,
                     const host::PhaseSnapshot& snapshot) {
  if (snapshot.rows.empty()) return html("<p>{}</p>\n", visit.t("standings.none"));
  std::vector<report::StandingsRow> rows;
  for (const host::StandingRow& row : snapshot.rows) {
    const Html version =
        row.version == 0 ? Html() : html(" <span class=\"note\">v{}</span>", row.version);
    rows.push_back({&row, static_cast<std::size_t>(row.place),
                    html("<a href=\"{}\">{}</a>{}", report::text(bot_path(phase.contest, row.name)),
                         report::text(row.name), version),
                    !row.is_active});
  }
  return report::standings_table(rows, {.title = visit.t("standings.title"),
                                        .place = visit.t("standings.place"),
                                        .entrant = visit.t("standings.bot"),
                                        .not_played = visit.t("standings.not_played"),
                                        .column = [&visit](const StandingsColumn& column) {
                                          return visit.t("standings." + std::string(column.name));
                                        }});
}

Html history_plot(const Visit& visit, const std::vector<host::RatingPoint>& points,
                  const std::vector<host::StandingRow>& rows) {
  if (points.empty() || points.front().at == points.back().at) return {};
  std::map<std::string, std::vector<report::RatingLine::Point>> by_name;
  for (const host::RatingPoint& point : points)
    by_name[point.name].push_back({seconds(point.at), point.rating, point.reach});
  std::vector<report::RatingLine> lines;
  for (const host::StandingRow& row : rows) {
    const auto found = by_name.find(row.name);
    if (found == by_name.end() || lines.size() == report::coloured_entrants) continue;
    lines.push_back({row.name, std::move(found->second), lines.size()});
    by_name.erase(found);
  }
  return report::figure(
      report::rating_plot(lines, {.title = visit.t("plot.title"),
                                  .rating_unit = visit.t("plot.rating"),
                                  .height = 320,
                                  .shown_from = seconds(points[points.size() / 2].at),
                                  .first = seconds(points.front().at),
                                  .last = seconds(points.back().at),
                                  .x_axis = time_axis}),
      visit.t("plot.note"));
}

}  // namespace arena::web
