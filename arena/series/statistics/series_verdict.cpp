#include "arena/series/statistics/series_verdict.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "arena/series/statistics/figures.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

using Kind = SeriesVerdict::Kind;

constexpr double most_deals_shown = 1'000'000;

/// The value that means no lead.
double level_of(RankBy by) { return by == RankBy::wins ? 0.5 : 0; }

const Mean& lead_of(const SeriesStatistics& statistics, const SeriesVerdict& verdict) {
  const Lead& lead = statistics.lead(verdict.leader, verdict.second);
  return verdict.by == RankBy::wins ? lead.share : lead.counted_score;
}

int pairs_of(int players) { return players * (players - 1) / 2; }

std::optional<Interval> interval_of(const Mean& lead, RankBy by, double miss) {
  if (by == RankBy::wins) return share_interval(lead, miss);
  if (!lead.has_error()) return std::nullopt;
  const double error = lead.margin_of_error(miss);
  return Interval{lead.value() - error, lead.value() + error};
}

/// If every deal gave the same lead in points, each counts as a game won.
bool is_decided_without_spread(int deals, double miss) {
  return wilson_interval(1, deals, miss).low > level_of(RankBy::wins);
}

/// True if so many deals with this lead and this spread would decide it.
bool would_decide(const Mean& lead, const SeriesVerdict& verdict, double deals, double miss) {
  if (!verdict.interval) return is_decided_without_spread(static_cast<int>(deals), miss);
  if (verdict.by == RankBy::score) {
    const double spread = lead.standard_error() * std::sqrt(lead.count());
    return student_quantile(deals - 1, miss) * spread / std::sqrt(deals) < verdict.lead;
  }
  // The width of Wilson's interval shrinks with the root of the number of deals.
  const double widths =
      (verdict.lead - verdict.interval->low) / (verdict.lead - level_of(verdict.by));
  return deals > lead.count() * widths * widths;
}

/// The number of additional deals that would decide it.
double more_deals(const Mean& lead, const SeriesVerdict& verdict, double miss) {
  double low = lead.count();  // does not decide it
  double high = low + 1;
  while (!would_decide(lead, verdict, high, miss) && high < most_deals_shown) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const double middle = std::floor((low + high) / 2);
    (would_decide(lead, verdict, middle, miss) ? high : low) = middle;
  }
  return high - lead.count();
}

bool is_level(double lead, RankBy by) {
  constexpr double rounding = 1e-9;
  return std::abs(lead - level_of(by)) < rounding;
}

void judge(SeriesVerdict& verdict, const Mean& lead, double miss) {
  verdict.lead = lead.value();
  if (lead.count() < 2) {
    verdict.kind = Kind::one_deal;
    return;
  }
  verdict.interval = interval_of(lead, verdict.by, miss);
  if (is_level(verdict.lead, verdict.by)) {
    verdict.kind = Kind::level;
    return;
  }
  const bool stronger = verdict.interval ? verdict.interval->low > level_of(verdict.by)
                                         : is_decided_without_spread(lead.count(), miss);
  verdict.kind = stronger ? Kind::stronger : Kind::undecided;
  if (!stronger) verdict.more_deals = more_deals(lead, verdict, miss);
}

/// Two significant digits, rounded up.
long rounded_up(double count) {
  const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(count)) - 1));
  return std::lround(std::ceil(count / unit) * unit);
}

std::string interval_text(const SeriesVerdict& verdict, int players, std::string_view unit) {
  const Interval& interval = *verdict.interval;
  const std::string widened =
      players > 2 ? fmt::format(", widened for {} pairs of players", pairs_of(players)) : "";
  if (verdict.by == RankBy::score) {
    const int digits = digits_of(interval, 0);
    return fmt::format("95 % interval {} to {} {}{}", number_text(interval.low, digits, true),
                       number_text(interval.high, digits, true), unit, widened);
  }
  if (players == 2) return fmt::format("95 % interval {} %", percent_text(interval));
  const Interval points{100 * (2 * interval.low - 1), 100 * (2 * interval.high - 1)};
  const int digits = std::max(1, digits_of(points, 0));
  return fmt::format("95 % interval of the difference in win share {} to {} points{}",
                     number_text(points.low, digits, true), number_text(points.high, digits, true),
                     widened);
}

std::string more_text(const SeriesVerdict& verdict, int deals, int planned) {
  if (verdict.more_deals > most_deals_shown)
    return "It would take more than a million more deals to decide it.";
  const long more = rounded_up(verdict.more_deals);
  const std::string text =
      fmt::format("About {} more {} would decide it", grouped(more), plural(more, "deal"));
  return deals + more > planned ? fmt::format("{}: -n {}.", text, deals + more)
                                : text + ", which is within this run.";
}

