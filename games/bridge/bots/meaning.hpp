// What calls mean in the system of `natural`: how strong each player is, how long its suits are,
// and whether its partner may pass.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "games/bridge/auction.hpp"

namespace arena::bridge {

/// The points of two partners that bid a game.
inline constexpr int points_for_game = 25;

/// Points for high cards and for length, and the lengths of the suits by strain.
struct Strength {
  int high = 0;    // A 4, K 3, Q 2, J 1
  int points = 0;  // one more for each card of a suit after the fourth
  std::array<int, 4> length{};
  bool balanced = false;

  explicit Strength(CardSet hand);
  [[nodiscard]] int of(Strain suit) const { return length[static_cast<std::size_t>(suit)]; }
  /// The longest suit; of equal ones the higher.
  [[nodiscard]] Strain longest() const;
};

enum class Meaning : std::uint8_t {
  nothing,
  natural,
  forcing,
  stayman,
  strong,  // 2C as the opening
  takeout,
  blackwood,
  aces,  // the answer to it
};

/// What all can conclude about a player.
struct Shown {
  int least = 0;  // points
  int most = 37;
  std::array<int, 4> length{};         // at least, by strain
  Meaning meaning = Meaning::nothing;  // of the last call but passes
  Call last{};                         // that call

  [[nodiscard]] bool spoke() const { return meaning != Meaning::nothing; }
  [[nodiscard]] int of(Strain suit) const { return length[static_cast<std::size_t>(suit)]; }
};

/// The auction so far, understood.
class AuctionReader {
 public:
  explicit AuctionReader(const Auction& auction);

  [[nodiscard]] const Shown& shown(Seat seat) const { return shown_[index_of(seat)]; }
  [[nodiscard]] bool side_spoke(Seat seat) const {
    return shown(seat).spoke() || shown(partner_of(seat)).spoke();
  }
  /// The last bid, if any, and whose it was.
  [[nodiscard]] std::optional<Call> last_bid() const { return last_bid_; }
  [[nodiscard]] Seat bidder() const { return bidder_; }
  [[nodiscard]] bool is_doubled() const { return is_doubled_; }
  /// The lowest possible bid of this strain; empty if it would be above 7.
  [[nodiscard]] std::optional<Call> cheapest(Strain strain) const;
  /// How many levels a bid is above the cheapest one.
  [[nodiscard]] int jump(Call bid) const;

 private:
  void add(Seat caller, Call call);
  [[nodiscard]] Meaning meaning_of(Seat caller, Call call) const;
  void learn_bid(Seat caller, Call bid);
  void learn_opening(Shown& own, Call bid) const;
  void learn_overcall(Shown& own, Call bid) const;
  void learn_response(Shown& own, const Shown& partner, Call bid) const;
  void learn_later(Shown& own, const Shown& partner, Call bid) const;

  std::array<Shown, seat_count> shown_{};
  std::optional<Call> last_bid_;
  Seat bidder_ = 0;
  bool is_doubled_ = false;
};

}  // namespace arena::bridge
