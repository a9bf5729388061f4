// Finds all melds that some cards can make, and all moves of a position, except moves that differ
// only in what a joker stands for. Used by bots, people, and the list of moves shown to programs.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "games/most/most.hpp"

namespace arena::most {

/// The cards that a meld can use.
struct Material {
  CardSet held;  // may lie as themselves
  CardSet open;  // jokers may stand for them
  int jokers = 0;
  int most = 0;                // cards in the meld at most
  std::optional<Card> wanted;  // a card or joker that must be in the meld

  /// The material of a view's hand. If `from` is given, the player first takes the bridge from that
  /// place on, and its first card is wanted.
  static Material of(const View& view, std::optional<std::size_t> from = {});
};

/// The low ends of runs of three whose jokers are where `pattern` has bits; bit 0 is the low end.
/// REQUIRES: pattern < 7.
CardSet run_starts(const Material& material, unsigned pattern);
/// Where jokers can be among three cards, patterns with fewer jokers first. The first
/// `patterns_with[jokers]` patterns need at most that many jokers.
inline constexpr std::array<unsigned, 7> patterns = {0, 1, 2, 4, 3, 5, 6};
inline constexpr std::array<std::size_t, joker_count + 1> patterns_with = {1, 4, 7};

/// The cards of a set by suits, as bits, and which of them are jokers.
struct SuitPattern {
  unsigned suits = 0;
  unsigned by_jokers = 0;
};
/// All ways to make a set of this rank.
FixedVector<SuitPattern, 64> set_patterns(const Material& material, Rank rank);
LaidCards set_of(Rank rank, SuitPattern pattern);

/// Calls `visit` with every meld of exactly `jokers` jokers until it returns false. A joker only
/// stands for a card that is not held.
void for_each_meld(const Material& material, int jokers,
                   const std::function<bool(const LaidCards&)>& visit);

/// Legal moves: at most `limit` melds and takes, those with the fewest jokers first, and all other
/// moves. Never empty if a move is due.
std::vector<Move> possible_moves(const View& view, std::size_t limit);

}  // namespace arena::most
