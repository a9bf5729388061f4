// Swiss. A round gives a point to the entrant with the larger share of its deals, and half a point
// each if the shares are equal; with more than two at a table, the mean over the opponents. A bye,
// or an opponent who is withdrawn before the end, gives a full point. A late entrant starts without
// points. A withdrawn entrant is not paired any more; the others keep what they won.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "arena/core/rng.hpp"
#include "arena/tournament/formats/cheapest_pairs.hpp"
#include "arena/tournament/formats/format_kinds.hpp"
#include "arena/tournament/formats/format_score.hpp"

namespace arena {

namespace {

int compare(double a, double b) {
  const double difference = without_rounding_errors(a - b);
  return difference > 0 ? 1 : difference < 0 ? -1 : 0;
}

/// What the rounds so far have given. Points are counted in halves of an opponent, so that they
/// are whole numbers.
class Standing {
 public:
  Standing(const TournamentProgress& progress, int players, int rounds)
      : entrants_(progress.entrants),
        rounds_(rounds),
        full_point_(2 * (players - 1)),
        meetings_(entrants_.size()),
        points_(entrants_.size()),
        byes_(entrants_.size()),
        walkovers_(entrants_.size()),
        opponents_(entrants_.size()) {
    std::vector<int> seated(entrants_.size());
    for (const PlayedPairing& one : progress.played) {
      for (const int entrant : one.pairing.entrants) ++seated[index(entrant)];
      add(one);
    }
    for (std::size_t i = 0; i < entrants_.size(); ++i) {
      int present = 0;
      for (int round = 0; round < rounds; ++round) present += entrants_[i].is_active(round) ? 1 : 0;
      byes_[i] = present - seated[i];
      points_[i] += (byes_[i] + walkovers_[i]) * full_point_;
    }
  }

  [[nodiscard]] int points(int entrant) const { return points_[index(entrant)]; }
  [[nodiscard]] int byes(int entrant) const { return byes_[index(entrant)]; }
  [[nodiscard]] int meetings(int a, int b) const { return meetings_.of(a, b); }
  [[nodiscard]] int full_point() const { return full_point_; }

  [[nodiscard]] std::vector<RankedEntrant> ranking(const std::vector<EntrantTotals>& totals) const {
    std::vector<RankedEntrant> ranking;
    for (std::size_t i = 0; i < entrants_.size(); ++i) {
      const int entrant = static_cast<int>(i);
      ranking.push_back({.entrant = entrant,
                         .score = in_points(points_[i]),
                         .tie_breaks = {buchholz(entrant), 0, totals[i].margin()},
                         .in_the_running = entrants_[i].is_active(rounds_)});
    }
    for (RankedEntrant& one : ranking) one.tie_breaks[1] = direct(one, ranking);
    sort_and_place(ranking);
    return ranking;
  }

 private:
  static std::size_t index(int entrant) { return static_cast<std::size_t>(entrant); }
  [[nodiscard]] double in_points(int halves) const {
    return static_cast<double>(halves) / full_point_;
  }

  struct Opponent {
    int entrant = 0;
    int halves = 0;  // taken from this one: 2, 1 or 0
  };

  void add(const PlayedPairing& one) {
    const auto& table = one.pairing.entrants;
    if (!one.result) {
      if (all_active(entrants_, one.pairing, rounds_)) return;  // it is not over
      for (const int entrant : table) ++walkovers_[index(entrant)];
      return;
    }
    meetings_.add(table);
    for (std::size_t i = 0; i < table.size(); ++i) {
      for (std::size_t j = 0; j < table.size(); ++j) {
        if (i == j) continue;
        const int halves = 1 + compare(one.result->shares[i], one.result->shares[j]);
        points_[index(table[i])] += halves;
        opponents_[index(table[i])].push_back({table[j], halves});
      }
    }
  }

  /// The sum of the opponents' points without the lowest. A round without opponents counts as an
  /// opponent with as many points as one's own.
  [[nodiscard]] double buchholz(int entrant) const {
    std::vector<int> points;
    for (const Opponent& one : opponents_[index(entrant)])
      points.push_back(points_[index(one.entrant)]);
    const int free = (byes_[index(entrant)] + walkovers_[index(entrant)]) * (full_point_ / 2);
    points.insert(points.end(), static_cast<std::size_t>(free), points_[index(entrant)]);
    if (points.empty()) return 0;
    const int lowest = *std::ranges::min_element(points);
    return in_points(std::accumulate(points.begin(), points.end(), -lowest));
  }

