#include "games/bridge/bidding/parts.hpp"

namespace arena::bridge::parts {

using enum Strain;

namespace {

void over_notrump(int level, Rules& say) {
  if (level == 1) {
    say.doubles("penalty", Meaning::penalty).high(16);
    for (const Strain suit : suits_down) say.bid(2, suit).high(8, 15).length(suit, 6).longest(suit);
    for (const Strain major : majors)
      say.bid(2, major).high(11, 15).length(major, 5).longest(major).good(major);
  }
  say.pass();
}

/// `less`: the points that partner of the passed-out bid holds instead.
void suit_overcalls(const AuctionReader& auction, int less, Rules& say) {
  struct Overcall {
    int length, points, high;
    bool good;
  };
  constexpr std::array<std::array<Overcall, 2>, 4> by_level = {{
      {{{5, 10, 0, false}, {5, 8, 0, true}}},
      {{{6, 11, 10, false}, {5, 13, 11, true}}},
      {{{6, 14, 12, false}, {5, 15, 13, true}}},
      {{{6, 16, 12, false}, {6, 15, 12, true}}},
  }};
  for (const Strain suit : suits_down) {
    const Call bid = auction.cheapest(suit);
    if (suit == auction.last_bid()->strain() || bid.level() > 4) continue;
    for (const Overcall& needs : by_level[index_of(bid.level() - 1)]) {
      Rule& rule = say.add(bid)
                       .high(needs.high - less, 17)
                       .points(needs.points - less)
                       .length(suit, needs.length)
                       .longest(suit);
      if (needs.good) rule.good(suit);
    }
  }
}

void takeout(const AuctionReader& auction, int less, Rules& say) {
  const Strain theirs = auction.last_bid()->strain();
  const int level = auction.last_bid()->level();
  const int high = (level <= 2 ? 12 : level == 3 ? 14 : 16) - less;
  const auto with = [&](int least) -> Rule& {
    return say.doubles("takeout", Meaning::takeout).high(least).length(theirs, 0, 2);
  };
  Rule& three_suits = with(high);
  for (const Strain suit : suits_down)
    if (suit != theirs) three_suits.length(suit, 3);
  for (const Strain major : majors)
    if (major != theirs) with(high + 1).length(major, 4);
}

void weak_jumps(const AuctionReader& auction, Rules& say) {
  for (const Strain suit : suits_down) {
    if (suit == auction.last_bid()->strain()) continue;
    const int level = auction.cheapest(suit).level() + 1;
    if (level <= 3) say.bid(level, suit, "weak").high(5, 10).length(suit, 6).longest(suit);
  }
}

}  // namespace

void overcall(const AuctionReader& auction, Rules& say) {
  const Call bid = *auction.last_bid();
  const Strain theirs = bid.strain();
  const int level = bid.level();
  if (theirs == notrump) return over_notrump(level, say);
  const bool balances = auction.passes() == 2;
  const int less = balances && level <= 2 ? 3 : 0;
  if (level == 1) say.bid(1, notrump).high(15 - less, 18 - less).balanced().stops(theirs);
  if (level == 2) say.bid(2, notrump).high(15, 18).balanced().stops(theirs);
  if (level == 3) say.bid(3, notrump).high(16).balanced().stops(theirs);
  say.doubles("takeout", Meaning::takeout).high(18 - less);
  suit_overcalls(auction, less, say);
  takeout(auction, less, say);
  if (level == 1 && !balances) weak_jumps(auction, say);
  say.pass();
}

void advance_overcall(const AuctionReader& auction, Rules& say) {
  const Strain suit = auction.partner().last.strain();
  Strain theirs = notrump;
  for (const Strain other : suits_down)
    if (auction.is_theirs(other)) theirs = other;
  const int raise = auction.cheapest(suit).level();
  if (is_major(suit)) say.bid(4, suit).support(suit, 15).length(suit, 3);
  if (theirs != notrump && auction.cheapest(theirs).level() <= 3)
    say.add(auction.cheapest(theirs), "good raise")
        .support(suit, 11)
        .length(suit, cards_for(auction, suit, 8))
        .means(Meaning::cue);
  if (is_major(suit)) say.bid(4, suit, "weak raise").high(0, 9).length(suit, 5);
  if (raise <= 2) say.bid(3, suit, "weak raise").support(suit, 3, 10).length(suit, 4);
  if (raise <= 3) say.bid(raise, suit).support(suit, 6, 10).length(suit, 3);
  if (theirs != notrump) {
    say.bid(3, notrump).high(15).stops(theirs);
    say.bid(2, notrump).high(12, 14).stops(theirs);
  }
  for (const Strain other : suits_down) {
    const Call bid = auction.cheapest(other);
    if (other == suit || auction.is_theirs(other) || bid.level() > 2) continue;
    say.add(bid).points(bid.level() == 1 ? 8 : 10, 17).length(other, 5).longest(other);
  }
  if (theirs != notrump) {
    say.bid(1, notrump).high(8, 11).stops(theirs);
    if (auction.cheapest(theirs).level() <= 3)
      say.add(auction.cheapest(theirs), "good raise").high(13).means(Meaning::cue).last_resort();
  }
  say.pass();
}

namespace {

/// Partner doubled for takeout. `free`: the right opponent bid, so the caller may pass.
class Advance {
 public:
  Advance(const AuctionReader& auction, Rules& say)
      : auction_(auction),
        say_(say),
        theirs_(auction.last_bid()->strain()),
        level_(auction.last_bid()->level()),
        less_(level_ >= 3 ? 2 : 0),
        free_(auction.passes() == 0 && auction.doubled() != 2) {}

