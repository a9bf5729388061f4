#include "arena/report/intransitivity.hpp"

#include <algorithm>
#include <cmath>

#include "arena/rating/nash_average.hpp"
#include "arena/rating/pair_shares.hpp"
#include "arena/rating/ratings.hpp"
#include "arena/rating/transitivity.hpp"
#include "arena/report/links.hpp"

namespace arena::report {

namespace {

constexpr std::size_t most_cycles = 5;
/// Weaker links are no sign of a cycle (transitivity.hpp).
constexpr double least_sure = 2;
constexpr double least_weight = 0.005;
constexpr double sure = 0.975;
constexpr double quantile = 1.96;

Html percent(double part) { return html("{}&nbsp;%", number(100 * part, 0)); }

Html explained(const PairShares& shares) {
  const Transitivity found = transitivity(shares);
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

Html cycles(const ReportData& data, const PairShares& shares) {
  Html items;
  for (const Cycle& cycle : strongest_cycles(shares, most_cycles)) {
    if (cycle.weakest < least_sure) break;
    items += html(
        "<li>{}, {}, {}. <span class=\"note\">The least sure of the three is {} standard errors "
        "from 50&nbsp;%.</span></li>\n",
        link_of_cycle(data, cycle, 0), link_of_cycle(data, cycle, 1), link_of_cycle(data, cycle, 2),
        number(cycle.weakest, 1));
  }
  if (items.code.empty()) return "<p>No three entrants surely beat each other in a circle.</p>\n";
  return html("<h3>Strongest cycles</h3>\n<ul class=\"cycles\">\n{}</ul>\n", items);
}

Html nash(const ReportData& data, const PairShares& shares) {
  const NashAverage average = nash_average(shares);
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
      "<h3>Nash average</h3>\n<p>Somebody who chooses entrants at random with these weights is "
      "beaten by no entrant on average. Weak entrants and copies cannot change the weights.</p>\n"
      "{}",
      table("Nash average",
            R"(<th scope="col">entrant</th><th scope="col" class="number">weight in&nbsp;%</th>)",
            rows, "small"));
}

/// How many more deals of each would make the difference sure, if it stays as it is.
double more_deals(const EloDifference& difference, int deals) {
  const double factor = quantile * difference.error / difference.elo;
  return deals * (factor * factor - 1);
}

Html deals_text(double deals) {
  constexpr double most = 1e6;
  if (!(deals < most)) return "more than a million";
  const double step = std::pow(10, std::floor(std::log10(std::max(deals, 1.0))) - 1);
  return html("about {}", count(std::lround(std::ceil(deals / step) * step)));
}

Html unknown_pair(const ReportData& data, const Ratings& ratings, std::size_t better) {
  const auto a = static_cast<int>(better);
  const double chance = superiority(ratings, a, a + 1);
  if (chance >= sure) return {};
  const int deals = std::min(data.entrant(better).sums.deals, data.entrant(better + 1).sums.deals);
  return html(
      R"(<tr><th scope="row">{} and {}</th><td class="number">{}</td><td class="number">{}</td></tr>)"
      "\n",
      entrant_link(data, better, 0), entrant_link(data, better + 1, 0), number(100 * chance, 1),
      deals_text(more_deals(difference(ratings, a, a + 1), deals)));
}

}  // namespace

Html intransitivity(const ReportData& data) {
  const PairShares shares(data.outcomes(data.games.size()));
  Html all = explained(shares);
  all += cycles(data, shares);
  all += nash(data, shares);
  return all;
}

Html unknown_order(const ReportData& data) {
  const Ratings ratings = rate(data.outcomes(data.games.size()));
  Html rows;
  for (std::size_t i = 0; i + 1 < data.ranked(); ++i) rows += unknown_pair(data, ratings, i);
  if (rows.code.empty()) return "<p>The order of all neighbours in the table is known.</p>\n";
  return html(
      "<p>Of these neighbours in the table, it is not known yet who is better.</p>\n{}",
      table("Neighbours whose order is not known",
            R"(<th scope="col">entrants</th><th scope="col" class="number">first is better, %</th>)"
            R"(<th scope="col" class="number">more deals of each that would tell</th>)",
            rows, "small"));
}

}  // namespace arena::report
