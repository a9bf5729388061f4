// The matches that ratings are computed from: who played, in which deal, and who came in which
// place. About 40 bytes for a match of four. Where a game has sides, an entrant stands for its
// side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arena {

/// One match, the best entrant first. Entrants of equal places stand in the order of their numbers.
struct MatchOutcome {
  std::uint32_t deal = 0;
  std::span<const std::uint32_t> entrants;
  std::span<const std::uint8_t> groups;  // from 0, without gaps; equal numbers are tied
};

class Outcomes {
 public:
  static constexpr std::size_t most_seats = 64;

  /// For entrants 0 to `entrants` - 1.
  explicit Outcomes(int entrants) : entrants_(static_cast<std::size_t>(entrants)) {}

  void reserve(std::size_t matches, std::size_t seats_of_a_match);

  /// `deal`: matches of one deal are not independent of each other; those of different deals are.
  /// `places[k]` is the place of `entrants[k]`: the least is best, equal ones are tied. Throws
  /// std::invalid_argument for fewer than 2 or more than `most_seats` entrants, an entrant that
  /// does not exist or plays twice, and for lists of different lengths.
  void add(std::uint32_t deal, std::span<const int> entrants, std::span<const int> places);

  [[nodiscard]] int entrants() const { return static_cast<int>(entrants_); }
  [[nodiscard]] std::size_t matches() const { return deals_.size(); }
  [[nodiscard]] MatchOutcome operator[](std::size_t match) const;

  /// The numbers of all matches, sorted by deal, then by who played and with which result. Sums in
  /// this order do not depend on the order in which the matches were added, not even in the last
  /// bit: only equal matches of one deal are exchanged.
  [[nodiscard]] std::vector<std::uint32_t> in_order() const;

 private:
  std::size_t entrants_;
  std::vector<std::uint32_t> deals_;   // by match
  std::vector<std::uint32_t> ends_;    // by match: where its seats end
  std::vector<std::uint32_t> seated_;  // by seat of a match: the entrant
  std::vector<std::uint8_t> groups_;   // by seat of a match
};

// Results by pairs of entrants: sums from which the ratings of two at a table follow exactly, as
// from the single matches. Their number does not grow with the matches.

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

/// The group of each entrant, numbered from 0 in the order of their first entrants. Two entrants
/// are in one group if they met, or if a chain of meetings connects them. The results do not show
/// the strength of one group relative to another: only the virtual draws of the ratings put them on
/// one scale.
std::vector<int> components(int entrants, std::span<const PairTotals> pairs);

}  // namespace arena
