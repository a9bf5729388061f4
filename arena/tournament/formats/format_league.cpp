// League. Each batch gives every entrant the same number of deals, against those opponents whose
// results tell most about the order that is still in doubt. Late entrants, which have fewer deals
// than the others, get at most as many deals more: against entrants of all strengths, or against
// each other where they are many. A withdrawn entrant is left out from the next batch on,
// and may come back. Its results stay in the ratings, unless very many have left.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "arena/tournament/formats/cheapest_pairs.hpp"
#include "arena/tournament/formats/format_kinds.hpp"
#include "arena/tournament/formats/format_score.hpp"
#include "arena/tournament/formats/format_tables.hpp"
#include "arena/tournament/formats/league_ratings.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

/// Before that, the errors of ratings are not known well enough to stop.
constexpr int least_deals_to_stop = 20;
/// Entrants that are arranged together: the time for it grows with their cube.
constexpr std::size_t longest_stretch = 100;

/// What pairings between these entrants tell, looked up often.
class Worth {
 public:
  Worth(const LeagueRatings& ratings, const std::vector<int>& entrants, int deals)
      : place_(ratings.ratings.size()), entrants_(entrants.size()), values_(entrants_ * entrants_) {
    for (std::size_t i = 0; i < entrants_; ++i) place_[static_cast<std::size_t>(entrants[i])] = i;
    const OrderInformation information(ratings, entrants, deals);
    for (const int a : entrants) {
      for (const int b : entrants) {
        if (a >= b) continue;
        values_[index(a, b)] = values_[index(b, a)] = information.of(a, b);
        most_ = std::max(most_, values_[index(a, b)]);
      }
    }
  }

  /// In billionths of the most that a pairing tells.
  [[nodiscard]] std::int64_t of(int a, int b) const {
    return most_ > 0 ? std::llround(values_[index(a, b)] / most_ * 1e9) : 0;
  }
  [[nodiscard]] std::int64_t of(int entrant, const Block& table) const {
    std::int64_t sum = 0;
    for (const int member : table) sum += member == entrant ? 0 : of(entrant, member);
    return sum;
  }
  [[nodiscard]] std::int64_t of(const Block& table) const {
    std::int64_t sum = 0;
    for (const int member : table) sum += of(member, table);
    return sum;
  }

 private:
  [[nodiscard]] std::size_t index(int a, int b) const {
    return place_[static_cast<std::size_t>(a)] * entrants_ + place_[static_cast<std::size_t>(b)];
  }

  std::vector<std::size_t> place_;  // by entrant
  std::size_t entrants_;
  std::vector<double> values_;  // by places
  double most_ = 0;
};

/// Takes a group out of `left`: the two whose pairing tells most, then one after the other who adds
/// most.
Block take_group(std::vector<int>& left, std::size_t size, const Worth& worth) {
  Block group{left[0], left[1]};
  for (const int a : left) {
    for (const int b : left) {
      if (a < b && worth.of(a, b) > worth.of(group[0], group[1])) group = {a, b};
    }
  }
  while (group.size() < size) {
    int best = -1;
    for (const int candidate : left) {
      if (std::ranges::find(group, candidate) != group.end()) continue;
      if (best < 0 || worth.of(candidate, group) > worth.of(best, group)) best = candidate;
    }
    group.push_back(best);
  }
  std::erase_if(left, [&](int one) { return std::ranges::find(group, one) != group.end(); });
  return group;
}

std::vector<Block> best_pairs(const std::vector<int>& left, const Worth& worth) {
  const int count = static_cast<int>(left.size());
  std::vector<PossiblePair> possible;
  for (int a = 0; a < count; ++a) {
    for (int b = a + 1; b < count; ++b)
      possible.push_back(
          {a, b, -worth.of(left[static_cast<std::size_t>(a)], left[static_cast<std::size_t>(b)])});
  }
  const std::vector<int> partners = cheapest_pairs(count, possible);
  std::vector<Block> pairs;
  for (int a = 0; a < count; ++a) {
    const int b = partners[static_cast<std::size_t>(a)];
    if (a < b)
      pairs.push_back({left[static_cast<std::size_t>(a)], left[static_cast<std::size_t>(b)]});
  }
  return pairs;
}

