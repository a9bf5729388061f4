// Results by pairs of entrants: sums from which the ratings of two at a table follow exactly, as
// from the single matches. Their number does not grow with the matches.
#pragma once

namespace arena {

/// All deals that two entrants played against each other. Each deal has the same number of matches.
struct PairTotals {
  int a = 0;
  int b = 1;
  int deals = 0;
  int matches = 0;            // of all deals together
  double points = 0;          // of `a`: 1 for each win, 1/2 for each draw
  double points_squares = 0;  // the sum over deals of the square of a deal's points

  [[nodiscard]] double matches_of_a_deal() const { return static_cast<double>(matches) / deals; }
};

}  // namespace arena
