// The values of all positions of the bidding game between two best players, by backward induction
// (Ross 1971; Rhoads, Bartholdi 2012). For every prize that may come next, a position is a matrix
// game whose payments are the values of the next positions. Immutable once built, so any number of
// threads may share a table. Two seats only.
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

/// What a player maximises: own points minus the other's, or the probability of winning minus that
/// of losing.
enum class Objective : std::uint8_t { difference, win };
BOOST_DESCRIBE_ENUM(Objective, difference, win)

/// What is solved: a game of two seats, with the options that matter to them.
struct Contest {
  int cards = 2;
  Ties ties = Ties::discard;
  Prizes prizes = Prizes::random;
  Objective objective = Objective::difference;
};

/// The most cards with which such a contest is solved in seconds, into a table of at most 10 MB.
/// Carried points and margins multiply the number of positions; a known order of the prizes divides
/// it.
int most_cards_solved(const Contest& contest);

/// The prizes that may be shown next, all with the same probability.
Cards next_prizes(Prizes order, Cards to_come);

/// A position before a prize is shown, as one of the two players sees it.
struct TablePosition {
  Cards own;
  Cards other;
  Cards prizes;    // to come; all three sets have the same size
  int margin = 0;  // own points minus the other's
  int carried = 0;
};

class ValueTable {
 public:
  /// Solves the contest. REQUIRES: 2 to most_cards_solved cards.
  explicit ValueTable(const Contest& contest);
  /// The table with these `bytes`; empty if they are not the bytes of a table of this contest.
  static std::optional<ValueTable> read(const Contest& contest, std::string_view bytes);
  [[nodiscard]] std::string bytes() const;

  [[nodiscard]] const Contest& contest() const { return contest_; }

  // REQUIRES for both: a position that is possible in this contest.
  /// What the player can expect if both play their best from here on: its points minus the other's,
  /// without `margin`; or the probability of winning minus that of losing.
  [[nodiscard]] double value(const TablePosition& position) const;
  /// The matrix game after `prize` is shown. Rows are own cards and columns the other's, both
  /// ascending; payments are in the measure of `value`. REQUIRES: `prize` is one of those to come.
  [[nodiscard]] PayMatrix round(const TablePosition& position, int prize) const;

 private:
  /// A position as the table stores it.
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
  /// Computes the value from the values of the next positions. REQUIRES: not mirrored.
  [[nodiscard]] double compute_value(const Place& place) const;
  /// REQUIRES: not mirrored.
  [[nodiscard]] PayMatrix round(const Place& place, int prize) const;
  [[nodiscard]] Place place_of(const TablePosition& position) const;
  /// The index of the stored place that stands for this one.
  [[nodiscard]] std::size_t index(const Place& place) const;
  [[nodiscard]] int points(Cards prizes) const { return points_[prizes.bits()]; }
  /// The points of all other prizes.
  [[nodiscard]] int gone(Cards prizes) const { return points_.back() - points(prizes); }
  /// An upper bound of the pot.
  [[nodiscard]] int most_carried(Cards prizes) const;
  /// The largest margin with which the winner is still open; 0 if margins do not matter.
  [[nodiscard]] int most_margin(Cards prizes) const;

  Contest contest_;
  HandPairs pairs_;
  std::vector<int> points_;         // of a set of prizes, by its bits
  std::vector<Cards> prize_sets_;   // sets that can be left, smaller ones first, none of them empty
  std::vector<std::size_t> begin_;  // in the values, by prize set
  std::vector<double> values_;      // by prize set, pair, carried points, margin
};

}  // namespace arena::bidding
