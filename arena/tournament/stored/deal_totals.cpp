#include "arena/tournament/stored/deal_totals.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "arena/series/statistics/compared_tables.hpp"

namespace arena {

namespace {

/// `points`: 1 for a win, a part of it for a shared place, 0 for a loss.
void count(Sums& sums, double points, const StoredSeat& seat, double margin, bool has_forfeited) {
  sums.deals = 1;
  ++sums.matches;
  sums.wins += points == 1 ? 1 : 0;
  sums.draws += points > 0 && points < 1 ? 1 : 0;
  sums.losses += points == 0 ? 1 : 0;
  sums.points += points;
  sums.score += seat.score;
  sums.margin += margin;
  sums.forfeits += has_forfeited ? 1 : 0;
}

}  // namespace

void add(Sums& to, const Sums& deal) {
  for (auto field :
       {&Sums::deals, &Sums::matches, &Sums::wins, &Sums::draws, &Sums::losses, &Sums::forfeits})
    to.*field += deal.*field;
  for (auto field :
       {&Sums::points, &Sums::points_squares, &Sums::score, &Sums::score_squares, &Sums::margin,
        &Sums::margin_squares, &Sums::opponent_margin, &Sums::opponent_margin_squares})
    to.*field += deal.*field;
}

DealTotals::DealTotals(const AnyGame& game, const json::object& options, int seats, int tables)
    : DealTotals(game.info.sides_of(seats), game.info.more_is_better,
                 tables > 1 ? game.options.table_comparison(options) : TableComparison()) {}

std::vector<bool> forfeited_sides(const StoredMatch& match, Sides sides) {
  std::vector<bool> forfeited(static_cast<std::size_t>(sides.count()));
  for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
    if (!match.seats[seat].fault.empty())
      forfeited[static_cast<std::size_t>(sides.of(static_cast<Seat>(seat)))] = true;
  }
  return forfeited;
}

void compare_tables(std::vector<StoredMatch>& deal, const TableComparison& compare, Sides sides,
                    bool more_is_better) {
  const auto side_of = [sides](std::size_t seat) {
    return static_cast<std::size_t>(sides.of(static_cast<Seat>(seat)));
  };
  std::vector<MatchResult> results(deal.size());
  for (std::size_t table = 0; table < deal.size(); ++table) {
    results[table].scores.resize(static_cast<std::size_t>(sides.count()));
    results[table].forfeit.resize(static_cast<std::size_t>(sides.count()));
    for (std::size_t seat = 0; seat < deal[table].seats.size(); ++seat) {
      results[table].scores[side_of(seat)] = deal[table].seats[seat].score;
      results[table].forfeit[side_of(seat)] += deal[table].seats[seat].fault;
    }
  }
  results = compared(std::move(results), compare, more_is_better);
  for (std::size_t table = 0; table < deal.size(); ++table) {
    for (std::size_t seat = 0; seat < deal[table].seats.size(); ++seat) {
      StoredSeat& stored = deal[table].seats[seat];
      stored.score = results[table].scores[side_of(seat)];
      stored.place = results[table].places[side_of(seat)];
      stored.margin = margin_of(results[table], side_of(seat), more_is_better);
    }
  }
}

void DealTotals::add_table(AllSums& sums, const StoredMatch& table) const {
  // The first seats of the sides are the seats of the same numbers.
  const std::span sides(table.seats.data(), static_cast<std::size_t>(sides_.count()));
  const auto first = std::ranges::count(sides, 1, &StoredSeat::place);
  const std::vector<bool> forfeited = forfeited_sides(table, sides_);
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const StoredSeat& seat = sides[i];
    const double points = seat.place == 1 ? 1.0 / static_cast<double>(first) : 0;
    const bool played = has_played(forfeited, i);
    DealSums& own = sums[{seat.entrant, std::nullopt}];
    count(own.sums, points, seat, seat.margin, forfeited[i]);
    own.played = own.played && played;
    for (std::size_t j = 0; j < sides.size(); ++j) {
      if (seat.entrant >= sides[j].entrant) continue;
      DealSums& pair = sums[{seat.entrant, sides[j].entrant}];
      add_pair(pair.sums, seat, sides[j], forfeited[i]);
      pair.played = pair.played && played && has_played(forfeited, j);
    }
  }
}

void DealTotals::add_pair(Sums& sums, const StoredSeat& seat, const StoredSeat& other,
                          bool has_forfeited) const {
  const double points = seat.place < other.place ? 1 : seat.place == other.place ? 0.5 : 0;
  const int lead = more_is_better_ ? seat.score - other.score : other.score - seat.score;
  // Of two sides, a margin says more than the scores: it knows what a forfeit costs.
  const bool of_two = sides_.count() == 2;
  count(sums, points, seat, of_two ? seat.margin : lead, has_forfeited);
  sums.opponent_margin += of_two ? other.margin : -lead;
}

std::vector<DealSums> DealTotals::sums() const {
  // The games of a deal are not fair without each other.
  if (std::ranges::any_of(tables_, &StoredMatch::is_left_out)) return {};
  std::vector<StoredMatch> tables = tables_;
  if (compare_) compare_tables(tables, compare_, sides_, more_is_better_);
  AllSums by_entrants;
  for (const StoredMatch& table : tables) add_table(by_entrants, table);
  std::vector<DealSums> all;
  for (auto& [key, deal] : by_entrants) {
    std::tie(deal.entrant, deal.opponent) = key;
    Sums& sums = deal.sums;
    sums.points_squares = sums.points * sums.points;
    sums.score_squares = sums.score * sums.score;
    sums.margin_squares = sums.margin * sums.margin;
    sums.opponent_margin_squares = sums.opponent_margin * sums.opponent_margin;
    all.push_back(deal);
  }
  return all;
}

}  // namespace arena
