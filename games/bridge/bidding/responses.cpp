#include "games/bridge/bidding/parts.hpp"

namespace arena::bridge::parts {

using enum Strain;

namespace {

/// The longest suit, of suits of five cards the higher, of suits of four the cheapest.
void new_suit_at_one(Strain opened, Rules& say) {
  for (const Strain suit : suits_down) {
    if (suit == opened) continue;
    Rule& rule = say.bid(1, suit).points(6).length(suit, 5).means(Meaning::forcing);
    for (const Strain other : suits_down) {
      if (other > suit) rule.longer(suit, other);
      if (other < suit && say.allows(Call::bid(1, other))) rule.not_shorter(suit, other);
    }
  }
  for (const Strain suit : suits_up)
    if (suit != opened) say.bid(1, suit).points(6).length(suit, 4).means(Meaning::forcing);
}

void splinters(Strain major, Rules& say) {
  for (const Strain suit : suits_down) {
    if (suit == major) continue;
    say.bid(suit > major ? 3 : 4, suit, "splinter")
        .high(9, 13)
        .support(major, 13, 16)
        .length(major, 4)
        .length(suit, 0, 1)
        .means(Meaning::game_forcing);
  }
}

/// A new suit at the two level. With 13 points or more and no such suit, 2C on any clubs.
void two_over_one(Strain major, Rules& say) {
  constexpr auto force = Meaning::game_forcing;
  if (major == hearts)
    say.bid(1, spades).points(6).length(spades, 5).longest(spades).means(Meaning::forcing);
  if (major == spades) say.bid(2, hearts).points(13).length(hearts, 5).longest(hearts).means(force);
  say.bid(2, diamonds).points(13).length(diamonds, 4).longer(diamonds, clubs).means(force);
  if (major == hearts) say.bid(1, spades).points(6).length(spades, 4).means(Meaning::forcing);
  say.bid(2, clubs).points(13).length(clubs, 4).means(force);
  say.bid(2, diamonds).points(13).length(diamonds, 4).means(force);
  say.bid(3, notrump).high(13, 15).balanced();
  say.bid(2, clubs).points(13).means(force).last_resort();
}

}  // namespace

void respond_to_major(const AuctionReader& auction, Rules& say) {
  const Strain major = auction.partner().last.strain();
  const bool passed = auction.own().passed_first;
  say.bid(4, major, "weak raise").high(0, 9).length(major, 5);
  if (!passed) {
    splinters(major, say);
    say.bid(2, notrump, "game raise")
        .support(major, 13)
        .length(major, 4)
        .means(Meaning::game_raise);
  }
  say.bid(3, major).support(major, 10, 12).length(major, 3);
  say.bid(2, major).support(major, 6, 9).length(major, 3);
  if (!passed) two_over_one(major, say);
  if (major == hearts) say.bid(1, spades).points(6).length(spades, 4).means(Meaning::forcing);
  if (passed) {
    say.bid(1, notrump).points(6, 12);
    say.bid(4, major).support(major, 13).length(major, 3);
  } else {
    say.bid(1, notrump, "one-round force").points(6, 12).means(Meaning::forcing);
  }
  say.pass().points(0, 5);
}

void respond_to_minor(const AuctionReader& auction, Rules& say) {
  const Strain minor = auction.partner().last.strain();
  const bool two_clubs = minor == diamonds && !auction.own().passed_first;
  constexpr auto force = Meaning::game_forcing;
  if (two_clubs) say.bid(2, clubs).points(13).length(clubs, 5).longest(clubs).means(force);
  new_suit_at_one(minor, say);
  say.bid(3, notrump).high(13, 15).balanced();
  say.bid(2, notrump).high(11, 12).balanced();
  say.bid(3, minor).points(11, 12).length(minor, minor == clubs ? 5 : 4);
  say.bid(2, minor).points(6, 10).length(minor, 5);
  say.bid(1, notrump).points(6, 10);
  if (two_clubs) say.bid(2, clubs).points(12).length(clubs, 4).means(force);
  say.bid(2, notrump).points(11, 12);
  say.bid(4, notrump, "quantitative").high(18, 19).balanced();
  say.bid(3, notrump).points(13, 17);
  say.pass().points(0, 5);
}

void respond_to_strong(Rules& say) {
  for (const Strain suit : suits_down)
    say.bid(is_major(suit) ? 2 : 3, suit)
        .points(8)
        .length(suit, 5)
        .longest(suit)
        .good(suit)
        .means(Meaning::game_forcing);
  say.bid(2, diamonds, "waiting").means(Meaning::waiting);
}

void respond_to_preempt(const AuctionReader& auction, Rules& say) {
  const Strain suit = auction.partner().last.strain();
  const int level = auction.partner().last.level();
  if (level == 3 && !is_major(suit)) say.bid(3, notrump).points(16).balanced();
  if (is_major(suit)) {
    say.bid(4, notrump, "Blackwood").support(suit, 22).length(suit, 2).means(Meaning::blackwood);
    say.bid(4, suit).points(17).length(suit, 2);
    say.bid(4, suit).support(suit, 16).length(suit, 3);
    say.bid(4, suit, "weak raise").length(suit, 4);
  } else {
    say.bid(5, suit).support(suit, 17).length(suit, 4);
  }
  Rule& game = say.bid(3, notrump).points(17);
  for (const Strain other : suits_down) game.stops(other);
  if (level == 2) {
    for (const Strain other : suits_down) {
      if (other != suit)
        say.add(auction.cheapest(other))
            .points(16)
            .length(other, 5)
            .longest(other)
            .means(Meaning::forcing);
    }
    say.bid(2, notrump, "asks for strength").points(15).length(suit, 2).means(Meaning::feature);
    say.bid(3, suit, "weak raise").points(0, 14).length(suit, 3).means(Meaning::sign_off);
  } else if (level == 3 && !is_major(suit)) {
    say.bid(3, notrump).points(16).length(suit, 2);
  }
  say.pass();
}

void answer_feature(const AuctionReader& auction, Rules& say) {
  const Strain suit = auction.own().last.strain();
  say.bid(3, suit, "minimum").high(5, 7).means(Meaning::sign_off);
  if (is_major(suit)) say.bid(4, suit, "maximum").high(8, 10);
  say.bid(3, notrump, "maximum").high(8, 10);
}

/// Partner bid a new suit over the caller's weak two or preempt.
void answer_new_suit(const AuctionReader& auction, Rules& say) {
  const Call bid = auction.partner().last;
  if (is_major(bid.strain())) say.bid(4, bid.strain()).length(bid.strain(), 3);
  say.add(auction.cheapest(auction.own().last.strain()));
}

}  // namespace arena::bridge::parts
