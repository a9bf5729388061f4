// A second solver of matrix games and the bidding game, only for tests, because it is slow. It uses
// exact fractions instead of doubles, tries every square part of a matrix instead of the simplex
// method, and tells positions apart by their cards, without symmetries.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

namespace arena::exact {

using Fraction = boost::multiprecision::cpp_rational;
using Matrix = std::vector<std::vector<Fraction>>;
using Column = std::vector<Fraction>;

/// The solution of `a` x = `b`, if there is exactly one.
inline std::optional<Column> solve_linear(Matrix a, Column b) {
  const std::size_t size = a.size();
  for (std::size_t step = 0; step < size; ++step) {
    std::size_t pivot = step;
    while (pivot < size && a[pivot][step] == 0) ++pivot;
    if (pivot == size) return std::nullopt;
    std::swap(a[step], a[pivot]);
    std::swap(b[step], b[pivot]);
    for (std::size_t row = 0; row < size; ++row) {
      if (row == step || a[row][step] == 0) continue;
      const Fraction factor = a[row][step] / a[step][step];
      for (std::size_t column = step; column < size; ++column)
        a[row][column] -= factor * a[step][column];
      b[row] -= factor * b[step];
    }
  }
  for (std::size_t row = 0; row < size; ++row) b[row] /= a[row][row];
  return b;
}

inline std::vector<std::size_t> members(std::size_t set, std::size_t of) {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < of; ++i) {
    if (((set >> i) & 1U) != 0) list.push_back(i);
  }
  return list;
}

/// Weights of the lines `mix` of `game` that pay the same against each of the lines `against`, and
/// that payment at the end. `turned`: the lines are columns.
inline std::optional<Column> equaliser(const Matrix& game, const std::vector<std::size_t>& mix,
                                       const std::vector<std::size_t>& against, bool turned) {
  const std::size_t size = mix.size();
  Matrix a(size + 1, std::vector<Fraction>(size + 1));
  Column b(size + 1);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j)
      a[i][j] = turned ? game[against[i]][mix[j]] : game[mix[j]][against[i]];
    a[i][size] = -1;
    a[size][i] = 1;
  }
  b[size] = 1;
  return solve_linear(std::move(a), std::move(b));
}

/// Whether these weights of the lines `mix` are a mixture that is sure of its payment whatever the
/// other side does. `side`: 1 for rows, who win; -1 for columns, who pay.
inline bool is_sure(const Matrix& game, const Column& weights, const std::vector<std::size_t>& mix,
                    int side) {
  const std::size_t others = side > 0 ? game.front().size() : game.size();
  for (std::size_t i = 0; i < mix.size(); ++i) {
    if (weights[i] < 0) return false;
  }
  for (std::size_t other = 0; other < others; ++other) {
    Fraction pay = 0;
    for (std::size_t i = 0; i < mix.size(); ++i)
      pay += weights[i] * (side > 0 ? game[mix[i]][other] : game[other][mix[i]]);
    if (side * (pay - weights.back()) < 0) return false;
  }
  return true;
}

/// The value, by the theorem of Shapley and Snow: some square part of the matrix, in which both
/// sides equalise, solves the whole.
inline Fraction value_of(const Matrix& game) {
  const std::size_t rows = game.size();
  const std::size_t columns = game.front().size();
  for (std::size_t some_rows = 1; some_rows < std::size_t{1} << rows; ++some_rows) {
    const auto mix = members(some_rows, rows);
    for (std::size_t some_columns = 1; some_columns < std::size_t{1} << columns; ++some_columns) {
      const auto against = members(some_columns, columns);
      if (mix.size() != against.size()) continue;
      const auto row = equaliser(game, mix, against, false);
      if (!row || !is_sure(game, *row, mix, 1)) continue;
      const auto column = equaliser(game, against, mix, true);
      if (column && is_sure(game, *column, against, -1)) return row->back();
    }
  }
  throw std::logic_error("a matrix game without a value");
}

enum class Order { random, ascending, descending };

/// The bidding game for two.
class Bidding {
 public:
  using Set = std::set<int>;
  struct Rules {
    bool win = false;  // the payment is the sign of the difference of points, not the difference
    bool carry = false;
    Order order = Order::random;
  };
  /// Own hand, the other's, prizes to come, margin (for winning alone), what is carried.
  using Key = std::tuple<Set, Set, Set, int, int>;

  explicit Bidding(const Rules& rules) : rules_(rules) {}

  /// What the owner of the first hand gains from here on.
  Fraction value(const Key& position) {
    const auto& [own, other, prizes, margin, carried] = position;
    if (prizes.empty()) return rules_.win ? (margin > 0 ? 1 : 0) - (margin < 0 ? 1 : 0) : 0;
    if (const auto known = values_.find(position); known != values_.end()) return known->second;
    Fraction sum = 0;
    const Set next = next_of(prizes);
    for (const int prize : next) sum += value_of(round(position, prize));
    return values_[position] = sum / static_cast<int>(next.size());
  }

  /// The number of positions that were solved.
  [[nodiscard]] const std::map<Key, Fraction>& values() const { return values_; }

 private:
  static Set without(Set set, int card) {
    set.erase(card);
    return set;
  }

  [[nodiscard]] Set next_of(const Set& prizes) const {
    if (rules_.order == Order::ascending) return {*prizes.begin()};
    if (rules_.order == Order::descending) return {*prizes.rbegin()};
    return prizes;
  }

  Matrix round(const Key& position, int prize) {
    const auto& [own, other, prizes, margin, carried] = position;
    Matrix game;
    for (const int card : own) {
      game.emplace_back();
      for (const int against : other) {
        const int worth = prize + carried;
        const int gain = card > against ? worth : card < against ? -worth : 0;
        const Key next{without(own, card), without(other, against), without(prizes, prize),
                       rules_.win ? margin + gain : 0, card == against && rules_.carry ? worth : 0};
        const Fraction later = value(next);
        game.back().push_back(rules_.win ? later : gain + later);
      }
    }
    return game;
  }

  Rules rules_;
  std::map<Key, Fraction> values_;
};

}  // namespace arena::exact
