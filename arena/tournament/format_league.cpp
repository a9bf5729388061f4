// League. Each batch gives every entrant the same number of deals, against those opponents whose
// results tell most about the order that is still in doubt. A late entrant, which has fewer deals
// than the others, first plays against entrants of all strengths until it has as many. A withdrawn
// entrant is left out from the next batch on. Its results stay in the ratings.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "arena/tournament/format_kinds.hpp"
#include "arena/tournament/format_matching.hpp"
#include "arena/tournament/format_order.hpp"
#include "arena/tournament/format_score.hpp"
#include "arena/tournament/format_tables.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

/// Before that, the errors of ratings are not known well enough to stop.
constexpr int least_deals_to_stop = 20;

/// What pairings between these entrants tell, looked up often.
class Worth {
 public:
  Worth(const LeagueRatings& ratings, const std::vector<int>& active, int deals)
      : entrants_(ratings.ratings.size()), values_(entrants_ * entrants_) {
    const OrderInformation information(ratings, active, deals);
    for (const int a : active) {
      for (const int b : active) {
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
    return static_cast<std::size_t>(a) * entrants_ + static_cast<std::size_t>(b);
  }

  std::size_t entrants_;
  std::vector<double> values_;
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
    const auto deals_of = [&](int one) { return totals[static_cast<std::size_t>(one)].deals; };
    const int least = std::ranges::min(active, {}, deals_of);
    if (settings_.stop_at && deals_of(least) >= least_deals_to_stop &&
        is_order_known(ratings, active, *settings_.stop_at))
      return {};
    const int most = deals_of(std::ranges::max(active, {}, deals_of));
    // Those who are as far as the others are, but for one deal.
    std::vector<int> veterans = active;
    std::erase_if(veterans, [&](int one) { return deals_of(one) < most - 1; });
    if (veterans.size() < active.size() && static_cast<int>(veterans.size()) >= settings_.players) {
      // Equal ones always in the same order: so no two of them ever differ by more than one deal,
      // from whenever one counts.
      std::ranges::stable_sort(veterans, {}, deals_of);
      const int gap = deals_of(veterans.front()) - deals_of(least);
      return catch_up(batch, least, gap, std::move(veterans), ratings);
    }
    return regular(batch, std::move(active), ratings);
  }

  /// Tables of the newcomer and veterans, those with the fewest deals first. All the veterans of
  /// one batch get the same number of deals.
  [[nodiscard]] std::vector<Table> catch_up(int batch, int newcomer, int gap,
                                            std::vector<int> veterans,
                                            const LeagueRatings& ratings) const {
    const auto others = static_cast<std::size_t>(settings_.players - 1);
    const std::size_t count = std::min(static_cast<std::size_t>(gap), veterans.size() / others);
    const bool seats_all = count * others == veterans.size();
    const int deals = seats_all && count > 1
                          ? std::clamp(gap / static_cast<int>(count - 1), 1, settings_.deals)
                          : 1;
    veterans.resize(count * others);
    std::ranges::stable_sort(veterans, std::greater(), [&](int one) {
      return ratings.ratings[static_cast<std::size_t>(one)];
    });
    std::vector<Table> tables;
    for (std::size_t i = 0; i < count; ++i) {
      Table table{{newcomer}, deals, fmt::format("batch {}, catching up", batch + 1)};
      for (std::size_t at = i; at < veterans.size(); at += count)
        table.entrants.push_back(veterans[at]);
      tables.push_back(std::move(table));
    }
    return tables;
  }

  /// All play. If their number does not fill the tables, one table and the rest take turns in a
  /// ring, each at as many of its tables as there are seats.
  [[nodiscard]] std::vector<Table> regular(int batch, std::vector<int> active,
                                           const LeagueRatings& ratings) const {
    const auto players = static_cast<std::size_t>(settings_.players);
    const std::size_t rest = active.size() % players;
    const int turns = rest == 0 ? 1 : (settings_.deals - 1) / settings_.players + 1;
    const int deals = rest == 0 ? settings_.deals : turns * settings_.players;
    const Worth worth(ratings, active, deals);
    const std::string label = fmt::format("batch {}", batch + 1);
    std::vector<Table> tables;
    if (rest != 0) {
      const Block ring = take_group(active, players + rest, worth);
      for (std::size_t i = 0; i < ring.size(); ++i) {
        Table table{{}, turns, label};
        for (std::size_t seat = 0; seat < players; ++seat)
          table.entrants.push_back(ring[(i + seat) % ring.size()]);
        tables.push_back(std::move(table));
      }
    }
    for (Block& block :
         players == 2 ? best_pairs(active, worth) : best_tables(std::move(active), players, worth))
      tables.push_back({std::move(block), deals, label});
    return tables;
  }

  FormatSettings settings_;
  RatingFunction ratings_;
};

}  // namespace

std::unique_ptr<Format> make_league(const FormatSettings& settings, RatingFunction ratings) {
  return std::make_unique<League>(settings, std::move(ratings));
}

}  // namespace arena
