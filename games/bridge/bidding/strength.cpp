#include "games/bridge/bidding/strength.hpp"

#include <algorithm>
#include <bit>

namespace arena::bridge {

Strength::Strength(CardSet hand) {
  const auto count = [hand](Rank rank) { return (hand & CardSet::of(rank)).size(); };
  aces = count(cards::ace);
  high = 4 * aces + 3 * count(cards::king) + 2 * count(cards::queen) + count(cards::jack);
  int long_cards = 0;
  int doubletons = 0;
  int shortest = hand_size;
  for (std::size_t suit = 0; suit < length.size(); ++suit) {
    const unsigned ranks = ranks_of(hand, suit_of(static_cast<Strain>(suit)));
    const auto has = [ranks](Rank rank) {
      return (ranks >> static_cast<unsigned>(rank) & 1U) != 0;
    };
    const int cards = std::popcount(ranks);
    length[suit] = cards;
    top[suit] = std::popcount(ranks >> static_cast<unsigned>(cards::queen));
    stopped[suit] = has(cards::ace) || (has(cards::king) && cards >= 2) ||
                    (has(cards::queen) && cards >= 3) || (has(cards::jack) && cards >= 4);
    long_cards += std::max(cards - 4, 0);
    doubletons += cards == 2 ? 1 : 0;
    shortest = std::min(shortest, cards);
  }
  points = high + long_cards;
  balanced = shortest >= 2 && doubletons <= 1;
}

int Strength::in_support(Strain trump) const {
  constexpr std::array with_three = {3, 2, 1};  // by length
  constexpr std::array with_four = {5, 3, 1};
  const int trumps = of(trump);
  int sum = high;
  for (std::size_t suit = 0; suit < length.size(); ++suit) {
    if (length[suit] > 2 || trumps < 3 || suit == static_cast<std::size_t>(trump)) continue;
    const auto at = static_cast<std::size_t>(length[suit]);
    sum += trumps >= 4 ? with_four[at] : with_three[at];
  }
  return sum;
}

}  // namespace arena::bridge
