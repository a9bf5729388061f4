#include "arena/tournament/standings.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "arena/rating/outcomes.hpp"
#include "arena/tournament/stored/deal_totals.hpp"
#include "arena/tournament/stored/stored_format.hpp"
#include "arena/tournament/stored/stored_progress.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

constexpr double most_wanted = 1e6;  // times the deals so far: the entrants look equal

/// A sum over the matches, and the sum of the squares of its deals.
struct SumOf {
  double Sums::*total;
  double Sums::*squares;
};
constexpr SumOf of_points{&Sums::points, &Sums::points_squares};
constexpr SumOf of_scores{&Sums::score, &Sums::score_squares};
constexpr SumOf of_margins{&Sums::margin, &Sums::margin_squares};

/// The mean of a match, with the deals as independent observations, without those of `left_out`.
/// All deals of a tournament have as many matches.
Mean mean_of(const Sums& sums, SumOf of, const Sums& left_out = {}) {
  const double matches = static_cast<double>(sums.matches) / sums.deals;
  return Mean(sums.deals - left_out.deals, (sums.*of.total - left_out.*of.total) / matches,
              (sums.*of.squares - left_out.*of.squares) / (matches * matches));
}

bool are_comparable(const EntrantStanding& a, const EntrantStanding& b) {
  return a.group == b.group && a.is_measured() && b.is_measured();
}

/// The same as the opponent sees it.
Sums turned(Sums sums) {
  if (sums.deals == 0) return sums;
  const double of_deal = static_cast<double>(sums.matches) / sums.deals;
  std::swap(sums.wins, sums.losses);
  sums.points_squares += of_deal * (sums.matches - 2 * sums.points);
  sums.points = sums.matches - sums.points;
  std::swap(sums.margin, sums.opponent_margin);
  std::swap(sums.margin_squares, sums.opponent_margin_squares);
  return sums;
}

PairStanding pair_of(const Sums& sums, const Sums& left_out) {
  return {sums.matches,
          sums.wins,
          sums.draws,
          sums.losses,
          mean_of(sums, of_points),
          mean_of(sums, of_margins, left_out)};
}

/// Those who take part, and of those that have left, who has played most, in the order of the
/// store: time and memory for ratings grow with the cube and the square of their number.
std::vector<StoredEntrant> listed(std::vector<StoredEntrant> all, const std::vector<DealSums>& sums,
                                  const std::optional<NamedAnchor>& anchor, std::size_t most) {
  if (all.size() <= most) return all;
  std::map<int, int> deals;  // by id
  for (const DealSums& row : sums) {
    if (!row.opponent) deals[row.entrant] = row.sums.deals;
  }
  const auto anchored = std::find_if(all.rbegin(), all.rend(), [&anchor](const auto& one) {
    return anchor && one.name == anchor->name;
  });
  const int first = anchored == all.rend() ? 0 : anchored->id;
  std::ranges::stable_sort(all, std::ranges::greater(), [&](const StoredEntrant& one) {
    return std::tuple(one.id == first, !one.stays.has_left(), deals[one.id]);
  });
  all.resize(most);
  std::ranges::sort(all, {}, &StoredEntrant::id);
  return all;
}

/// Reads the store's results, with the entrants by their place in a list.
class Reader {
 public:
  Reader(const Store& store, const AnyGame& game, const std::optional<NamedAnchor>& anchor,
         const std::stop_token& stop, std::size_t most)
      : store_(store), game_(game), stop_(stop), sums_(store.sums()) {
    std::vector<StoredEntrant> all = store.entrants();
    unlisted_ = all.size();
    const std::vector<StoredEntrant> kept = listed(std::move(all), sums_, anchor, most);
    unlisted_ -= kept.size();
    for (const StoredEntrant& stored : kept) {
      index_[stored.id] = entrants_.size();
      EntrantStanding& entrant = entrants_.emplace_back();
      entrant.id = stored.id;
      entrant.name = stored.name;
      entrant.is_active = !stored.stays.has_left();
      entrant.is_catching_up = entrant.is_active && stored.stays.all.size() > 1;
      entrant.number = static_cast<int>(entrants_.size()) - 1;
    }
    if (anchor) anchor_ = Anchor{number_of(anchor->name), anchor->rating};
  }

  Standings read() {
    read_forfeits();
    read_sums();
    if (entrants_.empty()) return {};
    find_catching_up();
    rate_all();
    return sorted();
  }

 private:
  /// Of several entrants of one name, the last one.
  [[nodiscard]] int number_of(const std::string& name) const {
    const auto found =
        std::find_if(entrants_.rbegin(), entrants_.rend(),
                     [&](const EntrantStanding& entrant) { return entrant.name == name; });
    if (found == entrants_.rend())
      throw Error(fmt::format("no entrant is called \"{}\", so it cannot be the anchor", name));
    return found->number;
  }