/// Exchanges entrants between two tables as long as this makes them tell more.
bool exchange(Block& a, Block& b, const Worth& worth) {
  bool improved = false;
  for (int& one : a) {
    for (int& other : b) {
      const std::int64_t before = worth.of(a) + worth.of(b);
      std::swap(one, other);
      if (worth.of(a) + worth.of(b) > before)
        improved = true;
      else
        std::swap(one, other);
    }
  }
  return improved;
}

std::vector<Block> best_tables(std::vector<int> left, std::size_t size, const Worth& worth) {
  std::vector<Block> tables;
  while (!left.empty()) tables.push_back(take_group(left, size, worth));
  bool improved = true;
  while (improved) {
    improved = false;
    for (std::size_t a = 0; a < tables.size(); ++a) {
      for (std::size_t b = a + 1; b < tables.size(); ++b)
        improved = exchange(tables[a], tables[b], worth) || improved;
    }
  }
  return tables;
}

/// By so many deals each of those that take part is rated at least.
int least_deals(const TournamentProgress& progress, const std::vector<int>& active,
                const LeagueRatings& ratings) {
  const auto is_rated = [&ratings](int one) {
    return ratings.rated.empty() || std::ranges::binary_search(ratings.rated, one);
  };
  std::vector<int> deals(progress.entrants.size());
  for (const auto& [pairing, result] : progress.played) {
    if (!result || !std::ranges::all_of(pairing.entrants, is_rated)) continue;
    for (const int one : pairing.entrants) deals[static_cast<std::size_t>(one)] += result->deals;
  }
  return deals[static_cast<std::size_t>(std::ranges::min(
      active, {}, [&deals](int one) { return deals[static_cast<std::size_t>(one)]; }))];
}

/// The tables of a batch at which newcomers come closer to the deals of the others, the veterans:
/// those who are as far as the one with most deals, but for one deal. The veterans stay so.
class CatchUp {
 public:
  /// `budget`: at most so many deals in all.
  CatchUp(int players, int batch, std::size_t budget, const LeagueRatings& ratings,
          const std::vector<int>& active, const std::vector<EntrantTotals>& totals)
      : label_(fmt::format("batch {}, catching up", batch + 1)),
        budget_(std::min<std::size_t>(budget, most_deals_of_pairing)),
        ratings_(ratings),
        totals_(totals),
        players_(static_cast<std::size_t>(players)) {
    const int most = deals_of(std::ranges::max(active, {}, [&](int one) { return deals_of(one); }));
    for (const int one : active) (deals_of(one) < most - 1 ? newcomers_ : veterans_).push_back(one);
    // Equal ones always in the same order: so no two veterans ever differ by more than one deal,
    // from whenever one counts.
    for (std::vector<int>* const all : {&newcomers_, &veterans_})
      std::ranges::stable_sort(*all, {}, [&](int one) { return deals_of(one); });
  }

  /// Newcomers that are few meet veterans, each alone, at two tables at least: so they gain on
  /// these. More of them fill tables of their own, or sit together where they are too few for that.
  [[nodiscard]] std::vector<Format::Table> tables() const {
    if (newcomers_.empty() || newcomers_.size() + veterans_.size() == players_) return {};
    const std::size_t seats = std::min(veterans_.size() / (players_ - 1), budget_);
    if (2 * newcomers_.size() <= seats) {
      std::vector<Block> alone;
      for (const int one : newcomers_) alone.push_back({one});
      return with_veterans(alone);
    }
    if (newcomers_.size() < players_) return with_veterans({newcomers_});
    return among_newcomers();
  }

