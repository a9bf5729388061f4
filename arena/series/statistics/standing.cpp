#include "arena/series/statistics/standing.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "arena/record/record.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/statistics/figures.hpp"
#include "arena/series/statistics/series_verdict.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/text_table.hpp"

namespace arena {

namespace {

/// A column of means, by player, with the digits that its smallest error justifies.
std::vector<std::string> column_of(const std::vector<Mean>& means, bool sign) {
  int digits = 0;
  for (const Mean& mean : means) {
    if (mean.has_error()) digits = std::max(digits, digits_of(mean.margin_of_error()));
  }
  std::vector<std::string> cells;
  for (const Mean& mean : means)
    cells.push_back(mean.count() == 0 ? "-" : with_error(mean, digits, sign));
  return cells;
}

std::string figures(const StandingHead& head, const SeriesStatistics& statistics) {
  std::vector<TextRow> rows = {{"", "player", "wins", "draws", "losses", "win %", "95 % interval",
                                head.unit.empty() ? "score a game" : head.unit, "margin"}};
  const std::vector<int> ranking = statistics.ranking(head.rank_by);
  std::vector<Mean> scores;
  std::vector<Mean> margins;
  for (const int player : ranking) {
    scores.push_back(statistics.of(player).shown_score(head.rank_by));
    margins.push_back(statistics.of(player).margin);
  }
  const std::vector<std::string> score_cells = column_of(scores, false);
  const std::vector<std::string> margin_cells = column_of(margins, true);
  for (std::size_t rank = 0; rank < ranking.size(); ++rank) {
    const int player = ranking[rank];
    const PlayerStatistics& own = statistics.of(player);
    rows.push_back({fmt::format("{}.", rank + 1), head.names[static_cast<std::size_t>(player)],
                    std::to_string(own.wins), std::to_string(own.draws), std::to_string(own.losses),
                    fmt::format("{:.1f}", 100 * own.share.value()),
                    own.share.count() < 2 ? "-" : percent_text(share_interval(own.share)),
                    score_cells[rank], margin_cells[rank]});
  }
  return text_table(rows);
}

/// For a player who plays alone.
std::string figures_of_one(const StandingHead& head, const SeriesStatistics& statistics) {
  const PlayerStatistics& own = statistics.of(0);
  const Mean& score = own.counted_score;
  const Spread spread = spread_of(own.scores);
  const bool has_error = score.has_error();
  const double error = has_error ? score.margin_of_error() : 0;
  return text_table(
      {{"", "player", "mean", "std error", "95 % interval", "worst", "quartile", "median",
        "quartile", "best"},
       {"1.", head.names.front(), fmt::format("{:.3f}", score.value()),
        has_error ? fmt::format("{:.3f}", score.standard_error()) : "-",
        has_error ? fmt::format("{:.2f} to {:.2f}", score.value() - error, score.value() + error)
                  : "-",
        fmt::format("{:g}", spread.least), fmt::format("{:g}", spread.lower_quartile),
        fmt::format("{:g}", spread.median), fmt::format("{:g}", spread.upper_quartile),
        fmt::format("{:g}", spread.most)}});
}

boost::json::array pair_of(double low, double high) { return {low, high}; }

/// A mean and its 95 % interval, which is null without an error. Without a deal, both are null.
void put_mean(boost::json::object& object, std::string_view name, const Mean& mean) {
  object[name] = mean.count() == 0 ? boost::json::value() : mean.value();
  const std::string key = std::string(name) + "_95";
  if (!mean.has_error()) {
    object[key] = nullptr;
  } else {
    const double error = mean.margin_of_error();
    object[key] = pair_of(mean.value() - error, mean.value() + error);
  }
}

boost::json::object player_json(const std::string& name, const PlayerStatistics& own, RankBy by) {
  boost::json::object object{
      {"name", name}, {"wins", own.wins}, {"draws", own.draws}, {"losses", own.losses}};
  object["win_share"] = own.share.value();
  if (own.share.count() < 2) {
    object["win_share_95"] = nullptr;
  } else {
    const Interval interval = share_interval(own.share);
    object["win_share_95"] = pair_of(interval.low, interval.high);
  }
  // Of a player alone, the spread below is of all games.
  put_mean(object, "score", own.scores.empty() ? own.shown_score(by) : own.counted_score);
  put_mean(object, "margin", own.margin);
  if (!own.scores.empty()) {
    const Spread spread = spread_of(own.scores);
    object["score_standard_error"] = !own.counted_score.has_error()
                                         ? boost::json::value(nullptr)
                                         : boost::json::value(own.counted_score.standard_error());
    object["quartiles"] = {spread.lower_quartile, spread.median, spread.upper_quartile};
    object["worst"] = spread.least;
    object["best"] = spread.most;
  }
  object["forfeits"] = boost::json::value_from(own.forfeits);
  return object;
}

VerdictNames verdict_names(const StandingHead& head) {
  VerdictNames names{head.game, head.names, head.matches / head.seatings};
  if (!head.unit.empty()) names.unit = head.unit;
  return names;
}

std::string_view ending(const StandingHead& head) {
  if (head.complete) return "";
  return head.interrupted ? ", interrupted" : ", incomplete";
}

double per_second(long count, double seconds) {
  return seconds > 0 ? static_cast<double>(count) / seconds : 0;
}

std::string head_line(const StandingHead& head, const SeriesStatistics& statistics) {
  std::string text = fmt::format("{}: {}", head.title, counted(statistics.matches(), "game"));
  if (head.seatings > 1) {
    text += fmt::format(" ({}, each in {} seatings)", counted(statistics.deals(), "deal"),
                        head.seatings);
  }
  text += fmt::format(", seed {}{}", seed_text(head.seed), ending(head));
  if (head.complete && statistics.matches() < head.matches)
    text += fmt::format(", part of a run of {}", head.matches);
  if (head.earlier > 0) text += fmt::format(", {} of them from the record", head.earlier);
  return text;
}

/// What the points of the table come from, where games were forfeited.
std::string points_line(const StandingHead& head, const SeriesStatistics& statistics) {
  if (statistics.forfeited_matches() == 0 || statistics.players() == 1) return "";
  bool has_means = false;
  for (int player = 0; player < statistics.players(); ++player)
    has_means = has_means || statistics.of(player).margin.count() > 0;
  if (!has_means)
    return statistics.forfeited_matches() < statistics.matches()
               ? "Each deal had a forfeit: there are no mean scores and margins.\n"
               : "";
  return fmt::format(
      "{} of deals {}.\n", head.rank_by == RankBy::score ? "The margin is" : "Score and margin are",
      statistics.players() == 2 ? "without a forfeit" : "that the player did not forfeit");
}

}  // namespace

StandingHead standing_head(const SeriesPlan& plan, const SeriesResults& results,
                           const RootSeed& seed) {
  const GameInfo& info = plan.settings.game->info;
  StandingHead head;
  head.game = info.name;
  head.title = info.title;
  head.names = team_names(plan.entrants, plan.schedule.sides());
  head.seed = seed;
  head.options = plan.settings.options;
  head.rules_version = info.version;
  head.builtins = builtins_json(plan.entrants, *plan.settings.game);
  head.seatings = plan.schedule.tables();
  head.matches = plan.schedule.matches();
  head.earlier = static_cast<int>(plan.earlier.size());
  head.moves = results.moves;
  head.seconds = results.seconds;
  head.complete = plan.matches.without(results.played).empty();
  head.rank_by = info.rank_by;
  if (head.seatings > 1) head.unit = plan.settings.table_comparison().unit;
  for (const Entrant& entrant : plan.entrants) {
    if (entrant.kind->plays_by_clock(*plan.settings.game)) head.by_clock.push_back(entrant.name);
  }
  return head;
}

std::string standing_text(const StandingHead& head, const SeriesStatistics& statistics) {
  std::string text = head_line(head, statistics) + "\n\n";
  if (statistics.matches() == 0) return text + "No game was finished.\n";
  text +=
      (statistics.players() == 1 ? figures_of_one(head, statistics) : figures(head, statistics)) +
      "\n" + verdict_text(verdict_of(statistics, head.rank_by), statistics, verdict_names(head));
  const std::string forfeits = forfeit_lines(statistics, head.names, head.rank_by);
  text += forfeits.empty() ? "No forfeits. " : forfeits + points_line(head, statistics);
  text += fmt::format("{} in {:.2f} s: {} a second.\n", counted(head.moves, "move"), head.seconds,
                      grouped(static_cast<long>(per_second(head.moves, head.seconds))));
  if (!head.by_clock.empty())
    text += fmt::format(
        "{} by the clock: the same seed need not give the same games.\n",
        listed(head.by_clock, "and") + (head.by_clock.size() == 1 ? " plays" : " play"));
  return text;
}

boost::json::object standing_json(const StandingHead& head, const SeriesStatistics& statistics) {
  boost::json::object object{{"game", head.game},
                             {rules_version_key, head.rules_version},
                             {"options", head.options},
                             {"seed", seed_text(head.seed)},
                             {builtins_key, head.builtins},
                             {"games", statistics.matches()},
                             {"forfeited_games", statistics.forfeited_matches()},
                             {"deals", statistics.deals()},
                             {"games_of_run", head.matches},
                             {"complete", head.complete && statistics.matches() == head.matches},
                             {"interrupted", head.interrupted},
                             {"games_from_record", head.earlier},
                             {"rank_by", to_text(head.rank_by)}};
  if (!head.unit.empty()) object["unit"] = head.unit;
  boost::json::array players;
  for (int player : statistics.ranking(head.rank_by)) {
    players.emplace_back(player_json(head.names[static_cast<std::size_t>(player)],
                                     statistics.of(player), head.rank_by));
  }
  object["players"] = std::move(players);
  object["verdict"] =
      verdict_json(verdict_of(statistics, head.rank_by), statistics, verdict_names(head));
  object["moves"] = head.moves;
  object["seconds"] = head.seconds;
  object["moves_per_second"] = per_second(head.moves, head.seconds);
  return object;
}

}  // namespace arena
