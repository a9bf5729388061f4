// What an auction says about hands, if everybody bids as the built-in bot `natural` does. Bots use
// it to prefer likely deals; another system only makes it less useful.
#pragma once

#include <array>
#include <vector>

#include "games/bridge/bots/meaning.hpp"
#include "games/bridge/bridge.hpp"

namespace arena::bridge {

class CallEvidence {
 public:
  /// The calls of all seats but those whose hands this view shows.
  explicit CallEvidence(const View& view);

  /// 0 if every hand fits its calls: `natural` would call the same, and points and lengths are as
  /// shown. The higher, the worse. `dealt`: the hands as dealt, by seat.
  [[nodiscard]] int misfit(const std::array<CardSet, seat_count>& dealt) const;

 private:
  [[nodiscard]] int distance(CardSet hand, Seat seat) const;

  AuctionReader reader_;
  std::vector<View> questions_;  // before each call, without the hand
  std::vector<Call> calls_;      // the answers
};

}  // namespace arena::bridge