  /// The deals whose points do not show how the entrants play: those with a forfeit.
  void read_forfeits() {
    const StoredTournament tournament = store_.tournament();
    const int tables = tables_of(tournament, game_.info);
    DealTotals deal(game_, tournament.options, tournament.seats, tables);
    int forfeited_of_deal = 0;
    store_.for_each_match_of_forfeited_deals([&](const StoredMatch& match) {
      const std::vector<bool> forfeited =
          forfeited_sides(match, game_.info.sides_of(tournament.seats));
      if (match.table == 0) {
        deal.clear();
        forfeited_of_deal = 0;
      }
      forfeited_of_deal += std::ranges::count(forfeited, true) > 0 ? 1 : 0;
      deal.add(match);
      if (match.table + 1 < tables) return;
      const std::vector<DealSums> sums = deal.sums();
      forfeited_matches_ += sums.empty() ? 0 : forfeited_of_deal;
      for (const DealSums& row : sums) {
        if (!row.played) add(left_out_[{row.entrant, row.opponent}], row.sums);
      }
    });
  }

  void read_sums() {
    for (const DealSums& row : sums_) {
      players_of_no_pair_ += (row.opponent ? -2 : 1) * std::int64_t{row.sums.deals};
      if (!index_.contains(row.entrant) || !index_.contains(row.opponent.value_or(row.entrant)))
        continue;
      if (row.opponent) {
        pairs_.push_back(row);
        const Sums& sums = row.sums;
        totals_.push_back({static_cast<int>(index_.at(row.entrant)),
                           static_cast<int>(index_.at(*row.opponent)), sums.deals, sums.matches,
                           sums.points, sums.points_squares});
        continue;
      }
      EntrantStanding& entrant = entrants_[index_.at(row.entrant)];
      const Sums& sums = row.sums;
      entrant.sums = sums;
      const Sums left_out = left_out_[{row.entrant, row.opponent}];
      entrant.share = mean_of(sums, of_points);
      entrant.score = mean_of(sums, of_scores, left_out);
      entrant.margin = mean_of(sums, of_margins, left_out);
    }
  }

  void find_catching_up() {
    std::vector<int> deals;
    for (const EntrantStanding& one : entrants_) {
      if (one.is_active) deals.push_back(one.sums.deals);
    }
    if (deals.empty()) return;
    const auto middle = deals.begin() + std::ssize(deals) / 2;
    std::ranges::nth_element(deals, middle);
    for (EntrantStanding& one : entrants_)
      one.is_catching_up = one.is_catching_up && 2 * one.sums.deals < *middle;
  }

  /// Of matches of more than two. The matches of a deal are stored one after the other.
  [[nodiscard]] Outcomes complete_deals() const {
    const auto played =
        std::ranges::find_if(sums_, [](const DealSums& row) { return row.sums.deals > 0; });
    const int tables = played->sums.matches / played->sums.deals;
    std::vector<int> ids;
    for (const EntrantStanding& entrant : entrants_) ids.push_back(entrant.id);
    return stored_outcomes(store_, store_.matches() / tables * tables, ids);
  }

  void rate_all() {
    const int size = static_cast<int>(entrants_.size());
    const bool meet_in_pairs = players_of_no_pair_ == 0;
    ratings_ = meet_in_pairs ? rate(size, totals_, anchor_, stop_)
                             : rate(complete_deals(), anchor_, stop_);
    const std::vector<int> groups = components(size, totals_);
    const RankIntervals found =
        rank_intervals(ratings_.elo, ratings_.covariance, {.groups = groups, .stop = stop_});
    critical_value_ = found.critical_values.back();
    const auto idle = static_cast<int>(std::ranges::count(ratings_.deals, 0));
    for (std::size_t i = 0; i < entrants_.size(); ++i) {
      entrants_[i].rated_deals = ratings_.deals[i];
      if (entrants_[i].sums.deals > 0 && ratings_.deals[i] == 0) entrants_[i].is_catching_up = true;
      entrants_[i].rating = ratings_.elo[i];
      entrants_[i].rating_error = ratings_.error(static_cast<int>(i));
      entrants_[i].ranks = {found.ranks[i].best, std::max(1, found.ranks[i].worst - idle)};
      entrants_[i].group = groups[i];
    }
  }

  /// In the order of the list, which is sorted.
  void number_groups() {
    std::map<int, int> numbers;
    for (EntrantStanding& entrant : entrants_)
      entrant.group =
          numbers.try_emplace(entrant.group, static_cast<int>(numbers.size())).first->second;
  }

