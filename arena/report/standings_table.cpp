#include "arena/report/standings_table.hpp"

#include "arena/report/links.hpp"
#include "arena/report/plot.hpp"

namespace arena::report {

namespace {

constexpr int bar_width = 90;
constexpr int bar_height = 18;

Html rank_bar(const ReportData& data, std::size_t index) {
  const Html title = html("Rank {} of {}", ranks_text(data.entrant(index)), data.ranked());
  return rank_bar(data.entrant(index).ranks, index + 1, data.ranked(), title);
}

Html row(const ReportData& data, std::size_t index) {
  const EntrantStanding& entrant = data.entrant(index);
  const Sums& sums = entrant.sums;
  const Html left = entrant.is_active ? Html() : Html(" <span class=\"note\">(left)</span>");
  if (sums.deals == 0) {
    return html(R"(<tr><td></td><th scope="row" class="stuck">{}{}</th>)"
                R"(<td colspan="10" class="note">has not played</td></tr>)"
                "\n",
                entrant_link(data, index, 0), left);
  }
  return html(
      R"(<tr><td class="number place">{}</td><th scope="row" class="stuck">{}{}</th>)"
      R"(<td class="number rating">{}</td><td class="ranks">{}<span class="range">{}</span></td>)"
      R"(<td class="number mean">{}</td><td class="number">{}</td><td class="number">{}</td>)"
      R"(<td class="number">{}</td><td class="number mean">{}</td><td class="number mean">{}</td>)"
      R"(<td class="number">{}</td><td class="number">{}</td></tr>)"
      "\n",
      index + 1, entrant_link(data, index, 0), left, rating_text(entrant), rank_bar(data, index),
      ranks_text(entrant), share_text(entrant.share), count(sums.wins), count(sums.draws),
      count(sums.losses), mean_text(entrant.score), mean_text(entrant.margin, true),
      count(sums.deals), sums.forfeits == 0 ? Html("–") : count(sums.forfeits));
}

}  // namespace

Html rank_bar(const RankInterval& ranks, std::size_t place, std::size_t last, const Html& title) {
  const Scale x{1, std::max(2.0, static_cast<double>(last)), 7, bar_width - 7.0};
  const Html body =
      html(R"(<line class="track" x1="{0:.1f}" x2="{1:.1f}" y1="9" y2="9"/>)"
           R"(<line class="range" x1="{2:.1f}" x2="{3:.1f}" y1="9" y2="9"/>)"
           R"(<circle cx="{4:.1f}" cy="9" r="4"/>)"
           "\n",
           x.from, x.to, x(ranks.best), x(ranks.worst), x(static_cast<double>(place)));
  return svg(bar_width, bar_height, title, body, html("rank s{}", (place - 1) % 8 + 1));
}

Html rating_text(const EntrantStanding& entrant) {
  return html("{} <span class=\"error\">± {}</span>", number(entrant.rating, 0, true),
              number(entrant.reach(), 0));
}

Html interval_text(const Mean& share) {
  const auto [low, high] = share_interval(share);
  return html("{} to {}", number(100 * low, 1), number(100 * high, 1));
}

Html share_text(const Mean& share) {
  return html("{} <span class=\"error\">{}</span>", number(100 * share.value(), 1),
              interval_text(share));
}

Html mean_text(const Mean& mean, bool sign) {
  if (mean.count() == 0) return "–";
  const Html value = number(mean.value(), 2, sign);
  const std::optional<Interval> interval = mean.interval();
  return interval ? html("{} <span class=\"error\">± {}</span>", value,
                         number((interval->high - interval->low) / 2, 2))
                  : value;
}

Html ranks_text(const EntrantStanding& entrant) {
  const RankInterval& ranks = entrant.ranks;
  return ranks.best == ranks.worst ? html("{}", ranks.best)
                                   : html("{} to {}", ranks.best, ranks.worst);
}

Html standings_table(const ReportData& data) {
  const Html head =
      R"(<th scope="col"><span class="unseen">place</span></th><th scope="col" class="stuck">entrant</th>)"
      R"(<th scope="col" class="number">rating ± 95&nbsp;%</th><th scope="col">possible ranks</th>)"
      R"(<th scope="col" class="number">points&nbsp;%</th><th scope="col" class="number">won</th>)"
      R"(<th scope="col" class="number">drawn</th><th scope="col" class="number">lost</th>)"
      R"(<th scope="col" class="number">mean score</th><th scope="col" class="number">mean margin</th>)"
      R"(<th scope="col" class="number">deals</th><th scope="col" class="number">forfeits</th>)";
  Html rows;
  for (std::size_t i = 0; i < data.standings.entrants.size(); ++i) rows += row(data, i);
  return table("Standings", head, rows, "standings");
}

}  // namespace arena::report
