#include "games/bridge/bidding/parts.hpp"

namespace arena::bridge::parts {

using enum Strain;

namespace {

constexpr auto force_game = Meaning::game_forcing;

/// Opener's second suit. A bid above two of the first suit is a reverse: strong, and forcing.
void second_suit(const AuctionReader& auction, Rules& say) {
  const Strain own = auction.own().last.strain();
  for (const Strain suit : suits_down) {
    if (suit == own || suit == auction.partner().last.strain()) continue;
    const int level = auction.cheapest(suit).level();
    if (level == 2 && suit > own) {
      say.bid(2, suit, "reverse").points(17).length(own, 5).length(suit, 4).means(Meaning::forcing);
      continue;
    }
    say.bid(level + 1, suit, "jump shift").points(19).length(suit, 4).means(force_game);
    if (level <= 2) {
      say.bid(level, suit).points(12, 18).length(suit, 4);
    } else {
      say.bid(level, suit).points(16).length(suit, 4).means(force_game);
    }
  }
}

void own_suit_again(const AuctionReader& auction, Rules& say) {
  const Strain own = auction.own().last.strain();
  if (is_major(own)) {
    say.bid(4, own).points(20).length(own, 6);
  } else {
    say.bid(3, notrump).points(20).length(own, 6).good(own);
  }
  say.bid(3, own).points(17, 20).length(own, 6);
  say.bid(2, own).points(12, 16).length(own, 6);
}

}  // namespace

/// Partner bid a suit at the one level.
void rebid_after_suit(const AuctionReader& auction, Rules& say) {
  const Strain own = auction.own().last.strain();
  const Strain suit = auction.partner().last.strain();
  if (is_major(suit)) {
    say.bid(4, suit).support(suit, 19).length(suit, 4);
    say.bid(3, suit).support(suit, 16, 18).length(suit, 4);
    say.bid(2, suit).support(suit, 11, 15).length(suit, 4);
  }
  say.bid(2, notrump).high(18, 19).balanced();
  if (suit == hearts) say.bid(1, spades).points(12, 18).length(spades, 4);
  say.bid(1, notrump).high(12, 14).balanced();
  second_suit(auction, say);
  own_suit_again(auction, say);
  if (is_major(suit)) {
    say.bid(2, suit).support(suit, 11, 15).length(suit, 3);
  } else {
    say.bid(3, suit).points(16, 18).length(suit, 4);
    say.bid(2, suit).points(12, 15).length(suit, 4);
  }
  say.bid(2, own).points(12, 18).length(own, 5);
  say.bid(1, notrump).points(12, 15);
  say.bid(2, notrump).points(16);
}

/// Opener has a major. Unless partner has passed before, 1NT is forcing.
void rebid_after_one_notrump(const AuctionReader& auction, Rules& say) {
  const Strain own = auction.own().last.strain();
  say.bid(3, notrump).high(20).balanced();
  say.bid(2, notrump).high(18, 19).balanced();
  second_suit(auction, say);
  own_suit_again(auction, say);
  if (auction.partner().meaning != Meaning::forcing) say.pass().high(11, 14).balanced();
  // A minor of three cards, if there is no better bid.
  say.bid(2, diamonds).points(11, 18).length(diamonds, 3).longer(diamonds, clubs);
  say.bid(2, clubs).points(11, 18).length(clubs, 3);
  say.bid(2, diamonds).points(11, 18).length(diamonds, 3);
  say.bid(2, own).points(11, 16).length(own, 5);
  say.bid(3, notrump).high(19);
  say.bid(2, notrump).high(16);
}

void rebid_after_two_over_one(const AuctionReader& auction, Rules& say) {
  const Strain own = auction.own().last.strain();
  const Strain suit = auction.partner().last.strain();
  if (suit == hearts) say.bid(3, hearts).length(hearts, 3);
  if (is_major(own)) {
    say.bid(4, own).points(0, 16).length(own, 7);
    say.bid(3, own).points(16).length(own, 6).good(own);
  }
  say.bid(3, notrump).high(18, 19).balanced();
  say.bid(2, own).length(own, 6);
  for (const Strain other : suits_down) {
    if (other == own || other == suit) continue;
    Rule& rule = say.bid(2, other).length(other, 4);
    if (other > own) rule.points(15);
  }
  say.bid(3, suit).length(suit, 4);
  say.bid(2, notrump).high(11, 14).balanced();
  for (const Strain other : suits_down)
    if (other < own && other != suit) say.bid(3, other).points(15).length(other, 4);
  say.bid(2, own).length(own, 5);
  say.bid(2, notrump);
}

void rebid_after_game_raise(const AuctionReader& auction, Rules& say) {
  const Strain own = auction.own().last.strain();
  for (const Strain suit : suits_down)
    if (suit != own) say.bid(3, suit, "short").length(suit, 0, 1);
  say.bid(3, own, "strong").points(18);
  say.bid(3, notrump, "medium").points(15, 17);
  say.bid(4, own, "minimum").points(0, 14);
}

void rebid_after_waiting(const AuctionReader& auction, Rules& say) {
  say.bid(2, notrump).high(22, 24).balanced();
  say.bid(3, notrump).high(25, 27).balanced();
  for (const int length : {5, 4}) {
    for (const Strain suit : suits_down) {
      Rule& rule = say.add(auction.cheapest(suit)).points(22).length(suit, length).longest(suit);
      rule.means(force_game).is_last_resort = length == 4;
    }
  }
}

/// After 1x 1y 1NT, with a major.
void checkback(const AuctionReader& auction, Rules& say) {
  const Strain own = auction.own().last.strain();
  if (auction.partner().last != Call::bid(1, notrump) || !is_major(own)) return;
  say.bid(4, own).points(13, 18).length(own, 6);
  say.bid(3, own).points(11, 12).length(own, 6);
  const auto ask = [&]() -> Rule& {
    return say.bid(2, clubs, "checkback").points(11).means(Meaning::checkback);
  };
  ask().length(own, 5);
  if (own == spades) {
    ask().length(hearts, 4);
    say.bid(2, hearts).points(6, 10).length(spades, 5).length(hearts, 4).means(Meaning::sign_off);
  }
  say.bid(2, own).points(6, 10).length(own, 5).means(Meaning::sign_off);
}

void answer_checkback(const AuctionReader& auction, Rules& say) {
  const Strain suit = auction.partner().first.strain();
  say.bid(3, suit).high(14).length(suit, 3);
  say.bid(2, suit).high(11, 13).length(suit, 3);
  if (suit == spades) say.bid(2, hearts).length(hearts, 4);
  say.bid(2, notrump).high(14);
  say.bid(2, diamonds, "minimum");
}

/// After three suits the fourth asks opener to describe the hand further, if there is no fit for a
/// major.
void fourth_suit(const AuctionReader& auction, Rules& say) {
  const Shown& partner = auction.partner();
  if (partner.last.strain() == notrump || auction.forced_to_game()) return;
  std::optional<Strain> fourth;
  int shown = 0;
  for (const Strain suit : suits_down) {
    if (auction.is_ours(suit)) {
      ++shown;
    } else {
      fourth = suit;
    }
  }
  if (shown != 3 || !fourth) return;
  const Call bid = auction.cheapest(*fourth);
  if (bid.code > Call::bid(3, hearts).code) return;
  Rule& rule = say.add(bid, "fourth suit")
                   .points(game_points - partner.points.least)
                   .means(Meaning::fourth_suit);
  for (const Strain major : majors)
    if (partner.of(major) >= 4) rule.length(major, 0, 7 - partner.of(major));
}

/// Support for the first suit, notrump with the fourth suit stopped, or length.
void answer_fourth_suit(const AuctionReader& auction, Rules& say) {
  const Strain first = auction.partner().first.strain();
  const Strain fourth = auction.partner().last.strain();
  say.add(auction.cheapest(first)).length(first, 3);
  say.add(auction.cheapest(notrump)).stops(fourth);
  for (const Strain suit : {auction.own().first.strain(), auction.own().last.strain()})
    say.add(auction.cheapest(suit)).length(suit, auction.own().of(suit) + 1);
  say.add(auction.cheapest(auction.own().first.strain())).last_resort();
}

/// Responder's weak hand with a long suit, after the forcing 1NT.
void after_one_notrump(const AuctionReader& auction, Rules& say) {
  for (const Strain suit : suits_down) {
    const Call bid = auction.cheapest(suit);
    if (auction.partner().of(suit) >= 3 || bid.level() > 3) continue;
    if (bid.level() == 2) say.bid(3, suit).points(11, 12).length(suit, 6).longest(suit);
    say.add(bid).points(6, 10).length(suit, 6).longest(suit).means(Meaning::sign_off);
  }
}

/// Partner doubled an overcall: the unbid majors are its suits.
void answer_negative(const AuctionReader& auction, Rules& say) {
  const Strain own = auction.own().last.strain();
  const Strain theirs = auction.last_bid()->strain();
  for (const Strain major : majors) {
    if (major == own || major == theirs) continue;
    const int level = auction.cheapest(major).level();
    say.bid(4, major).support(major, 19).length(major, 4);
    if (level <= 2) say.bid(level + 1, major).support(major, 16, 18).length(major, 4);
    say.bid(level, major).support(major, 11, 18).length(major, 4);
  }
  if (theirs != notrump) {
    say.bid(3, notrump).high(18).stops(theirs);
    say.add(auction.cheapest(notrump)).high(12, 14).balanced().stops(theirs);
  }
  const int level = auction.cheapest(own).level();
  if (level <= 3) say.bid(level + 1, own).points(17).length(own, 6);
  say.bid(level, own).points(12, 16).length(own, 6);
  for (const Strain minor : {diamonds, clubs})
    if (minor != own && minor != theirs) say.add(auction.cheapest(minor)).length(minor, 4);
  say.bid(level, own).length(own, 5);
  say.add(auction.cheapest(notrump)).last_resort();
}

}  // namespace arena::bridge::parts
