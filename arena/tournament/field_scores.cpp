#include "arena/tournament/field_scores.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "arena/tournament/stored/deal_totals.hpp"
#include "arena/tournament/stored/stored_format.hpp"
#include "arena/tournament/stored/stored_match.hpp"

namespace arena {

FieldTotals::FieldTotals(Sides sides, bool more_is_better, TableComparison compare)
    : sides_(sides), more_is_better_(more_is_better), compare_(std::move(compare)) {}

double FieldTotals::score_of(const StoredSeat& seat, std::size_t tables) const {
  const auto others = static_cast<double>(tables - 1);
  const int shared = compare_.shared();
  return shared > 0 ? 100.0 * seat.score / (shared * others) : seat.margin / others;
}

void FieldTotals::add(std::vector<StoredMatch> deal) {
  if (deal.size() < 2) return;
  compare_tables(deal, compare_, sides_, more_is_better_);
  std::map<int, Mean> of_deal;
  for (const StoredMatch& table : deal) {
    for (int side = 0; side < sides_.count(); ++side) {
      const StoredSeat& seat = table.seats[static_cast<std::size_t>(side)];
      of_deal[seat.entrant].add(score_of(seat, deal.size()));
    }
  }
  for (const auto& [entrant, mean] : of_deal) means_[entrant].add(mean.value());
  const int tables = static_cast<int>(deal.size());
  least_tables_ = least_tables_ == 0 ? tables : std::min(least_tables_, tables);
  most_tables_ = std::max(most_tables_, tables);
}

FieldScores FieldTotals::scores(const std::vector<StoredEntrant>& entrants) const {
  FieldScores scores{compare_.shared() > 0,
                     std::string(compare_.unit.substr(0, compare_.unit.find(' '))),
                     least_tables_,
                     most_tables_,
                     {}};
  for (const StoredEntrant& entrant : entrants) {
    const auto found = means_.find(entrant.id);
    if (found == means_.end()) continue;
    scores.entrants.push_back(
        {entrant.id, entrant.name, !entrant.stays.has_left(), 0, found->second});
  }
  std::ranges::stable_sort(scores.entrants, std::greater(),
                           [](const FieldScore& one) { return one.score.value(); });
  for (std::size_t i = 0; i < scores.entrants.size(); ++i) {
    FieldScore& own = scores.entrants[i];
    const bool is_equal = i > 0 && scores.entrants[i - 1].score.value() == own.score.value();
    own.place = is_equal ? scores.entrants[i - 1].place : static_cast<int>(i) + 1;
  }
  return scores;
}

std::optional<FieldScores> field_scores(const Store& store, const Games& games) {
  const StoredTournament tournament = store.tournament();
  if (!has_same_deals(tournament)) return std::nullopt;
  const AnyGame& game = find_game(games, tournament.game);
  const TableComparison compare = game.options.table_comparison(tournament.options);
  if (!compare) return std::nullopt;
  std::map<int, int> batches;
  for (const StoredPairing& pairing : store.pairings()) batches[pairing.number] = pairing.batch;
  FieldTotals totals(game.info.sides_of(tournament.seats), game.info.more_is_better, compare);
  std::map<std::uint64_t, std::vector<StoredMatch>> tables;  // by deal, of this batch
  const auto end_batch = [&] {
    for (auto& [seed, deal] : tables) totals.add(std::move(deal));
    tables.clear();
  };
  const std::set<int> left_out = left_out_deals(store);
  int batch = 0;
  store.for_each_match(0, [&](const StoredMatch& match) {
    if (std::exchange(batch, batches[match.pairing]) != batches[match.pairing]) end_batch();
    if (!left_out.contains(match.number - match.table))
      tables[match.seed].emplace_back().seats = match.seats;
  });
  end_batch();
  return totals.scores(store.entrants());
}

json::value field_scores_json(const std::optional<FieldScores>& scores) {
  if (!scores) return nullptr;
  json::array entrants;
  for (const FieldScore& one : scores->entrants) {
    const std::optional<Interval> interval = one.score.interval();
    entrants.push_back({{"place", one.place},
                        {"id", one.entrant},
                        {"name", one.name},
                        {"active", one.is_active},
                        {"deals", one.score.count()},
                        {"score", one.score.value()},
                        {"score_low", interval ? json::value(interval->low) : nullptr},
                        {"score_high", interval ? json::value(interval->high) : nullptr}});
  }
  return json::object{{"unit", scores->unit},
                      {"percentage", scores->is_percentage},
                      {"least_tables", scores->least_tables},
                      {"most_tables", scores->most_tables},
                      {"entrants", entrants}};
}

FieldShape shape_of(const Standings& standings) {
  constexpr double sure_enough = 2;
  const PairShares shares(static_cast<int>(standings.entrants.size()), standings.totals);
  FieldShape shape{transitivity(shares), strongest_cycles(shares), nash_average(shares)};
  std::erase_if(shape.cycles, [](const Cycle& cycle) { return cycle.weakest < sure_enough; });
  return shape;
}

}  // namespace arena
