#include "arena/series/statistics/adjusted_statistics.hpp"

#include <optional>

#include <fmt/format.h>

#include "arena/series/entrants/entrants.hpp"
#include "arena/series/statistics/figures.hpp"
#include "arena/util/text/text_table.hpp"

namespace arena {

AdjustedStatistics::AdjustedStatistics(const AnyGame& game, const boost::json::object& options,
                                       const Schedule& schedule, const SeedKey& key)
    : game_(game),
      options_(options),
      schedule_(schedule),
      key_(key),
      open_(schedule.sides().count(), game.info.more_is_better) {}

void AdjustedStatistics::add(int match, const MatchResult& result) {
  const int deal = schedule_.deal_of(match);
  if (deal != open_deal_)
    open_ = SeriesStatistics(schedule_.sides().count(), game_.info.more_is_better);
  open_deal_ = deal;
  open_.add(deal, teams_at(schedule_.seating(match), schedule_.sides()), result);
  if (open_.matches() == schedule_.tables()) take_deal(deal);
}

void AdjustedStatistics::take_deal(int number) {
  open_.finish();
  const std::vector<double> baseline = baselines(schedule_.deal_seed(number * schedule_.tables()));
  Deal deal{number, {}};
  for (int player = 0; player < open_.players(); ++player) {
    const PlayerStatistics& own = open_.of(player);
    std::optional<double> margin;
    if (own.margin.count() > 0) margin = own.margin.value();
    deal.of.push_back({own.share.value(), own.counted_score.value(), margin,
                       baseline[static_cast<std::size_t>(player)]});
  }
  deals_.push_back(std::move(deal));
}

std::vector<double> AdjustedStatistics::baselines(const DealSeed& deal) const {
  const Sides sides = schedule_.sides();
  const std::vector<double> by_seat = game_.baseline->of(options_, sides.seats(), deal);
  std::vector<double> by_player(static_cast<std::size_t>(sides.count()));
  for (int table = 0; table < schedule_.tables(); ++table) {
    const auto player_at =
        teams_at(schedule_.seating(deal.number * schedule_.tables() + table), sides);
    for (std::size_t side = 0; side < player_at.size(); ++side)  // seat n is the first of side n
      by_player[static_cast<std::size_t>(player_at[side])] += by_seat[side] / schedule_.tables();
  }
  return by_player;
}

/// The numbers of the deals are those of the series, because they set who begins.
std::vector<Mean> AdjustedStatistics::measured() const {
  std::vector<Mean> means(static_cast<std::size_t>(schedule_.sides().count()));
  for (int index = 0; index < other_deals(); ++index) {
    const int number = deals_[static_cast<std::size_t>(index / per_deal)].number;
    const std::uint64_t seed = key_.derive("baseline", static_cast<std::uint64_t>(index));
    const std::vector<double> values = baselines({seed, number});
    for (std::size_t player = 0; player < means.size(); ++player) means[player].add(values[player]);
  }
  return means;
}

std::vector<AdjustedFigures> AdjustedStatistics::figures() const {
  std::vector<AdjustedFigures> figures;
  const std::vector<Mean> means = measured();
  for (std::size_t player = 0; player < means.size(); ++player) {
    const Mean& mean = means[player];
    const BaselineMean known{mean.value(), mean.has_error() ? mean.standard_error() : 0};
    const auto adjusted = [&](auto Values::*value) {
      std::vector<DealValue> values;
      for (const Deal& deal : deals_) {
        const Values& own = deal.of[player];
        if (const std::optional<double> found = own.*value)
          values.push_back({deal.number, *found, own.baseline});
      }
      return values.empty() ? AdjustedMean() : adjusted_mean(values, known);
    };
    figures.push_back(
        {adjusted(&Values::share), adjusted(&Values::score), adjusted(&Values::margin)});
  }
  return figures;
}

namespace {

/// A measure of the table.
struct Measure {
  std::string_view title;
  std::string_view key;
  AdjustedMean AdjustedFigures::*of;
  double scale = 1;
  bool sign = false;
};

std::vector<Measure> measures(const AdjustedHead& head) {
  const Measure share{"win %", "win_share", &AdjustedFigures::share, 100, false};
  const Measure score{"score a game", "score", &AdjustedFigures::score, 1, false};
  const Measure margin{"margin", "margin", &AdjustedFigures::margin, 1, true};
  if (head.names.size() == 1) return {score};
  return {head.rank_by == RankBy::wins ? share : score, margin};
}

std::string with_error(const Measure& measure, double value, double error) {
  const int digits = digits_of(measure.scale * error);
  return fmt::format("{} ± {:.{}f}", number_text(measure.scale * value, digits, measure.sign),
                     measure.scale * error, digits);
}

void put_cells(TextRow& row, const Measure& measure, const AdjustedMean& mean) {
  if (mean.margin_of_error == 0) {
    row.insert(row.end(), {"-", "-", "-"});
    return;
  }
  row.push_back(with_error(measure, mean.raw.value(), mean.raw.margin_of_error()));
  row.push_back(with_error(measure, mean.adjusted.value(), mean.margin_of_error));
  row.push_back(fmt::format("{:.2f}", mean.saving));
}

}  // namespace

std::string adjusted_text(const AdjustedHead& head, const AdjustedStatistics& statistics) {
  if (statistics.deals() == 0) return "\nNo deal was finished: there is no luck to take out.\n";
  const std::vector<Measure> shown = measures(head);
  TextRow titles{"", "player"};
  for (const Measure& measure : shown) {
    titles.insert(titles.end(), {std::string(measure.title), "adjusted", "saving"});
  }
  std::vector<TextRow> rows{titles};
  const std::vector<AdjustedFigures> figures = statistics.figures();
  for (const int player : head.ranking) {
    const auto index = static_cast<std::size_t>(player);
    TextRow row{fmt::format("{}.", rows.size()), head.names[index]};
    for (const Measure& measure : shown) put_cells(row, measure, figures[index].*measure.of);
    rows.push_back(std::move(row));
  }
  return fmt::format(
      "\nAdjusted for the luck of the deals by baseline {} of {}: {}.\n\n{}\n"
      "± is the 95 % confidence interval. Saving: the raw mean needs so many times as many deals "
      "for the same interval.\nThe baseline's mean comes from {} other deals.\n",
      head.baseline->version(), head.title, head.baseline->summary(), text_table(rows),
      grouped(statistics.other_deals()));
}

boost::json::object adjusted_json(const AdjustedHead& head, const AdjustedStatistics& statistics) {
  boost::json::object object{{"baseline", head.baseline->summary()},
                             {"version", head.baseline->version()},
                             {"deals", statistics.deals()},
                             {"other_deals", statistics.other_deals()}};
  boost::json::array players;
  const std::vector<AdjustedFigures> figures = statistics.figures();
  for (const int player : head.ranking) {
    const auto index = static_cast<std::size_t>(player);
    boost::json::object row{{"name", head.names[index]}};
    for (const Measure& measure : measures(head)) {
      const AdjustedMean& mean = figures[index].*measure.of;
      if (mean.raw.count() == 0) {
        row[measure.key] = nullptr;
        continue;
      }
      const double value = mean.adjusted.value();
      row[measure.key] = {
          {"raw", mean.raw.value()},
          {"adjusted", value},
          {"adjusted_95", {value - mean.margin_of_error, value + mean.margin_of_error}},
          {"coefficient", mean.coefficient},
          {"saving", mean.saving}};
    }
    players.emplace_back(std::move(row));
  }
  object["players"] = std::move(players);
  return object;
}

}  // namespace arena
