// The bracket of a knockout tournament: its ties, each between two who come from seeds or from
// earlier ties. A seed without an entrant loses every tie.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace arena {

struct TieSource {
  enum class Kind { seed, winner, loser };
  Kind kind = Kind::seed;
  int index = 0;  // of the seed, from 0, or of the tie
};

struct BracketTie {
  std::string name;  // "semi-final 1"
  std::array<TieSource, 2> sources;
  /// The loser is out, and is ranked by this: larger is better. -1: the loser goes on elsewhere.
  int stage = -1;
  /// Between the two of the tie before, and only if its second entrant has won.
  bool is_reset = false;
};

/// Ties come after those that they depend on. The best seeds meet as late as can be, and have the
/// byes. REQUIRES: entrants >= 2.
std::vector<BracketTie> single_bracket(int entrants);
/// Losers of the upper bracket go on in the lower one, where a second lost tie is the end. The
/// winners of both play the grand final. If the winner of the upper bracket loses it, both have
/// lost once, and a second tie decides. The losers of the upper bracket enter the lower one where
/// rematches are late and rare.
std::vector<BracketTie> double_bracket(int entrants);

}  // namespace arena
