#include "arena/report/report_data.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "arena/series/statistics/statistics.hpp"
#include "arena/tournament/stored/deal_totals.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/util/error.hpp"

namespace arena::report {

namespace {

constexpr std::size_t most_forfeits = 20;
constexpr std::size_t most_slow_answers = 10;

double points_of(const StoredMatch& match, int sides, const StoredSeat& seat) {
  if (seat.place != 1) return 0;
  return 1.0 / static_cast<double>(
                   std::count_if(match.seats.begin(), match.seats.begin() + sides,
                                 [](const StoredSeat& other) { return other.place == 1; }));
}

void add_slow_answer(std::vector<SlowAnswer>& slowest, const SlowAnswer& answer) {
  const auto place =
      std::ranges::upper_bound(slowest, answer.time_us, std::greater(), &SlowAnswer::time_us);
  slowest.insert(place, answer);
  if (slowest.size() > most_slow_answers) slowest.pop_back();
}

/// Adds up the games one by one.
class Reader {
 public:
  Reader(const Store& store, ReportData& data) : store_(store), data_(data) {
    for (EntrantFigures& figures : data_.figures)
      figures.by_side.resize(static_cast<std::size_t>(data_.sides.count()));
  }

  /// The games of a deal count when they are all there, because their tables may be compared.
  void add(StoredMatch match) {
    if (match.table == 0) finish();
    data_.tables = std::max(data_.tables, match.table + 1);
    deal_.push_back(std::move(match));
  }

  void finish() {
    std::vector<std::vector<int>> scores;
    for (const StoredMatch& match : deal_) scores.push_back(shown_scores(store_, match));
    if (compare_ && data_.tables > 1 && !is_left_out())
      compare_tables(deal_, compare_, data_.sides, data_.game.info.more_is_better);
    for (std::size_t table = 0; table < deal_.size(); ++table)
      count(std::move(deal_[table]), scores[table]);
    deal_.clear();
  }

 private:
  [[nodiscard]] bool is_left_out() const {
    return !deal_.empty() && data_.left_out.contains(deal_.front().number);
  }

  void count(StoredMatch match, const std::vector<int>& shown) {
    PairingFigures& pairing = data_.pairings[static_cast<std::size_t>(match.pairing)];
    if (pairing.games++ == 0) pairing.first_game = match.number;
    for (std::size_t i = 0; i < match.seats.size(); ++i) {
      StoredSeat& seat = match.seats[i];
      const std::size_t entrant = data_.entrant_of.at(seat.entrant);
      const GameSeat at{match.number, static_cast<int>(i)};
      add_times(data_.figures[entrant], seat, at);
      add_forfeit(data_.figures[entrant], seat, at);
      if (at.seat < data_.sides.count() && !is_left_out())
        add_result(entrant, pairing, match, at.seat);
    }
    for (std::size_t i = 0; i < match.seats.size(); ++i) match.seats[i].score = shown[i];
    data_.games.push_back(std::move(match));
  }

  static void add_times(EntrantFigures& figures, const StoredSeat& seat, GameSeat at) {
    figures.questions += seat.questions;
    figures.thinking_us += seat.thinking_us;
    if (seat.slowest_us > 0) add_slow_answer(figures.slowest, {at, seat.slowest_us});
  }

  /// Takes the detail away: the games stay in memory.
  static void add_forfeit(EntrantFigures& figures, StoredSeat& seat, GameSeat at) {
    const std::string detail = std::exchange(seat.detail, {});
    if (seat.fault.empty() || seat.fault == left_out_fault) return;
    ++figures.faults[seat.fault];
    const auto same = std::ranges::find_if(figures.forfeits, [&](const Forfeit& forfeit) {
      return forfeit.fault == seat.fault && forfeit.detail == detail;
    });
    if (same != figures.forfeits.end())
      ++same->times;
    else if (figures.forfeits.size() < most_forfeits)
      figures.forfeits.push_back({at, seat.fault, detail});
  }

