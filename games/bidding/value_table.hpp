// The values of all positions of the bidding game between two best players, by backward induction
// (Ross 1971; Rhoads, Bartholdi 2012): a position is a matrix game for every prize that may come
// next, whose payments are the values of the positions after it. Immutable once it is made, so any
// number of threads may share one. Not for more than two seats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/describe.hpp>

#include "games/bidding/bidding.hpp"
#include "games/bidding/hand_pairs.hpp"
#include "games/bidding/matrix_game.hpp"

namespace arena::bidding {

/// What a player wants: as many points more than the other as can be, or to win more often than to
/// lose.
enum class Objective : std::uint8_t { difference, win };
BOOST_DESCRIBE_ENUM(Objective, difference, win)

/// What is solved: two seats, and of the options what matters to them.
struct Contest {
  int cards = 2;
  Ties ties = Ties::discard;
  Prizes prizes = Prizes::random;
  Objective objective = Objective::difference;
};

/// With how many cards such a contest is solved in seconds, and its table takes 10 MB at most. What
/// is carried, and the margin for winning, multiply the positions; a known order of the prizes
/// divides them.
int most_cards_solved(const Contest& contest);

/// The prizes of which one is shown next, each as likely as any other.
Cards next_prizes(Prizes order, Cards to_come);

/// Before a prize is shown, as one of the two players sees it.
struct TablePosition {
  Cards own;
  Cards other;
  Cards prizes;    // to come; all three are of equal size
  int margin = 0;  // own points less the other's
  int carried = 0;
};

class ValueTable {
 public:
  /// Solves the contest. REQUIRES: 2 cards, to most_cards_solved of it.
  explicit ValueTable(const Contest& contest);
  /// The table whose `bytes` these are; nothing if they are not those of this contest.
  static std::optional<ValueTable> read(const Contest& contest, std::string_view bytes);
  [[nodiscard]] std::string bytes() const;

  [[nodiscard]] const Contest& contest() const { return contest_; }

  /// Whether these can be the prizes to come at some time.
  [[nodiscard]] bool may_come(Cards prizes) const;

  // REQUIRES of both: a position that can come about in this contest.
  /// What the player may expect if both play their best from here on: points more than the other,
  /// without those of `margin`; or the probability to win less that to lose.
  [[nodiscard]] double value(const TablePosition& position) const;
  /// The matrix game that begins when `prize` is shown, one of those to come: rows are own cards,
  /// columns the other's, both ascending; payments are as `value` counts.
  [[nodiscard]] PayMatrix round(const TablePosition& position, int prize) const;

 private:
  /// A position in the terms of the table.
  struct Place {
    int size = 0;
    HandPairs::Ref pair;
    Cards prizes;
    int margin = 0;
    int carried = 0;
  };
  struct Unsolved {};

  ValueTable(const Contest& contest, Unsolved unsolved);
  void solve(Cards prizes);
  [[nodiscard]] double value(const Place& place) const;
  /// The same, from the values of the next positions. REQUIRES: not mirrored.
  [[nodiscard]] double worked_out(const Place& place) const;
  /// REQUIRES: not mirrored.
  [[nodiscard]] PayMatrix round(const Place& place, int prize) const;
  [[nodiscard]] Place place_of(const TablePosition& position) const;
  /// Of the place that is stored for this one.
  [[nodiscard]] std::size_t index(const Place& place) const;
  [[nodiscard]] int points(Cards prizes) const { return points_[prizes.bits()]; }
  /// The points of all other prizes.
  [[nodiscard]] int gone(Cards prizes) const { return points_.back() - points(prizes); }
  /// No pot can be larger.
  [[nodiscard]] int most_carried(Cards prizes) const;
  /// No margin can be larger that leaves anything open; 0 if margins do not matter.
  [[nodiscard]] int most_margin(Cards prizes) const;

  Contest contest_;
  HandPairs pairs_;
  std::vector<int> points_;         // of a set of prizes, by its bits
  std::vector<Cards> prize_sets_;   // that may be to come, the smaller ones first; none is empty
  std::vector<std::size_t> begin_;  // in the values, by prize set
  std::vector<double> values_;      // by prize set, pair, what is carried, margin
};

}  // namespace arena::bidding
