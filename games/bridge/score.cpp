#include "games/bridge/score.hpp"

#include <algorithm>
#include <cstdlib>

namespace arena::bridge {

namespace {

bool is_minor(Strain strain) { return strain == Strain::clubs || strain == Strain::diamonds; }

}  // namespace

int trick_points(const Contract& contract) {
  const int each = is_minor(contract.strain) ? 20 : 30;
  const int first = contract.strain == Strain::notrump ? 10 : 0;
  return (each * contract.level + first) << contract.doubled;
}

int points_above(const Contract& contract, int tricks, bool vulnerable) {
  const int doubled = contract.doubled;
  const int plain = is_minor(contract.strain) ? 20 : 30;
  const int over = doubled == 0 ? plain : 100 * doubled * (vulnerable ? 2 : 1);
  const int small_slam = vulnerable ? 750 : 500;
  const int slam = contract.level == 7 ? 2 * small_slam : contract.level == 6 ? small_slam : 0;
  return over * (tricks - contract.target()) + 50 * doubled + slam;
}

int penalty(const Contract& contract, int under, bool vulnerable) {
  if (contract.doubled == 0) return under * (vulnerable ? 100 : 50);
  // Doubled: 100 300 500 and then 300 more each; vulnerable: 200 500 800 and then the same.
  const int plain = vulnerable
                        ? 300 * under - 100
                        : 100 + 200 * (std::min(under, 3) - 1) + 300 * std::max(under - 3, 0);
  return plain * contract.doubled;
}

int duplicate_score(const Contract& contract, int tricks, bool vulnerable) {
  if (contract.level == 0) return 0;
  if (tricks < contract.target()) return -penalty(contract, contract.target() - tricks, vulnerable);
  const int points = trick_points(contract);
  const int game = vulnerable ? 500 : 300;
  return points + (points >= trick_points_for_game ? game : 50) +
         points_above(contract, tricks, vulnerable);
}

int imps(int lead) {
  static constexpr std::array edges = {20,   50,   90,   130,  170,  220,  270,  320,
                                       370,  430,  500,  600,  750,  900,  1100, 1300,
                                       1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000};
  const auto reached = std::ranges::upper_bound(edges, std::abs(lead)) - edges.begin();
  return static_cast<int>(lead < 0 ? -reached : reached);
}

Honours honours(const std::array<CardSet, seat_count>& hands, Strain strain) {
  for (Seat seat = 0; seat < seat_count; ++seat) {
    const CardSet hand = hands[index_of(seat)];
    const Honours all{side_of(seat), 150};
    if (strain == Strain::notrump) {
      if ((hand & CardSet::of(cards::ace)).size() == 4) return all;
      continue;
    }
    const int held = std::popcount(ranks_of(hand, suit_of(strain)) >> cards::ten);
    if (held == 5) return all;
    if (held == 4) return {side_of(seat), 100};
  }
  return {};
}

}  // namespace arena::bridge