  void add_result(std::size_t entrant, PairingFigures& pairing, const StoredMatch& match,
                  int side) {
    const StoredSeat& seat = match.seats[static_cast<std::size_t>(side)];
    EntrantFigures& figures = data_.figures[entrant];
    SeatFigures& at_side = figures.by_side[static_cast<std::size_t>(side)];
    const double points = points_of(match, data_.sides.count(), seat);
    ++at_side.games;
    at_side.points += points;
    if (has_played(forfeited_sides(match, data_.sides), static_cast<std::size_t>(side))) {
      ++at_side.played;
      at_side.score += seat.score;
      at_side.margin += seat.margin;
      ++figures.scores[seat.score];
    }
    const auto player = std::ranges::find(pairing.entrants, entrant);
    if (player == pairing.entrants.end())
      throw Error(fmt::format("the store is damaged: game {} is of entrants who do not meet",
                              match.number + 1));
    pairing.points[static_cast<std::size_t>(player - pairing.entrants.begin())] += points;
  }

  const Store& store_;
  ReportData& data_;
  TableComparison compare_ = data_.game.options.table_comparison(data_.tournament.options);
  std::vector<StoredMatch> deal_;
};

}  // namespace

std::size_t ReportData::ranked() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      standings.entrants, [](const EntrantStanding& entrant) { return entrant.sums.deals > 0; }));
}

Outcomes ReportData::outcomes(std::size_t count) const {
  Outcomes outcomes(static_cast<int>(standings.entrants.size()));
  std::vector<int> players;
  std::vector<int> places;
  for (const StoredMatch& match : std::span(games).first(count)) {
    if (left_out.contains(match.number - match.table)) continue;
    players.clear();
    places.clear();
    for (int side = 0; side < sides.count(); ++side) {
      const StoredSeat& seat = match.seats[static_cast<std::size_t>(side)];
      players.push_back(static_cast<int>(entrant_of.at(seat.entrant)));
      places.push_back(seat.place);
    }
    if (players.size() > 1)  // a run may be for one player
      outcomes.add(static_cast<std::uint32_t>(match.number - match.table), players, places);
  }
  return outcomes;
}

ReportData read_report(const Store& store, const Games& games,
                       const std::optional<NamedAnchor>& anchor) {
  const std::size_t entrants = store.entrants().size();
  if (entrants > most_listed)
    throw Error(fmt::format(
        "a report has pages for {} entrants, and this tournament has had {}: `arena standings` "
        "shows it",
        most_listed, entrants));
  const StoredTournament tournament = store.tournament();
  const AnyGame& game = find_game(games, tournament.game);
  const Sides sides = game.info.sides_of(tournament.seats);
  ReportData data{.game = game,
                  .tournament = tournament,
                  .sides = sides,
                  .standings = standings_of(store, game, anchor),
                  .extent = extent_of(store, game),
                  .result = format_result(store, games),
                  .field = field_scores(store, games),
                  .left_out = left_out_deals(store),
                  .first_stored = store.stored_at(0)};
  data.last_stored = store.stored_at(data.standings.matches - 1);
  for (const EntrantStanding& entrant : data.standings.entrants)
    data.entrant_of.emplace(entrant.id, data.entrant_of.size());
  data.figures.resize(data.standings.entrants.size());
  for (const StoredPairing& stored : store.pairings()) {
    PairingFigures& pairing = data.pairings.emplace_back();
    pairing.pairing = stored;
    for (const int id : stored.entrants) pairing.entrants.push_back(data.entrant_of.at(id));
    pairing.points.resize(stored.entrants.size());
  }
  Reader reader(store, data);
  store.for_each_match(0, [&](const StoredMatch& match) {
    if (match.number < data.standings.matches) reader.add(match);
  });
  reader.finish();
  for (const PairingFigures& pairing : data.pairings) {
    if (pairing.games == 0) continue;
    for (const std::size_t entrant : pairing.entrants)
      data.figures[entrant].pairings.push_back(pairing.pairing.number);
  }
  data.history = rating_history(data);
  return data;
}

}  // namespace arena::report
