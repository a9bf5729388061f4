// What is said of a comparison: a line while it goes on, the result in plain words and as JSON.
#include <fmt/format.h>

#include "arena/series/statistics/comparison.hpp"
#include "arena/series/statistics/figures.hpp"
#include "arena/series/statistics/series_verdict.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

/// "95", "99.9".
std::string confidence_text(const Comparison& comparison) {
  return fmt::format("{:g}", 100 * (1 - comparison.settings().miss));
}

/// So many that by wins a clear difference would be decided.
constexpr int many_deals = 100;

bool by_wins(const Comparison& comparison) { return comparison.settings().by == RankBy::wins; }

std::string_view unit_of(const Comparison& comparison) {
  const TableComparison& compare = comparison.settings().compare;
  return compare ? compare.unit : "points a game";
}

/// "54.2 % (43.9 to 64.0 %)", "+3.1 points a game (-0.9 to +7.2)"; `method`: what the interval is.
std::string lead_text(const Comparison& comparison, const std::string& method) {
  const Interval interval = comparison.interval();
  if (by_wins(comparison))
    return fmt::format("{:.1f} % ({}{} %)", 100 * comparison.value(), method,
                       percent_text(interval));
  const int digits = digits_of(interval, 0);
  return fmt::format("{} {} ({}{} to {})", number_text(comparison.value(), digits, true),
                     unit_of(comparison), method, number_text(interval.low, digits, true),
                     number_text(interval.high, digits, true));
}

std::string more_text(const Comparison& comparison) {
  const std::optional<long> more = comparison.more_deals();
  return more ? fmt::format("about {} more {}", grouped(*more), plural(*more, "deal"))
              : "more deals needed: not known yet";
}

std::string margin_text(const Comparison& comparison) {
  const double margin = comparison.settings().margin;
  return by_wins(comparison)
             ? fmt::format("their win shares are within {:g} % of 50 %", 100 * margin)
             : fmt::format("the lead is less than {:g} {}", margin, unit_of(comparison));
}

std::string sprt_text(const ComparisonHead& head, const Comparison& comparison) {
  const Sprt& sprt = *comparison.sprt();
  const SprtSettings& settings = *comparison.settings().sprt;
  const std::string text = fmt::format(
      "SPRT of {:g} against {:g} Elo: log-likelihood ratio {:.2f}, bounds {:.2f} and {:.2f}.\n",
      settings.elo0, settings.elo1, sprt.log_ratio(), sprt.low_bound(), sprt.high_bound());
  if (sprt.verdict() == Sprt::Verdict::not_yet) return text;
  const bool first = sprt.verdict() == Sprt::Verdict::elo0;
  return text + fmt::format("The test accepts {:g} Elo for {}, and rejects {:g}.\n",
                            first ? settings.elo0 : settings.elo1, head.names[0],
                            first ? settings.elo1 : settings.elo0);
}

std::vector<int> not_measured(const Comparison& comparison) {
  return not_measured(comparison.statistics(), comparison.settings().by);
}

std::string decision_text(const ComparisonHead& head, const Comparison& comparison) {
  if (!is_measured(comparison))
    return not_measured_text(not_measured(comparison), comparison.statistics(),
                             {head.game, head.names});
  if (!comparison.is_decided()) {
    const std::optional<long> more = comparison.more_deals();
    const std::string rest = more ? fmt::format("About {} more {} would decide it.", grouped(*more),
                                                plural(*more, "deal"))
                                  : "How many more deals would decide it is not known yet.";
    const bool takes_long = !by_wins(comparison) && comparison.deals() >= many_deals;
    return fmt::format("Not decided. {}{}\n", rest,
                       takes_long ? " By wins it may take fewer: --rank-by wins." : "");
  }
  if (comparison.sprt() != nullptr) return "";
  const std::string_view by = to_text(comparison.settings().by);
  switch (comparison.decision()) {
    case Decision::a_better:
      return fmt::format("{} is better than {} by {}.\n", head.names[0], head.names[1], by);
    case Decision::b_better:
      return fmt::format("{} is better than {} by {}.\n", head.names[1], head.names[0], by);
    default:
      return fmt::format("{} and {} are close by {}: {}.\n", head.names[0], head.names[1], by,
                         margin_text(comparison));
  }
}

boost::json::object player_json(const std::string& name, const PlayerStatistics& own) {
  return {{"name", name},
          {"wins", own.wins},
          {"draws", own.draws},
          {"losses", own.losses},
          {"forfeits", boost::json::value_from(own.forfeits)}};
}