  void add_rules() {
    // Good trumps behind the bidder; at a high level, also no suit of one's own.
    Rule& trumps = say_.pass().length(theirs_, 5);
    if (level_ <= 2) trumps.high(8).good(theirs_);
    if (level_ >= 4) pass_without_a_suit();
    games();
    if (level_ == 1) say_.bid(2, notrump).high(11, 12).stops(theirs_);
    if (level_ == 2 && !free_ && !auction_.partner().opened) relay();
    for (const int length : {5, 4}) jumps(length);
    if (level_ == 1) say_.bid(1, notrump).high(6, 10).stops(theirs_);
    for (const int length : {5, 4}) cheapest(length);
    if (free_) {
      say_.pass();
    } else {
      for (const int length : {3, 2}) lack_of_a_suit(length);
    }
  }

 private:
  [[nodiscard]] bool can_bid(Strain suit) const {
    return suit != theirs_ && !auction_.is_theirs(suit);
  }
  void games() {
    for (const Strain major : majors)
      if (major != theirs_)
        say_.bid(4, major)
            .points(12 - less_)
            .length(major, 4)
            .not_shorter(major, major == spades ? hearts : spades);
    say_.bid(3, notrump).high(13 - less_).stops(theirs_);
    if (auction_.cheapest(theirs_).level() <= 4)
      say_.add(auction_.cheapest(theirs_), "game values").points(12).means(Meaning::cue);
  }
  void relay() {
    for (const Strain suit : suits_down)
      if (suit < theirs_)
        say_.bid(2, notrump, "weak, asks for 3C")
            .points(0, 7)
            .length(suit, 4)
            .longest(suit)
            .means(Meaning::relay);
  }
  void jumps(int length) {
    for (const Strain suit : suits_down) {
      const int level = auction_.cheapest(suit).level();
      if (can_bid(suit) && level <= 2)
        say_.bid(level + 1, suit).points(9, 11).length(suit, length).longest(suit);
    }
  }
  void cheapest(int length) {
    for (const Strain suit : suits_down) {
      const Call bid = auction_.cheapest(suit);
      if (!can_bid(suit) || bid.level() > (free_ ? 3 : 5)) continue;
      Rule& rule =
          say_.add(bid).length(suit, length).points(free_ ? 5 : 0, bid.level() <= 2 ? 8 : 11);
      for (const Strain other : suits_down)
        if (other < suit && other != theirs_) rule.not_shorter(suit, other);
    }
  }
  void lack_of_a_suit(int length) {
    for (const Strain suit : suits_down)
      if (can_bid(suit)) say_.add(auction_.cheapest(suit)).length(suit, length).last_resort();
  }
  void pass_without_a_suit() {
    Rule& rule = say_.pass().points(0, 9);
    for (const Strain suit : suits_down)
      if (suit != theirs_) rule.length(suit, 0, 4);
  }

  const AuctionReader& auction_;
  Rules& say_;
  Strain theirs_;
  int level_;
  int less_;  // points that a game needs less, for lack of room
  bool free_;
};

}  // namespace

void advance_double(const AuctionReader& auction, Rules& say) {
  if (auction.last_bid()->strain() != notrump) Advance(auction, say).add_rules();
}

/// The doubler names its suits, or notrump with theirs stopped.
void answer_cue(const AuctionReader& auction, Rules& say) {
  const Strain theirs = auction.partner().last.strain();
  for (const Strain suit : {hearts, spades, diamonds, clubs})
    if (suit != theirs) say.add(auction.cheapest(suit)).length(suit, 4);
  say.add(auction.cheapest(notrump)).stops(theirs);
}

void answer_relay(const AuctionReader& auction, Rules& say) {
  for (const Strain suit : suits_down)
    if (auction.they_spoke() && !auction.is_theirs(suit))
      say.bid(3, suit, "strong").points(19).length(suit, 5).longest(suit);
  say.bid(3, clubs, "accepts the relay").means(Meaning::sign_off);
}

void after_relay(Rules& say) {
  say.pass().length(clubs, 4).longest(clubs);
  for (const Strain suit : {hearts, diamonds})
    say.bid(3, suit).points(0, 8).length(suit, 4).longest(suit).means(Meaning::sign_off);
  say.pass();
}

}  // namespace arena::bridge::parts