 private:
  [[nodiscard]] int deals_of(int one) const { return totals_[static_cast<std::size_t>(one)].deals; }
  /// By how many deals the one of these that is behind least is behind.
  [[nodiscard]] int gap(const Block& newcomers) const {
    return deals_of(veterans_.front()) -
           deals_of(std::ranges::max(newcomers, {}, [&](int one) { return deals_of(one); }));
  }

  /// Each group, all of the same size, sits at tables with veterans: those with the fewest deals,
  /// each at one table. All veterans of a batch get the same number of deals.
  [[nodiscard]] std::vector<Format::Table> with_veterans(const std::vector<Block>& groups) const {
    const std::size_t guests = players_ - groups.front().size();  // of a table
    const std::size_t most = std::min(veterans_.size() / guests, budget_) / groups.size();
    std::vector<Format::Table> tables;
    int deals = static_cast<int>(budget_);
    for (std::size_t turn = 0; turn < most; ++turn) {
      for (const Block& group : groups) {
        const int tables_of_group = std::min(static_cast<int>(most), gap(group));
        if (static_cast<int>(turn) < tables_of_group) tables.push_back({group, 1, label_});
        if (tables_of_group > 1) deals = std::min(deals, gap(group) / (tables_of_group - 1));
      }
    }
    const std::size_t seated = tables.size() * guests;
    deals = std::min(deals, static_cast<int>(budget_ / tables.size()));
    const std::vector<int> veterans = best_first(
        ratings_, {veterans_.begin(), veterans_.begin() + static_cast<std::ptrdiff_t>(seated)});
    for (std::size_t i = 0; i < tables.size(); ++i) {
      if (seated == veterans_.size()) tables[i].deals = std::max(1, deals);
      for (std::size_t at = i; at < seated; at += tables.size())
        tables[i].entrants.push_back(veterans[at]);
    }
    return tables;
  }

  /// All strengths that are there meet at each table.
  [[nodiscard]] std::vector<Format::Table> among_newcomers() const {
    const std::size_t count = newcomers_.size() / players_;
    const std::vector<int> seated = best_first(
        ratings_,
        {newcomers_.begin(), newcomers_.begin() + static_cast<std::ptrdiff_t>(count * players_)});
    std::vector<Format::Table> tables;
    for (std::size_t i = 0; i < count; ++i) {
      Format::Table table{{}, 0, label_};
      for (std::size_t at = i; at < seated.size(); at += count)
        table.entrants.push_back(seated[at]);
      table.deals = std::min(gap(table.entrants), static_cast<int>(budget_ / count));
      tables.push_back(std::move(table));
    }
    return tables;
  }

  std::string label_;
  std::size_t budget_;
  const LeagueRatings& ratings_;
  const std::vector<EntrantTotals>& totals_;
  std::size_t players_;
  std::vector<int> newcomers_;  // the fewest deals first
  std::vector<int> veterans_;   // likewise
};

class League final : public Format {
 public:
  League(const FormatSettings& settings, RatingFunction ratings)
      : settings_(settings), ratings_(std::move(ratings)) {
    assert(ratings_);
    if (settings_.stop_at && !(*settings_.stop_at > 0 && *settings_.stop_at < 1))
      throw Error(fmt::format("a league can stop at a probability between 0 and 1, not at {}",
                              *settings_.stop_at));
  }

  std::vector<RankedEntrant> ranking(const TournamentProgress& progress) const override {
    const int batch = next_batch(progress);
    const LeagueRatings ratings = ratings_(progress);
    std::vector<RankedEntrant> ranking;
    for (std::size_t i = 0; i < progress.entrants.size(); ++i)
      ranking.push_back({.entrant = static_cast<int>(i),
                         .score = ratings.ratings[i],
                         .in_the_running = progress.entrants[i].is_active(batch)});
    sort_and_place(ranking);
    return ranking;
  }
  std::vector<std::string_view> tie_breaks() const override { return {}; }

