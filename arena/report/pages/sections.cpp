#include "arena/report/pages/sections.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "arena/report/pages/links.hpp"
#include "arena/results/standings_table.hpp"
#include "arena/series/statistics/figures.hpp"
#include "arena/tournament/field_scores.hpp"

namespace arena::report {

namespace {

constexpr int shades = 5;  // on each side of 50 %; style.css has the colours

}  // namespace

CrossTable::CrossTable(const ReportData& data) : data_(data) {
  for (const auto& row : data.standings.pairs) {
    for (const auto& pair : row) {
      if (pair) farthest_ = std::max(farthest_, std::abs(pair->share.value() - 0.5));
    }
  }
}

Html CrossTable::colour(double share) const {
  const double part = farthest_ == 0 ? 0 : (share - 0.5) / farthest_;
  const auto shade = std::lround(shades * part);
  return shade == 0 ? Html("even")
                    : html("{}{}", shade > 0 ? Html("w") : Html("l"), std::abs(shade));
}

Html CrossTable::cell(std::size_t row, std::size_t column) const {
  if (row == column) return "<td class=\"self\"></td>";
  const auto& pair = data_.standings.pairs[row][column];
  if (!pair) return "<td class=\"number\">–</td>";
  return html(R"(<td class="number heat {}" title="{} against {}: {}, mean margin {}">{}</td>)",
              colour(pair->share.value()), text(data_.entrant(row).name),
              text(data_.entrant(column).name), counted(pair->matches, "game"),
              number(pair->margin.value(), 2, true), number(100 * pair->share.value(), 1));
}

Html CrossTable::table() const {
  Html head = "<th scope=\"col\" class=\"stuck\">entrant</th>";
  Html rows;
  for (std::size_t i = 0; i < data_.ranked(); ++i) {
    head += html(R"(<th scope="col" class="number" title="{0}"><span class="unseen">{0}</span>)"
                 R"(<span aria-hidden="true">{1}</span></th>)",
                 text(data_.entrant(i).name), i + 1);
    rows += html(R"(<tr><th scope="row" class="stuck"><span class="place">{}</span> {}</th>)",
                 i + 1, entrant_link(data_, i, 0));
    for (std::size_t j = 0; j < data_.ranked(); ++j) rows += cell(i, j);
    rows += "</tr>\n";
  }
  return report::table("Share of the points of each row against each column, in percent", head,
                       rows, "cross");
}

Html CrossTable::key() const {
  Html cells;
  for (int shade = -shades; shade <= shades; ++shade) {
    const double share = 0.5 + farthest_ * shade / shades;
    cells += html("<span class=\"heat {}\">{}</span>", colour(share),
                  shade % shades == 0 ? number(100 * share, 0) : Html());
  }
  return html("<p class=\"key\" aria-hidden=\"true\">{} %</p>\n", cells);
}

namespace {

constexpr std::size_t most_cycles = 5;
constexpr double least_weight = 0.005;

Html percent(double part) { return html("{}&nbsp;%", number(100 * part, 0)); }

Html explained(const Transitivity& found) {
  return html(
      "<p>One rating for each entrant explains <strong>{}</strong> of the differences between the "
      "pairs of the cross table; without what chance adds, about {}.</p>\n",
      percent(found.explained), percent(found.explained_without_chance));
}

Html link_of_cycle(const ReportData& data, const Cycle& cycle, std::size_t from) {
  const auto entrant = [&](std::size_t i) {
    return entrant_link(data, static_cast<std::size_t>(cycle.entrants[i % 3]), 0);
  };
  return html("{} beats {} ({}&nbsp;%)", entrant(from), entrant(from + 1),
              number(100 * cycle.shares[from], 1));
}

Html cycles(const ReportData& data, const std::vector<Cycle>& found) {
  if (found.empty()) return "<p>No three entrants surely beat each other in a circle.</p>\n";
  Html items;
  for (const Cycle& cycle : std::span(found).first(std::min(found.size(), most_cycles))) {
    items += html(
        "<li>{}, {}, {}. <span class=\"note\">The least sure of the three is {} standard errors "
        "from 50&nbsp;%.</span></li>\n",
        link_of_cycle(data, cycle, 0), link_of_cycle(data, cycle, 1), link_of_cycle(data, cycle, 2),
        number(cycle.weakest, 1));
  }
  return html("<h3>Strongest cycles</h3>\n<ul class=\"cycles\">\n{}</ul>\n", items);
}

Html nash(const ReportData& data, const NashAverage& average) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < average.entrants.size(); ++i) order.push_back(i);
  std::ranges::stable_sort(order, std::greater(),
                           [&](std::size_t i) { return average.weights[i]; });
  Html rows;
  for (const std::size_t i : order) {
    if (average.weights[i] < least_weight) break;
    rows += html(R"(<tr><th scope="row">{}</th><td class="number">{}</td></tr>)"
                 "\n",
                 entrant_link(data, static_cast<std::size_t>(average.entrants[i]), 0),
                 number(100 * average.weights[i], 1));
  }
  return html(
      "<h3>Nash average</h3>\n<p>On average, no entrant beats a player that chooses entrants "
      "at random with these weights. Weak entrants and copies cannot change the weights.</p>\n"
      "{}",
      table("Nash average",
            R"(<th scope="col">entrant</th><th scope="col" class="number">weight in&nbsp;%</th>)",
            rows, "small"));
}

