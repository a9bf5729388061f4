#include "arena/report/intransitivity.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "arena/report/links.hpp"
#include "arena/tournament/field_shape.hpp"

namespace arena::report {

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

}  // namespace arena::report
