// What an auction says about hands, if all bid by the system of bidding/system.hpp. Bots use it to
// prefer likely deals; another system only makes it less useful.
#pragma once

#include <array>
#include <vector>

#include "games/bridge/bidding/auction_reader.hpp"
#include "games/bridge/bridge.hpp"

namespace arena::bridge {

class CallEvidence {
 public:
  /// The calls of all seats but those whose hands this view shows.
  explicit CallEvidence(const View& view);

  /// 0 if the system would make all these calls. Each other call counts, and how far its hand is
  /// away from what the player has shown. `dealt`: the hands as dealt, by seat.
  [[nodiscard]] int misfit(const std::array<CardSet, seat_count>& dealt) const;

 private:
  struct Said {
    Seat caller;
    Rules rules;
    Call call;
  };

  AuctionReader auction_;
  std::vector<Said> calls_;
};

}  // namespace arena::bridge