  /// Points against those with as many points and the same Buchholz, if all of them have met.
  [[nodiscard]] double direct(const RankedEntrant& one,
                              const std::vector<RankedEntrant>& ranking) const {
    std::vector<int> equals;
    for (const RankedEntrant& other : ranking) {
      if (other.in_the_running == one.in_the_running && compare(other.score, one.score) == 0 &&
          compare(other.tie_breaks[0], one.tie_breaks[0]) == 0)
        equals.push_back(other.entrant);
    }
    for (const int a : equals) {
      for (const int b : equals) {
        if (a != b && meetings(a, b) == 0) return 0;
      }
    }
    int halves = 0;
    for (const Opponent& opponent : opponents_[index(one.entrant)]) {
      if (std::ranges::find(equals, opponent.entrant) != equals.end()) halves += opponent.halves;
    }
    return in_points(halves);
  }

  std::span<const FormatEntrant> entrants_;
  int rounds_;
  int full_point_;
  Meetings meetings_;
  std::vector<int> points_;
  std::vector<int> byes_;
  std::vector<int> walkovers_;
  std::vector<std::vector<Opponent>> opponents_;
};

/// If the number is odd, one of those with the fewest byes has the bye. Pairs by the least cost:
/// first of all as few rematches as can be, then the bye for the lowest, then the smallest sum of
/// score differences, and at last, within a group of equal scores, the upper half against the lower
/// one. `order`: best first.
std::vector<std::vector<int>> paired(const std::vector<int>& order, const Standing& standing) {
  const int count = static_cast<int>(order.size());
  const auto at = [&order](int place) { return order[static_cast<std::size_t>(place)]; };
  const auto points = [&](int place) { return standing.points(at(place)); };
  // Each weight is more than all lesser reasons of all pairs together.
  const std::int64_t for_points = std::int64_t{count} * count + 1;
  const std::int64_t for_bye = for_points * (std::int64_t{count} * points(0) + 1);
  const std::int64_t for_rematch = for_bye * count;
  const auto byes = [&standing](int entrant) { return standing.byes(entrant); };
  const int fewest = byes(*std::ranges::min_element(order, {}, byes));
  std::vector<PossiblePair> possible;
  for (int a = 0; a < count; ++a) {
    const auto group = std::ranges::count_if(
        order, [&](int other) { return standing.points(other) == points(a); });
    for (int b = a + 1; b < count; ++b) {
      const int apart = points(a) - points(b);
      const auto off_half = apart == 0 ? std::abs(b - a - group / 2) : 0;
      possible.push_back({a, b,
                          standing.meetings(at(a), at(b)) * for_rematch + apart * for_points +
                              static_cast<std::int64_t>(off_half)});
    }
    if (count % 2 != 0 && byes(at(a)) == fewest)
      possible.push_back({a, count, (count - 1 - a) * for_bye});
  }
  const std::vector<int> partners = cheapest_pairs(count + count % 2, possible);
  std::vector<std::vector<int>> tables;
  for (int a = 0; a < count; ++a) {
    const int b = partners[static_cast<std::size_t>(a)];
    if (a < b && b < count) tables.push_back({at(a), at(b)});
  }
  return tables;
}

/// Tables of more than two: neighbours in the order, and then exchanges between tables as long as
/// they make rematches fewer, or else the score differences smaller.
class Tables {
 public:
  Tables(std::vector<int> order, int players, const Standing& standing)
      : standing_(standing), for_rematch_(weight_of_rematch(order, standing)) {
    give_byes(order, players);
    const std::size_t size = static_cast<std::size_t>(players);
    const std::size_t count = order.size() / size;
    tables_.resize(count);
    const bool all_equal = standing.points(order.front()) == standing.points(order.back());
    for (std::size_t i = 0; i < order.size(); ++i)
      tables_[all_equal ? i % count : i / size].push_back(order[i]);
    search();
    // Exchanges of two can end where only several at once would help: then from other beginnings.
    constexpr int most_tries = 30;
    Rng rng(1);
    std::vector<std::vector<int>> best = tables_;
    for (int tries = 0; tries < most_tries && cost() >= for_rematch_; ++tries) {
      rng.shuffle(order);
      for (std::size_t i = 0; i < order.size(); ++i) tables_[i / size][i % size] = order[i];
      search();
      if (cost() < cost_of(best)) best = tables_;
      tables_ = best;  // its tables have the same sizes
    }
  }

