#include "arena/results/standings_columns.hpp"

#include <array>

#include <fmt/format.h>

#include "arena/series/statistics/figures.hpp"

namespace arena {

namespace {

using Where = StandingsColumn::Where;
using Entrant = EntrantStanding;

std::string some(int number) { return number == 0 ? "" : grouped(number); }

constexpr std::array columns{
    StandingsColumn{Where::everywhere, "rating", "rating", rating_value, rating_error},
    StandingsColumn{Where::pages, "ranks", "possible ranks",
                    [](const Entrant& one) { return ranks_text(one.ranks); }},
    StandingsColumn{Where::terminals, "superiority", "LOS %",
                    [](const Entrant& one) {
                      return one.superiority ? fmt::format("{:.1f}", 100 * *one.superiority) : "";
                    }},
    StandingsColumn{Where::everywhere, "deals", "deals",
                    [](const Entrant& one) { return grouped(one.sums.deals); }},
    StandingsColumn{Where::terminals, "points", "points %",
                    [](const Entrant& one) { return share_value(one.share); }},
    StandingsColumn{Where::pages, "points", "points %",
                    [](const Entrant& one) { return share_value(one.share); },
                    [](const Entrant& one) { return share_error(one.share); }},
    StandingsColumn{Where::terminals, "results", "W-D-L",
                    [](const Entrant& one) {
                      return fmt::format("{}-{}-{}", one.sums.wins, one.sums.draws,
                                         one.sums.losses);
                    }},
    StandingsColumn{Where::pages, "won", "won",
                    [](const Entrant& one) { return grouped(one.sums.wins); }},
    StandingsColumn{Where::pages, "drawn", "drawn",
                    [](const Entrant& one) { return grouped(one.sums.draws); }},
    StandingsColumn{Where::pages, "lost", "lost",
                    [](const Entrant& one) { return grouped(one.sums.losses); }},
    StandingsColumn{Where::pages, "score", "mean score",
                    [](const Entrant& one) { return mean_value(one.score); },
                    [](const Entrant& one) { return mean_error(one.score); }},
    StandingsColumn{Where::pages, "margin", "mean margin",
                    [](const Entrant& one) { return mean_value(one.margin, true); },
                    [](const Entrant& one) { return mean_error(one.margin); }},
    StandingsColumn{Where::everywhere, "forfeits", "forfeits",
                    [](const Entrant& one) { return some(one.sums.forfeits); }},
};

}  // namespace

std::span<const StandingsColumn> standings_columns() { return columns; }

std::string rating_value(const EntrantStanding& entrant) {
  return entrant.rated_deals == 0 ? "" : number_text(entrant.rating, 0, true);
}

std::string rating_error(const EntrantStanding& entrant) {
  return entrant.rated_deals == 0 ? "" : fmt::format("± {:.0f}", entrant.reach());
}

std::string ranks_text(const RankInterval& ranks) {
  return ranks.best == ranks.worst ? fmt::format("{}", ranks.best)
                                   : fmt::format("{}-{}", ranks.best, ranks.worst);
}

std::string share_value(const Mean& share) { return number_text(100 * share.value(), 1, false); }

std::string share_error(const Mean& share) {
  const auto [low, high] = share_interval(share);
  return fmt::format("{:.1f}-{:.1f}", 100 * low, 100 * high);
}

std::string mean_value(const Mean& mean, bool sign) {
  return mean.count() == 0 ? "" : number_text(mean.value(), 2, sign);
}

std::string mean_error(const Mean& mean) {
  const std::optional<Interval> interval = mean.interval();
  return interval ? fmt::format("± {:.2f}", (interval->high - interval->low) / 2) : "";
}

}  // namespace arena