  void compare_with_next(EntrantStanding& entrant, const EntrantStanding& next) const {
    if (!are_comparable(entrant, next)) return;
    entrant.superiority = superiority(ratings_, entrant.number, next.number);
    const EloDifference apart = difference(ratings_, entrant.number, next.number);
    // The error falls with the square root of the deals.
    const double wanted = std::pow(critical_value_ * apart.error / apart.elo, 2);
    if (!(wanted <= most_wanted)) return;  // also where both are 0
    entrant.more_deals =
        std::max(0.0, std::ceil(std::min(entrant.rated_deals, next.rated_deals) * (wanted - 1)));
  }

  void read_pairs(Standings& standings) {
    standings.pairs.resize(standings.entrants.size());
    for (auto& row : standings.pairs) row.resize(standings.entrants.size());
    for (const DealSums& row : pairs_) {
      const Sums& sums = row.sums;
      const std::size_t a = index_.at(row.entrant);
      const std::size_t b = index_.at(*row.opponent);
      const Sums left_out = left_out_[{row.entrant, row.opponent}];
      standings.pairs[a][b] = pair_of(sums, left_out);
      standings.pairs[b][a] = pair_of(turned(sums), turned(left_out));
      standings.totals.push_back({static_cast<int>(a), static_cast<int>(b), sums.deals,
                                  sums.matches, sums.points, sums.points_squares});
    }
  }

  Standings sorted() {
    std::ranges::stable_sort(entrants_, std::ranges::greater(), [](const EntrantStanding& entrant) {
      return std::pair(entrant.rated_deals > 0, entrant.rating);
    });
    number_groups();
    for (std::size_t i = 0; i + 1 < entrants_.size(); ++i)
      compare_with_next(entrants_[i], entrants_[i + 1]);
    for (std::size_t i = 0; i < entrants_.size(); ++i) index_[entrants_[i].id] = i;
    Standings standings;
    if (anchor_) {
      const auto place = std::ranges::find(entrants_, anchor_->entrant, &EntrantStanding::number);
      standings.anchor = Anchor{static_cast<int>(place - entrants_.begin()), anchor_->rating};
    }
    standings.entrants = std::move(entrants_);
    standings.unlisted = static_cast<int>(unlisted_);
    standings.matches = store_.matches();
    standings.forfeited_matches = forfeited_matches_;
    standings.ratings = std::move(ratings_);
    read_pairs(standings);
    return standings;
  }

  const Store& store_;
  const AnyGame& game_;
  std::stop_token stop_;
  std::vector<DealSums> sums_;  // of the store
  std::size_t unlisted_ = 0;
  /// A deal of n players adds 1 to the deals of n entrants, and of n (n - 1) / 2 pairs: this is 0
  /// if all deals are of two.
  std::int64_t players_of_no_pair_ = 0;
  std::map<std::pair<int, std::optional<int>>, Sums> left_out_;  // by ids
  int forfeited_matches_ = 0;
  std::vector<EntrantStanding> entrants_;
  std::optional<Anchor> anchor_;
  std::map<int, std::size_t> index_;  // by the store's id
  std::vector<DealSums> pairs_;
  std::vector<PairTotals> totals_;  // of the pairs, by place in the list before it is sorted
  Ratings ratings_;                 // likewise
  double critical_value_ = 0;       // of the ranks, in standard errors of a difference
};

}  // namespace

std::optional<double> Standings::superiority(std::size_t a, std::size_t b) const {
  if (a == b || !are_comparable(entrants[a], entrants[b])) return {};
  return arena::superiority(ratings, entrants[a].number, entrants[b].number);
}

bool Standings::is_order_unknown(std::size_t entrant) const {
  return entrant + 1 < entrants.size() &&
         are_comparable(entrants[entrant], entrants[entrant + 1]) &&
         entrants[entrant].more_deals != 0;
}

std::vector<std::vector<std::size_t>> Standings::groups() const {
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < entrants.size() && entrants[i].rated_deals > 0; ++i) {
    const auto group = static_cast<std::size_t>(entrants[i].group);
    groups.resize(std::max(groups.size(), group + 1));
    groups[group].push_back(i);
  }
  return groups;
}

std::string Standings::scale() const {
  if (!anchor) return "the mean is 0";
  return fmt::format("{} is {}", entrants[static_cast<std::size_t>(anchor->entrant)].name,
                     anchor->rating);
}

Standings standings_of(const Store& store, const AnyGame& game,
                       const std::optional<NamedAnchor>& anchor, const std::stop_token& stop,
                       std::size_t most) {
  return Reader(store, game, anchor, stop, most).read();
}

std::optional<NamedAnchor> read_anchor(std::string_view text) {
  if (text.empty()) return {};
  const std::size_t equals = text.rfind('=');
  if (equals != std::string_view::npos) {
    const std::optional<double> rating = to_number<double>(text.substr(equals + 1));
    if (rating && std::isfinite(*rating))
      return NamedAnchor{std::string(text.substr(0, equals)), *rating};
  }
  return NamedAnchor{std::string(text)};
}

}  // namespace arena
