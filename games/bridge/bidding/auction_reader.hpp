// An auction, understood: what each player has shown, if all bid by the system of system.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "games/bridge/auction.hpp"
#include "games/bridge/bidding/rule.hpp"

namespace arena::bridge {

/// What all can conclude about a player.
struct Shown {
  Range points = any_points;  // with length or short suits, as its calls counted them
  std::array<Range, 4> length{any_length, any_length, any_length, any_length};  // by strain
  Call first{};  // of its calls but passes
  Call last{};
  Meaning meaning = Meaning::nothing;  // of the last of them
  bool opened = false;                 // it made the first bid of the auction
  bool passed_first = false;           // it passed before its side or it had bid
  bool passed_last = false;            // its last call of all is a pass

  [[nodiscard]] bool spoke() const { return meaning != Meaning::nothing; }
  /// At least so many cards.
  [[nodiscard]] int of(Strain suit) const { return length[static_cast<std::size_t>(suit)].least; }
};

class AuctionReader {
 public:
  AuctionReader(Seat dealer, Vulnerable vulnerable)
      : auction_(dealer), caller_(dealer), vulnerable_(vulnerable) {}
  AuctionReader(const Auction& auction, Vulnerable vulnerable);

  /// REQUIRES: the rules of bridge allow the call to the next caller.
  void add(Call call);

  [[nodiscard]] const Shown& shown(Seat seat) const { return shown_[index_of(seat)]; }
  // The next caller and the others as it sees them.
  [[nodiscard]] Seat caller() const { return caller_; }
  [[nodiscard]] const Shown& own() const { return shown(caller_); }
  [[nodiscard]] const Shown& partner() const { return shown(partner_of(caller_)); }
  [[nodiscard]] const Shown& left() const { return shown(after(caller_)); }
  [[nodiscard]] const Shown& right() const { return shown(after(caller_, 3)); }

  [[nodiscard]] const Auction& auction() const { return auction_; }
  /// Those of the next caller: bit c is the call of code c.
  [[nodiscard]] std::uint64_t legal() const { return auction_.legal(caller_); }
  [[nodiscard]] std::optional<Call> last_bid() const { return last_bid_; }
  /// REQUIRES, here and below: there is a bid.
  [[nodiscard]] bool we_bid_last() const { return side_of(bidder_) == side_of(caller_); }
  /// The right opponent passed or doubled it.
  [[nodiscard]] bool partner_bid_last() const {
    return bidder_ == partner_of(caller_) && passes_ + doubled_ == 1;
  }
  /// The last bid is theirs, and the right opponent passed partner's double.
  [[nodiscard]] bool partner_doubled_last() const {
    return !we_bid_last() && doubled_ == 1 && passes_ == 1;
  }
  /// 1: the last bid is doubled; 2: redoubled.
  [[nodiscard]] int doubled() const { return doubled_; }
  /// Passes since the last other call.
  [[nodiscard]] int passes() const { return passes_; }
  [[nodiscard]] bool is_vulnerable() const {
    return bridge::is_vulnerable(vulnerable_, side_of(caller_));
  }

  [[nodiscard]] bool we_spoke() const { return own().spoke() || partner().spoke(); }
  [[nodiscard]] bool they_spoke() const { return left().spoke() || right().spoke(); }
  /// The caller may not pass: partner's last call is forcing, and the right opponent passed; the
  /// side is forced to game and has not reached one; or the caller's convention was doubled, and
  /// partner passed.
  [[nodiscard]] bool forced() const;
  [[nodiscard]] bool forced_to_game() const { return forced_to_game_[side()]; }
  /// An opponent has shown this suit.
  [[nodiscard]] bool is_theirs(Strain suit) const {
    return left().of(suit) >= 3 || right().of(suit) >= 3;
  }
  [[nodiscard]] bool is_ours(Strain suit) const {
    return own().of(suit) >= 3 || partner().of(suit) >= 3;
  }
  /// The lowest bid of this strain that is higher than the last bid. It is at level 8 if there is
  /// no legal one; `Rules` leaves it out.
  [[nodiscard]] Call cheapest(Strain strain) const;
  /// 3NT, four of a major, five of a minor or more.
  [[nodiscard]] bool reached_game() const;

 private:
  [[nodiscard]] std::size_t side() const { return index_of(side_of(caller_)); }
  void learn(Shown& own, Call call);

  Auction auction_;
  std::array<Shown, seat_count> shown_{};
  std::optional<Call> last_bid_;
  Seat caller_ = 0;
  Seat bidder_ = 0;
  int doubled_ = 0;
  int passes_ = 0;
  Vulnerable vulnerable_ = Vulnerable::none;
  std::array<bool, 2> forced_to_game_{};  // by side
};

}  // namespace arena::bridge