 private:
  std::vector<Table> tables(int batch, const TournamentProgress& earlier) const override {
    std::vector<int> active = active_entrants(earlier.entrants, batch);
    if (static_cast<int>(active.size()) < settings_.players) return {};
    const LeagueRatings ratings = ratings_(earlier);
    const std::vector<EntrantTotals> totals = entrant_totals(earlier, std::nullopt);
    if (settings_.stop_at && least_deals(earlier, active, ratings) >= least_deals_to_stop &&
        is_order_known(ratings, active, *settings_.stop_at))
      return {};
    const std::size_t budget = active.size() * static_cast<std::size_t>(deals_of_each(active)) /
                               static_cast<std::size_t>(settings_.players);
    std::vector<Table> tables =
        CatchUp(settings_.players, batch, budget, ratings, active, totals).tables();
    std::ranges::move(regular(batch, std::move(active), ratings), std::back_inserter(tables));
    return tables;
  }

  /// One table and the rest take turns where the entrants do not fill the tables.
  [[nodiscard]] int deals_of_each(const std::vector<int>& active) const {
    const int players = settings_.players;
    const bool fill = active.size() % static_cast<std::size_t>(players) == 0;
    return fill ? settings_.deals : ((settings_.deals - 1) / players + 1) * players;
  }

  /// All play. If their number does not fill the tables, one table and the rest take turns in a
  /// ring, each at as many of its tables as there are seats.
  [[nodiscard]] std::vector<Table> regular(int batch, std::vector<int> active,
                                           const LeagueRatings& ratings) const {
    const auto players = static_cast<std::size_t>(settings_.players);
    const std::size_t rest = active.size() % players;
    const int deals = deals_of_each(active);
    const std::string label = fmt::format("batch {}", batch + 1);
    std::vector<Table> tables;
    for (std::vector<int>& stretch : stretches(batch, best_first(ratings, std::move(active)))) {
      const Worth worth(ratings, stretch, deals);
      if (stretch.size() % players != 0) {
        const Block ring = take_group(stretch, players + rest, worth);
        for (std::size_t i = 0; i < ring.size(); ++i) {
          Table table{{}, deals / settings_.players, label};
          for (std::size_t seat = 0; seat < players; ++seat)
            table.entrants.push_back(ring[(i + seat) % ring.size()]);
          tables.push_back(std::move(table));
        }
      }
      for (Block& block : players == 2 ? best_pairs(stretch, worth)
                                       : best_tables(std::move(stretch), players, worth))
        tables.push_back({std::move(block), deals, label});
    }
    return tables;
  }

  /// Those who are far apart in the order tell little of each other: a large field is cut into
  /// stretches of it, in each batch at other places. Only the last one does not fill its tables.
  [[nodiscard]] std::vector<std::vector<int>> stretches(int batch, std::vector<int> order) const {
    const std::size_t players = static_cast<std::size_t>(settings_.players);
    const std::size_t size = longest_stretch / players * players;
    std::vector<std::vector<int>> stretches;
    if (order.size() <= longest_stretch) {
      std::ranges::sort(order);
      return {std::move(order)};
    }
    std::size_t end = batch % 2 == 0 ? size : size / 2 / players * players;
    auto begin = order.begin();
    for (; order.size() >= end + players; end += size) {
      const auto next = order.begin() + static_cast<std::ptrdiff_t>(end);
      stretches.emplace_back(begin, next);
      begin = next;
    }
    stretches.emplace_back(begin, order.end());
    return stretches;
  }

  FormatSettings settings_;
  RatingFunction ratings_;
};

}  // namespace

std::unique_ptr<Format> make_league(const FormatSettings& settings, RatingFunction ratings) {
  return std::make_unique<League>(settings, std::move(ratings));
}

}  // namespace arena