Html deals_text(const std::optional<double>& deals) {
  return deals ? html("about {}", count(std::lround(*deals))) : Html("they look equal");
}

/// The entrant and the next one.
Html unknown_pair(const ReportData& data, std::size_t index) {
  const EntrantStanding& entrant = data.entrant(index);
  return html(
      R"(<tr><th scope="row">{} and {}</th><td class="number">{}</td><td class="number">{}</td></tr>)"
      "\n",
      entrant_link(data, index, 0), entrant_link(data, index + 1, 0),
      number(100 * entrant.superiority.value(), 1), deals_text(entrant.more_deals));
}

}  // namespace

Html intransitivity(const ReportData& data) {
  const FieldShape shape = shape_of(data.standings);
  Html all = explained(shape.transitivity);
  all += cycles(data, shape.cycles);
  all += nash(data, shape.nash);
  return all;
}

Html unknown_order(const ReportData& data) {
  Html rows;
  for (std::size_t i = 0; i + 1 < data.ranked(); ++i) {
    if (data.standings.is_order_unknown(i)) rows += unknown_pair(data, i);
  }
  if (rows.code.empty())
    return data.standings.groups().size() < 2
               ? Html("<p>The order of all neighbours in the table is known.</p>\n")
               : Html("<p>The order of neighbours is known within each group.</p>\n");
  return html(
      "<p>Of these neighbours in the table, it is not known yet who is better. LOS is how likely "
      "it is "
      "that the first one is.</p>\n{}",
      table("Neighbours whose order is not known",
            R"(<th scope="col">entrants</th><th scope="col" class="number">LOS&nbsp;%</th>)"
            R"(<th scope="col" class="number">more deals of each that would show it</th>)",
            rows, "small"));
}

namespace {

Html link(const ReportData& data, const FormatResult& result, int entrant) {
  const int id = result.entrants[static_cast<std::size_t>(entrant)].id;
  return entrant_link(data, data.entrant_of.at(id), 0);
}

Html places(const ReportData& data, const FormatResult& result) {
  return result_table(
      result, {.title = "Result",
               .place = "place",
               .entrant = "entrant",
               .points = "points",
               .tie_break = [](const std::string& name) { return text(name); },
               .name =
                   [&](const RankedEntrant& one) {
                     const Html left =
                         one.in_the_running ? Html() : Html(" <span class=\"note\">(left)</span>");
                     return html("{}{}", link(data, result, one.entrant), left);
                   }});
}

Html ties(const ReportData& data, const FormatResult& result) {
  if (result.decisions.empty()) return {};
  return html("<ul>\n{}</ul>\n", each(result.decisions, [&](const TieDecision& tie) {
                return html("<li>{}: {} beat {} {}</li>\n", text(tie.tie),
                            link(data, result, tie.winner), link(data, result, tie.loser),
                            text(decision_text(tie)));
              }));
}

}  // namespace

Html result_section(const ReportData& data, const FormatResult& result) {
  Html body = places(data, result);
  body += ties(data, result);
  return section(data.extent.is_whole ? Html("Result") : Html("Result so far"), body);
}

Html field_section(const ReportData& data, const FieldScores& field) {
  const std::string unit = field.unit + (field.is_percentage ? " %" : "");
  Html head =
      R"(<th scope="col" class="number">place</th><th scope="col" class="stuck">entrant</th>)";
  head += html(R"(<th scope="col" class="number">{}</th><th scope="col" class="number">deals</th>)",
               text(unit));
  const Html rows = each(field.entrants, [&](const FieldScore& one) {
    return html(R"(<tr><td class="number place">{}</td><th scope="row" class="stuck">{}{}</th>)"
                R"(<td class="number">{}</td><td class="number">{}</td></tr>{})",
                one.place, entrant_link(data, data.entrant_of.at(one.entrant), 0),
                one.is_active ? Html() : Html(" <span class=\"note\">(left)</span>"),
                text(with_error(one.score, 1, !field.is_percentage)), one.score.count(),
                Html("\n"));
  });
  Html body = table("All tables of a deal", head, rows);
  body +=
      "<p class=\"note\">Each result, compared with those of the same side at all other tables "
      "that "
      "played the deal. ± is the 95 % confidence interval.</p>\n";
  return section("All tables of a deal", body);
}

}  // namespace arena::report