  [[nodiscard]] std::vector<std::vector<int>> take() { return std::move(tables_); }

 private:
  static std::int64_t weight_of_rematch(const std::vector<int>& order, const Standing& standing) {
    const auto count = static_cast<std::int64_t>(order.size());
    return count * count * standing.points(order.front()) + 1;
  }

  /// The lowest of those with the fewest byes are free.
  void give_byes(std::vector<int>& order, int players) const {
    while (order.size() % static_cast<std::size_t>(players) != 0) {
      std::size_t lowest = order.size() - 1;
      for (std::size_t i = order.size(); i-- > 0;) {
        if (standing_.byes(order[i]) < standing_.byes(order[lowest])) lowest = i;
      }
      order.erase(order.begin() + static_cast<std::ptrdiff_t>(lowest));
    }
  }

  [[nodiscard]] std::int64_t cost(const std::vector<int>& table) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < table.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j)
        sum += standing_.meetings(table[i], table[j]) * for_rematch_ +
               std::abs(standing_.points(table[i]) - standing_.points(table[j]));
    }
    return sum;
  }

  [[nodiscard]] std::int64_t cost_of(const std::vector<std::vector<int>>& tables) const {
    std::int64_t sum = 0;
    for (const std::vector<int>& table : tables) sum += cost(table);
    return sum;
  }
  [[nodiscard]] std::int64_t cost() const { return cost_of(tables_); }

  void search() {
    while (improve()) {
    }
  }

  bool improve() {
    bool improved = false;
    for (std::size_t a = 0; a < tables_.size(); ++a) {
      for (std::size_t b = a + 1; b < tables_.size(); ++b)
        improved = improve(tables_[a], tables_[b]) || improved;
    }
    return improved;
  }

  bool improve(std::vector<int>& a, std::vector<int>& b) const {
    std::int64_t best = cost(a) + cost(b);
    bool improved = false;
    for (int& one : a) {
      for (int& other : b) {
        std::swap(one, other);
        if (const std::int64_t now = cost(a) + cost(b); now < best) {
          best = now;
          improved = true;
        } else {
          std::swap(one, other);
        }
      }
    }
    return improved;
  }

  const Standing& standing_;
  std::int64_t for_rematch_;
  std::vector<std::vector<int>> tables_;
};

class Swiss final : public Format {
 public:
  explicit Swiss(const FormatSettings& settings) : settings_(settings) {}

  std::vector<RankedEntrant> ranking(const TournamentProgress& progress) const override {
    const int rounds = next_batch(progress);
    return Standing(progress, settings_.players, rounds).ranking(all_totals(progress));
  }
  std::vector<std::string_view> tie_breaks() const override {
    return {"Buchholz cut 1", "direct meeting", "margin"};
  }

 private:
  std::vector<Table> tables(int batch, const TournamentProgress& earlier) const override {
    const std::vector<int> active = active_entrants(earlier.entrants, batch);
    if (batch >= rounds_of(earlier.entrants) || static_cast<int>(active.size()) < settings_.players)
      return {};
    const Standing standing(earlier, settings_.players, batch);
    std::vector<int> order;
    for (const RankedEntrant& one : standing.ranking(all_totals(earlier))) {
      if (std::ranges::binary_search(active, one.entrant)) order.push_back(one.entrant);
    }
    auto tables = settings_.players == 2
                      ? paired(order, standing)
                      : Tables(std::move(order), settings_.players, standing).take();
    std::vector<Table> named;
    for (auto& table : tables)
      named.push_back({std::move(table), settings_.deals, fmt::format("round {}", batch + 1)});
    return named;
  }

  /// Margins of all deals that were played, against withdrawn opponents too.
  static std::vector<EntrantTotals> all_totals(const TournamentProgress& progress) {
    return entrant_totals(progress, std::nullopt);
  }

  [[nodiscard]] int rounds_of(std::span<const FormatEntrant> entrants) const {
    if (settings_.rounds > 0) return settings_.rounds;
    const auto count = static_cast<int>(active_entrants(entrants, 0).size());
    int rounds = 2;
    for (int left = count; left > 1; left = (left + 1) / 2) ++rounds;
    return std::min(rounds, count - 1 + count % 2);
  }

  FormatSettings settings_;
};

}  // namespace

std::unique_ptr<Format> make_swiss(const FormatSettings& settings) {
  return std::make_unique<Swiss>(settings);
}

}  // namespace arena
