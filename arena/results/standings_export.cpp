#include "arena/results/standings_export.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "arena/record/record.hpp"
#include "arena/tournament/stored/store_tables.hpp"
#include "arena/util/text/pretty_json.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

void add_interval(json::object& row, std::string_view name, const std::optional<Interval>& found) {
  row[fmt::format("{}_low", name)] = found ? json::value(found->low) : nullptr;
  row[fmt::format("{}_high", name)] = found ? json::value(found->high) : nullptr;
}

void add_share(json::object& row, const Mean& share) {
  row["share"] = share.value();
  add_interval(row, "share",
               share.count() > 0 ? std::optional(share_interval(share)) : std::nullopt);
}

void add_mean(json::object& row, std::string_view name, const Mean& mean) {
  row[name] = mean.count() == 0 ? json::value() : json::value(mean.value());
  add_interval(row, name, mean.interval());
}

json::object rating_row(const EntrantStanding& entrant) {
  json::object row{{"id", entrant.id},
                   {"name", entrant.name},
                   {"active", entrant.is_active},
                   {"rating", entrant.rating},
                   {"rating_error", entrant.rating_error}};
  add_interval(row, "rating",
               Interval{entrant.rating - entrant.reach(), entrant.rating + entrant.reach()});
  row["best_rank"] = entrant.ranks.best;
  row["worst_rank"] = entrant.ranks.worst;
  row["group"] = entrant.group + 1;
  row["measured"] = entrant.is_measured();
  row["superiority"] = json::value_from(entrant.superiority);
  row["more_deals"] = json::value_from(entrant.more_deals);
  row["deals"] = entrant.sums.deals;
  return row;
}

/// Two rows may have the same names, after one entrant replaced another.
json::object row_of_two(const EntrantStanding& entrant, const EntrantStanding& opponent) {
  return {{"entrant_id", entrant.id},
          {"entrant", entrant.name},
          {"opponent_id", opponent.id},
          {"opponent", opponent.name}};
}

template <class Rows>
std::string list_of(const Rows& for_each_row, const Standings& standings) {
  std::string text = "[";
  for_each_row(standings, [&text](const json::object& row) {
    if (text.size() > 1) text += ',';
    text += compact(row);
  });
  return text + ']';
}

}  // namespace

void for_each_rating(const Standings& standings, const UseRow& use) {
  for (const EntrantStanding& entrant : standings.entrants) use(rating_row(entrant));
}

void for_each_entrant(const Standings& standings, const UseRow& use) {
  for (const EntrantStanding& entrant : standings.entrants) {
    json::object row = rating_row(entrant);
    const Sums& sums = entrant.sums;
    row["games"] = sums.matches;
    row["wins"] = sums.wins;
    row["draws"] = sums.draws;
    row["losses"] = sums.losses;
    row["forfeits"] = sums.forfeits;
    add_share(row, entrant.share);
    add_mean(row, "mean_score", entrant.score);
    add_mean(row, "mean_margin", entrant.margin);
    use(std::move(row));
  }
}

void for_each_pair(const Standings& standings, const UseRow& use) {
  for (std::size_t a = 0; a < standings.entrants.size(); ++a) {
    for (std::size_t b = 0; b < standings.entrants.size(); ++b) {
      const std::optional<PairStanding>& pair = standings.pairs[a][b];
      if (!pair) continue;
      json::object row = row_of_two(standings.entrants[a], standings.entrants[b]);
      row["deals"] = pair->share.count();
      row["games"] = pair->matches;
      row["wins"] = pair->wins;
      row["draws"] = pair->draws;
      row["losses"] = pair->losses;
      add_share(row, pair->share);
      add_mean(row, "mean_margin", pair->margin);
      use(std::move(row));
    }
  }
}

void for_each_superiority(const Standings& standings, const UseRow& use) {
  for (std::size_t a = 0; a < standings.entrants.size(); ++a) {
    for (std::size_t b = 0; b < standings.entrants.size(); ++b) {
      const std::optional<double> probability = standings.superiority(a, b);
      if (!probability) continue;
      json::object row = row_of_two(standings.entrants[a], standings.entrants[b]);
      row["probability"] = *probability;
      use(std::move(row));
    }
  }
}

std::string standings_json(const json::object& versions, const Standings& standings,
                           const Extent& extent, const std::optional<FormatResult>& result,
                           const std::optional<FieldScores>& field) {
  return fmt::format(
      R"({{"rules_version":{},"builtins":{},"games":{},"planned_games":{},"over":{},"forfeited_games":{},"unlisted":{},"entrants":{},)"
      R"("pairs":{},"superiority":{},"result":{},"field":{}}})",
      compact(versions.at(rules_version_key)), compact(versions.at(builtins_key)),
      standings.matches, compact(json::value_from(extent.planned)), extent.is_over,
      standings.forfeited_matches, standings.unlisted, list_of(&for_each_entrant, standings),
      list_of(&for_each_pair, standings), list_of(&for_each_superiority, standings),
      compact(format_result_json(result)), compact(field_scores_json(field)));
}

std::string standings_csv(const Standings& standings) {
  std::string text;
  for_each_entrant(standings, [&text](const json::object& row) {
    if (text.empty())
      text = joined(row, ",", [](const auto& column) { return std::string(column.key()); }) + '\n';
    text += joined(row, ",", [](const auto& column) { return csv_cell(column.value()); }) + '\n';
  });
  return text;
}

}  // namespace arena
