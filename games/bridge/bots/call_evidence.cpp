#include "games/bridge/bots/call_evidence.hpp"

#include <algorithm>

#include "games/bridge/bidding/system.hpp"

namespace arena::bridge {

namespace {

/// What a call counts that the system would not make.
constexpr int other_call = 3;

/// How many points and cards the hand is away from what its calls show.
int distance(const Strength& hand, const Shown& shown) {
  int distance = std::max({shown.points.least - hand.points, hand.high - shown.points.most, 0});
  for (std::size_t suit = 0; suit < shown.length.size(); ++suit)
    distance += std::max({shown.length[suit].least - hand.length[suit],
                          hand.length[suit] - shown.length[suit].most, 0});
  return distance;
}

}  // namespace

CallEvidence::CallEvidence(const View& view) : auction_(view.auction.dealer(), view.vulnerable) {
  for (const Call call : view.auction.calls()) {
    const Seat caller = auction_.caller();
    if (caller != view.seat && caller != view.dummy)
      calls_.push_back({caller, system_rules(auction_), call});
    auction_.add(call);
  }
}

int CallEvidence::misfit(const std::array<CardSet, seat_count>& dealt) const {
  const std::array hands{Strength(dealt[0]), Strength(dealt[1]), Strength(dealt[2]),
                         Strength(dealt[3])};
  std::array<bool, seat_count> fits{true, true, true, true};
  int misfit = 0;
  for (const Said& said : calls_) {
    const bool same = said.rules.call(hands[index_of(said.caller)]) == said.call;
    misfit += same ? 0 : other_call;
    fits[index_of(said.caller)] = fits[index_of(said.caller)] && same;
  }
  for (std::size_t seat = 0; seat < fits.size(); ++seat)
    if (!fits[seat]) misfit += distance(hands[seat], auction_.shown(static_cast<Seat>(seat)));
  return misfit;
}

}  // namespace arena::bridge