std::string_view decision_key(const Comparison& comparison) {
  if (!is_measured(comparison)) return "not measured";
  if (const Sprt* sprt = comparison.sprt()) {
    if (sprt->verdict() == Sprt::Verdict::not_yet) return "undecided";
    return sprt->verdict() == Sprt::Verdict::elo0 ? "elo0" : "elo1";
  }
  switch (comparison.decision()) {
    case Decision::a_better:
      return "first better";
    case Decision::b_better:
      return "second better";
    case Decision::close:
      return "close";
    default:
      return "undecided";
  }
}

boost::json::object sprt_json(const Comparison& comparison) {
  const Sprt& sprt = *comparison.sprt();
  const SprtSettings& settings = *comparison.settings().sprt;
  return {{"elo0", settings.elo0},         {"elo1", settings.elo1},
          {"alpha", settings.alpha},       {"beta", settings.beta},
          {"log_ratio", sprt.log_ratio()}, {"bounds", {sprt.low_bound(), sprt.high_bound()}}};
}

}  // namespace

bool is_measured(const Comparison& comparison) { return not_measured(comparison).empty(); }

std::string comparison_line(const ComparisonHead& head, const Comparison& comparison) {
  const std::string deals =
      fmt::format("{} {}", grouped(comparison.deals()), plural(comparison.deals(), "deal"));
  if (!is_measured(comparison)) return deals + ": no game without a forfeit so far";
  if (const Sprt* sprt = comparison.sprt())
    return fmt::format("{}: log-likelihood ratio {:.2f} ({:.2f} to {:.2f}), {}", deals,
                       sprt->log_ratio(), sprt->low_bound(), sprt->high_bound(),
                       more_text(comparison));
  return fmt::format("{}: {} {}, {}", deals, head.names[0], lead_text(comparison, ""),
                     more_text(comparison));
}

std::string comparison_text(const ComparisonHead& head, const Comparison& comparison) {
  const SeriesStatistics& statistics = comparison.statistics();
  std::string text = fmt::format("{}: {} ({}", head.title, counted(statistics.matches(), "game"),
                                 counted(comparison.deals(), "deal"));
  if (comparison.settings().tables > 1)
    text += fmt::format(", each in {} seatings", comparison.settings().tables);
  text += fmt::format("), seed {}\n\n", seed_text(head.seed));
  const PlayerStatistics& own = statistics.of(0);
  text += fmt::format("{} against {}: {}, {}, {}.\n", head.names[0], head.names[1],
                      counted(own.wins, "win"), counted(own.draws, "draw"),
                      own.losses == 1 ? "1 loss" : fmt::format("{} losses", own.losses));
  const std::string what = by_wins(comparison) ? "Win share" : "Lead";
  const std::string method = fmt::format("{} % confidence sequence: ", confidence_text(comparison));
  if (is_measured(comparison)) {
    text += fmt::format("{} of {}: {}.\n", what, head.names[0], lead_text(comparison, method));
    if (comparison.sprt() != nullptr) text += sprt_text(head, comparison);
  }
  const std::string forfeits = forfeit_lines(statistics, head.names, comparison.settings().by);
  return text + decision_text(head, comparison) + (forfeits.empty() ? "No forfeits.\n" : forfeits);
}

boost::json::object comparison_json(const ComparisonHead& head, const Comparison& comparison) {
  const SeriesStatistics& statistics = comparison.statistics();
  const Interval interval = comparison.interval();
  const std::optional<long> more =
      comparison.is_decided() ? std::optional(0L) : comparison.more_deals();
  boost::json::object object{{"game", head.game},
                             {rules_version_key, head.rules_version},
                             {"options", head.options},
                             {"seed", seed_text(head.seed)},
                             {builtins_key, head.builtins},
                             {"deals", comparison.deals()},
                             {"seatings", comparison.settings().tables},
                             {"matches", statistics.matches()},
                             {"forfeited_games", statistics.forfeited_matches()},
                             {"by", to_text(comparison.settings().by)},
                             {"confidence", 1 - comparison.settings().miss},
                             {"margin", comparison.settings().margin},
                             {"decision", decision_key(comparison)},
                             {"value", nullptr},
                             {"sequence", nullptr},
                             {"more_deals", nullptr}};
  if (is_measured(comparison)) {
    object["value"] = comparison.value();
    object["sequence"] = {interval.low, interval.high};
    object["more_deals"] = boost::json::value_from(more);
    if (comparison.sprt() != nullptr) object["sprt"] = sprt_json(comparison);
  }
  object["players"] = {player_json(head.names[0], statistics.of(0)),
                       player_json(head.names[1], statistics.of(1))};
  object["text"] = comparison_text(head, comparison);
  return object;
}

}  // namespace arena
