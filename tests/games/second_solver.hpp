// A second solver of the bidding game for two, only for tests, because it is slow: it tells
// positions apart by their cards, without symmetries. It shares the solver of single rounds, whose
// solutions prove themselves (matrix_game_test.cpp).
#pragma once

#include <map>
#include <set>
#include <tuple>

#include "games/bidding/value_table.hpp"

namespace arena::bidding {

class SecondSolver {
 public:
  using Set = std::set<int>;
  /// Own hand, the other's, prizes to come, margin (for winning alone), what is carried.
  using Key = std::tuple<Set, Set, Set, int, int>;

  explicit SecondSolver(const Contest& contest) : contest_(contest) {}

  /// What the owner of the first hand gains from here on.
  double value(const Key& position) {
    const auto& [own, other, prizes, margin, carried] = position;
    if (prizes.empty()) return wins() ? sign(margin) : 0;
    if (const auto known = values_.find(position); known != values_.end()) return known->second;
    double sum = 0;
    const Set next = next_of(prizes);
    for (const int prize : next) sum += value_of(round(position, prize));
    return values_[position] = sum / static_cast<double>(next.size());
  }

  /// All positions that were solved.
  [[nodiscard]] const std::map<Key, double>& values() const { return values_; }

 private:
  [[nodiscard]] bool wins() const { return contest_.objective == Objective::win; }

  static Set without(Set set, int card) {
    set.erase(card);
    return set;
  }

  [[nodiscard]] Set next_of(const Set& prizes) const {
    if (contest_.prizes == Prizes::ascending) return {*prizes.begin()};
    if (contest_.prizes == Prizes::descending) return {*prizes.rbegin()};
    return prizes;
  }

  PayMatrix round(const Key& position, int prize) {
    const auto& [own, other, prizes, margin, carried] = position;
    PayMatrix game(static_cast<int>(own.size()), static_cast<int>(other.size()));
    int row = 0;
    for (const int card : own) {
      int column = 0;
      for (const int against : other) {
        const int worth = prize + carried;
        const int gain = card > against ? worth : card < against ? -worth : 0;
        const bool carries = card == against && contest_.ties == Ties::carry;
        const Key next{without(own, card), without(other, against), without(prizes, prize),
                       wins() ? margin + gain : 0, carries ? worth : 0};
        game.at(row, column++) = (wins() ? 0 : gain) + value(next);
      }
      ++row;
    }
    return game;
  }

  Contest contest_;
  std::map<Key, double> values_;
};

}  // namespace arena::bidding
