#include "arena/rating/misfits.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "arena/rating/means/sprt.hpp"
#include "arena/rating/outcomes.hpp"
#include "arena/rating/ratings.hpp"
#include "arena/util/stopped.hpp"

namespace arena {

namespace {

constexpr int most_steps = 10;

using Players = std::pair<int, int>;  // the lower one first

/// The deals of two players, as the first one sees them.
struct Sums {
  int deals = 0;
  double points = 0;
  double expected = 0;
  double squares = 0;  // of the differences between points and what is expected
};

class Search {
 public:
  Search(std::span<const PairTotals> pairs, std::span<const int> player_of,
         const MisfitSettings& settings)
      : pairs_(pairs), player_of_(player_of), settings_(settings) {
    const double players = player_of.empty() ? 0 : 1 + std::ranges::max(player_of);
    miss_of_pair_ = settings.miss / std::max(1.0, players * (players - 1) / 2);
  }

  std::vector<Misfit> run() {
    for (int step = 0; step < most_steps; ++step) {
      const std::vector<Misfit> found = test(false);
      if (found.empty()) break;
      for (const Misfit& one : found) {
        if (2 * one.surplus >= found.front().surplus) left_out_.insert(std::minmax(one.a, one.b));
      }
    }
    return left_out_.empty() ? std::vector<Misfit>() : test(true);
  }

 private:
  [[nodiscard]] Players players(const PairTotals& pair) const {
    return std::minmax(player_of_[static_cast<std::size_t>(pair.a)],
                       player_of_[static_cast<std::size_t>(pair.b)]);
  }

  /// Those that were left out, or the others, the largest surplus first.
  [[nodiscard]] std::vector<Misfit> test(bool left_out) const {
    end_if(settings_.stop);
    std::vector<PairTotals> kept;
    std::ranges::copy_if(pairs_, std::back_inserter(kept), [this](const PairTotals& pair) {
      return !left_out_.contains(players(pair));
    });
    const auto entrants = static_cast<int>(player_of_.size());
    const std::vector<double> elo = rate_quickly(entrants, kept).elo;
    const std::vector<int> groups = components(entrants, kept);
    std::map<Players, Sums> sums;
    for (const PairTotals& pair : pairs_) {
      const auto a = static_cast<std::size_t>(pair.a);
      const auto b = static_cast<std::size_t>(pair.b);
      const Players both = players(pair);
      if (both.first < 0 || both.first == both.second || left_out_.contains(both) != left_out ||
          groups[a] != groups[b])
        continue;
      add(sums[both], pair, share_of_elo(elo[a] - elo[b]), player_of_[a] != both.first);
    }
    std::vector<Misfit> found;
    for (const auto& [both, of_pair] : sums) {
      const Misfit misfit = misfit_of(both, of_pair);
      if (misfit.surplus >= least_surplus) found.push_back(misfit);
    }
    std::ranges::stable_sort(found, std::greater(), &Misfit::surplus);
    return found;
  }

  /// `expected`: a's points of a deal. `is_turned`: b is the first of the two.
  static void add(Sums& sums, const PairTotals& pair, double expected, bool is_turned) {
    const double matches = pair.matches_of_a_deal();
    const double points = pair.points / matches;
    const double squares = pair.points_squares / (matches * matches);
    sums.deals += pair.deals;
    sums.points += is_turned ? pair.deals - points : points;
    sums.expected += pair.deals * (is_turned ? 1 - expected : expected);
    sums.squares += squares - 2 * expected * points + pair.deals * expected * expected;
  }

  [[nodiscard]] Misfit misfit_of(const Players& both, const Sums& sums) const {
    const double deals =
        settings_.distinct_deals > 0 ? std::min(sums.deals, settings_.distinct_deals) : sums.deals;
    const double squares = sums.squares * deals / sums.deals;
    const double boundary =
        std::sqrt((squares + 1) * (std::log(squares + 1) - 2 * std::log(miss_of_pair_)));
    const double share = sums.points / sums.deals;
    const double expected = sums.expected / sums.deals;
    const double surplus = std::abs(share - expected) - boundary / deals;
    if (share < expected)
      return {both.second, both.first, sums.deals, 1 - share, 1 - expected, surplus};
    return {both.first, both.second, sums.deals, share, expected, surplus};
  }

  std::span<const PairTotals> pairs_;
  std::span<const int> player_of_;
  const MisfitSettings& settings_;
  double miss_of_pair_;
  std::set<Players> left_out_;
};

}  // namespace

std::vector<Misfit> misfits(std::span<const PairTotals> pairs, std::span<const int> player_of,
                            const MisfitSettings& settings) {
  if (pairs.empty()) return {};
  return Search(pairs, player_of, settings).run();
}

}  // namespace arena
