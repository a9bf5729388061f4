// Par: the value of the auction if all players see all cards. Each side is one player here: it
// bids the declarer who wins more tricks. A side accepts the other's last bid, doubled if it goes
// down, or bids higher. So values follow from the highest bid to the lowest.
#include <algorithm>
#include <array>

#include "games/bridge/double_dummy.hpp"
#include "games/bridge/score.hpp"

namespace arena::bridge {

namespace {

constexpr int all_pass = -1;  // in place of a bid's rank

class PerfectAuction {
 public:
  PerfectAuction(const TrickTable& table, Vulnerable vulnerable)
      : table_(table), vulnerable_(vulnerable) {
    for (int rank = bid_count - 1; rank >= 0; --rank) {
      for (int side = 0; side < 2; ++side) {
        const int accepted = score(rank, side);
        const int other = best_bid(1 - side, rank, accepted);
        values_[index_of(rank)][index_of(side)] = other;
        is_last_[index_of(rank)][index_of(side)] = other == accepted;
      }
    }
  }

  Par par(Seat dealer) {
    const int first = side_of(dealer);
    const int passed = best_bid(1 - first, all_pass, 0);
    Par par;
    par.score = best_bid(first, all_pass, passed);
    if (par.score != passed) {
      add_bids(par, first, all_pass);
    } else if (passed != 0) {
      add_bids(par, 1 - first, all_pass);
    }
    return par;
  }

 private:
  [[nodiscard]] int tricks(Strain strain, int side) const {
    return std::max(table_.tricks(side, strain), table_.tricks(partner_of(side), strain));
  }
  [[nodiscard]] Contract contract(int rank, Seat declarer) const {
    const Call bid = Call::at(rank + 3);
    Contract contract{static_cast<std::uint8_t>(bid.level()), bid.strain(), 0,
                      static_cast<std::uint8_t>(declarer)};
    if (tricks(bid.strain(), side_of(declarer)) < contract.target()) contract.doubled = 1;
    return contract;
  }
  /// Of North and South, if no player bids again.
  [[nodiscard]] int score(int rank, int side) const {
    const Contract last = contract(rank, side);
    const int points =
        duplicate_score(last, tricks(last.strain, side), is_vulnerable(vulnerable_, side));
    return side == 0 ? points : -points;
  }
  /// The best for the side: `otherwise`, or a bid above this rank.
  [[nodiscard]] int best_bid(int side, int above, int otherwise) const {
    int best = otherwise;
    for (int rank = above + 1; rank < bid_count; ++rank) {
      const int value = values_[index_of(rank)][index_of(side)];
      best = side == 0 ? std::max(best, value) : std::min(best, value);
    }
    return best;
  }
  /// Adds the contracts of perfect auctions in which the side bids next.
  void add_bids(Par& par, int side, int above) {
    for (int rank = above + 1; rank < bid_count; ++rank) {
      if (values_[index_of(rank)][index_of(side)] != par.score ||
          seen_[index_of(rank)][index_of(side)])
        continue;
      seen_[index_of(rank)][index_of(side)] = true;
      if (is_last_[index_of(rank)][index_of(side)]) {
        add_contract(par, rank, side);
      } else {
        add_bids(par, 1 - side, rank);
      }
    }
  }
  /// Adds the bid, unless a lower one of its strain is there.
  void add_contract(Par& par, int rank, int side) const {
    const Strain strain = Call::at(rank + 3).strain();
    for (const Seat declarer : {side, partner_of(side)}) {
      const bool is_there = std::ranges::any_of(par.contracts, [&](const Contract& known) {
        return known.strain == strain && known.declarer == declarer;
      });
      if (!is_there && table_.tricks(declarer, strain) == tricks(strain, side))
        par.contracts.push_back(contract(rank, declarer));
    }
  }

  const TrickTable& table_;
  Vulnerable vulnerable_;
  // By the rank of the last bid, and whose it is.
  std::array<std::array<int, 2>, bid_count> values_{};    // of North and South
  std::array<std::array<bool, 2>, bid_count> is_last_{};  // the other side accepts it
  std::array<std::array<bool, 2>, bid_count> seen_{};
};

}  // namespace

Par par(const TrickTable& table, Seat dealer, Vulnerable vulnerable) {
  return PerfectAuction(table, vulnerable).par(dealer);
}

}  // namespace arena::bridge
