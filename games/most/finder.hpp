// Finds what may be done: all melds that some cards make, and all moves of a position but those
// that differ only in what a joker is called. For bots, people, and the list of moves that is shown
// to programs.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "games/most/most.hpp"

namespace arena::most {

/// What a meld can be made of.
struct Material {
  CardSet held;  // may lie as themselves
  CardSet open;  // jokers may stand for them
  int jokers = 0;
  int most = 0;                // cards that the meld may have
  std::optional<Card> wanted;  // a card, or a joker, that has to be in it

  /// Of a view's hand. `from` is a place in the bridge: then its cards from there on are taken
  /// before, and the first of them is wanted.
  static Material of(const View& view, std::optional<std::size_t> from = {});
};

/// Runs of three begin at these cards, if the jokers are where `pattern` has bits: bit 0 at the low
/// end. REQUIRES: pattern < 7.
CardSet run_starts(const Material& material, unsigned pattern);
/// How three cards may be made up with so many jokers, the patterns with fewer ones first; the
/// first `patterns_with[jokers]` of them are possible.
inline constexpr std::array<unsigned, 7> patterns = {0, 1, 2, 4, 3, 5, 6};
inline constexpr std::array<std::size_t, joker_count + 1> patterns_with = {1, 4, 7};

/// The cards of a set by suits: `cards` as bits, those of them that are jokers too.
struct SuitPattern {
  unsigned suits = 0;
  unsigned by_jokers = 0;
};
/// All ways to make a set of this rank.
FixedVector<SuitPattern, 64> set_patterns(const Material& material, Rank rank);
LaidCards set_of(Rank rank, SuitPattern pattern);

/// Calls `visit` with every meld that can be made with exactly `jokers` jokers, until it says
/// false. A joker is only called what is not held.
void for_each_meld(const Material& material, int jokers,
                   const std::function<bool(const LaidCards&)>& visit);

/// Legal moves, the melds and takes with the fewest jokers first; of these at most `limit`,
/// and all others. Never empty where a move is due.
std::vector<Move> possible_moves(const View& view, std::size_t limit);

}  // namespace arena::most