/// The other measure of the same two players, on its own line.
std::string other_measure(const SeriesVerdict& verdict, const SeriesStatistics& statistics,
                          const VerdictNames& names) {
  const bool by_wins = verdict.by == RankBy::wins;
  const double level = by_wins ? 0 : 0.5;
  int leader = verdict.leader;
  int second = verdict.second;
  const auto measure = [&]() -> const Mean& {
    const Lead& lead = statistics.lead(leader, second);
    return by_wins ? lead.score : lead.share;
  };
  if (measure().value() < level) std::swap(leader, second);
  const Mean& lead = measure();
  if (lead.count() == 0) return "";  // a forfeit in each deal
  if (is_level(lead.value(), by_wins ? RankBy::score : RankBy::wins))
    return fmt::format("By {}, they are level.\n", by_wins ? "score" : "wins");
  const std::string& name = names.players[static_cast<std::size_t>(leader)];
  if (by_wins) {
    const int digits = lead.has_error() ? digits_of(lead.margin_of_error()) : 0;
    const bool of_all = lead.count() == statistics.deals();
    return fmt::format("By score, {} leads by {} {}{}.\n", name, with_error(lead, digits, false),
                       names.unit,
                       of_all ? " (--rank-by score decides by that)" : ", without the forfeits");
  }
  const double share = statistics.of(leader).share.value();
  return fmt::format("By wins, {} leads with {:.1f} % ({} %; --rank-by wins decides by that).\n",
                     name, 100 * share, percent_text(share_interval(statistics.of(leader).share)));
}

std::string comparison_text(const SeriesVerdict& verdict, const SeriesStatistics& statistics,
                            const VerdictNames& names) {
  const std::string& leader = names.players[static_cast<std::size_t>(verdict.leader)];
  const std::string& second = names.players[static_cast<std::size_t>(verdict.second)];
  const int players = statistics.players();
  const std::string of_second = players > 2 ? " " + second : "";
  const std::string_view by = to_text(verdict.by);
  if (verdict.kind == Kind::level)
    return fmt::format(
        "{} and {} are level by {} so far{}.\n", leader, second, by,
        verdict.interval ? " (" + interval_text(verdict, players, names.unit) + ")" : "");
  if (verdict.kind == Kind::one_deal)
    return "One deal says little about strength. Play more with -n.\n";
  if (verdict.kind == Kind::stronger) {
    const std::string than = players > 2 ? " than " + second : "";
    const std::string how = verdict.interval
                                ? interval_text(verdict, players, names.unit)
                                : fmt::format("the same lead in all {} deals", statistics.deals());
    return fmt::format("{} is stronger{} by {} ({}).\n", leader, than, by, how);
  }
  return fmt::format(
      "{} leads{}, but this may be luck{}. {}\n", leader, of_second,
      verdict.interval ? " (" + interval_text(verdict, players, names.unit) + ")" : "",
      more_text(verdict, statistics.deals(), names.deals));
}

}  // namespace

std::vector<int> not_measured(const SeriesStatistics& statistics, RankBy by) {
  std::vector<int> players = statistics.ranking(by);
  std::erase_if(players, [&](int player) {
    const PlayerStatistics& own = statistics.of(player);
    return own.forfeit_count() == 0 || (own.played > 0 && own.moves > 0);
  });
  return players;
}

SeriesVerdict verdict_of(const SeriesStatistics& statistics, RankBy by) {
  SeriesVerdict verdict;
  verdict.by = by;
  verdict.not_measured = not_measured(statistics, by);
  std::vector<int> measured = statistics.ranking(by);
  std::erase_if(measured,
                [&](int player) { return std::ranges::count(verdict.not_measured, player) > 0; });
  if (measured.size() < 2) return verdict;
  verdict.leader = measured[0];
  verdict.second = measured[1];
  judge(verdict, lead_of(statistics, verdict), default_miss / pairs_of(statistics.players()));
  return verdict;
}

std::string not_measured_text(const std::vector<int>& not_measured,
                              const SeriesStatistics& statistics, const VerdictNames& names) {
  std::string text;
  for (const int player : not_measured) {
    const PlayerStatistics& own = statistics.of(player);
    text += fmt::format(
        "{} {}forfeited {} of {}. This does not measure "
        "strength. `arena check {}` with a bot's command shows what is wrong.\n",
        names.players[static_cast<std::size_t>(player)], own.moves == 0 ? "made no move, and " : "",
        own.forfeit_count(), counted(statistics.matches(), "game"), names.game);
  }
  return text;
}

std::string verdict_text(const SeriesVerdict& verdict, const SeriesStatistics& statistics,
                         const VerdictNames& names) {
  std::string text = not_measured_text(verdict.not_measured, statistics, names);
  if (verdict.kind == Kind::not_compared) return text;
  text += comparison_text(verdict, statistics, names);
  if (verdict.kind != Kind::one_deal) text += other_measure(verdict, statistics, names);
  return text;
}

boost::json::object verdict_json(const SeriesVerdict& verdict, const SeriesStatistics& statistics,
                                 const VerdictNames& names) {
  static constexpr const char* kinds[] = {"not compared", "one deal", "level", "undecided",
                                          "stronger"};
  boost::json::object object{{"kind", kinds[static_cast<int>(verdict.kind)]},
                             {"by", to_text(verdict.by)}};
  boost::json::array not_measured;
  for (const int player : verdict.not_measured)
    not_measured.emplace_back(names.players[static_cast<std::size_t>(player)]);
  object["not_measured"] = std::move(not_measured);
  if (verdict.kind != Kind::not_compared) {
    object["leader"] = names.players[static_cast<std::size_t>(verdict.leader)];
    object["second"] = names.players[static_cast<std::size_t>(verdict.second)];
    object["lead"] = verdict.lead;
    if (verdict.interval) object["lead_95"] = {verdict.interval->low, verdict.interval->high};
    if (verdict.kind == Kind::undecided) object["more_deals"] = std::ceil(verdict.more_deals);
  }
  object["text"] = verdict_text(verdict, statistics, names);
  return object;
}

}  // namespace arena
