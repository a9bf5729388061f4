#include "games/bridge/bidding/parts.hpp"

namespace arena::bridge::parts {

using enum Strain;

namespace {

void one_of_a_suit(Strain suit, int length, Rules& say) {
  // Twelve points for high cards, or ten and a long suit.
  say.bid(1, suit).high(12).points(12, 21).length(suit, length).longest(suit);
  say.bid(1, suit).high(10).points(13, 21).length(suit, length).longest(suit);
}

void preempts(bool vulnerable, Rules& say) {
  const int least = vulnerable ? 6 : 5;
  for (const Strain suit : suits_down) {
    say.bid(4, suit, "preempt").high(5, 10).length(suit, 8).longest(suit);
    say.bid(3, suit, "preempt").high(least, 10).length(suit, 7, 7).longest(suit);
    if (suit != clubs)
      say.bid(2, suit, "weak two").high(least, 10).length(suit, 6, 6).longest(suit);
  }
}

}  // namespace

void open(const AuctionReader& auction, Rules& say) {
  say.bid(2, clubs, "strong").points(22).means(Meaning::strong);
  say.bid(2, notrump).high(20, 21).balanced();
  say.bid(1, notrump).high(15, 17).balanced();
  for (const Strain suit : suits_down) one_of_a_suit(suit, 5, say);
  // Without a suit of five cards: the longer minor, of three cards clubs, of four diamonds.
  say.bid(1, clubs).high(12).points(12, 21).length(clubs, 3).longer(clubs, diamonds);
  say.bid(1, clubs).high(12).points(12, 21).length(clubs, 3, 3).length(diamonds, 3, 3);
  say.bid(1, diamonds).high(12).points(12, 21).length(diamonds, 3);
  const bool fourth_seat = auction.passes() == 3;
  if (!fourth_seat) preempts(auction.is_vulnerable(), say);
  say.pass().high(0, 11).points(0, 13);
}

}  // namespace arena::bridge::parts
