#include "games/bridge/bidding/parts.hpp"

namespace arena::bridge::parts {

using enum Strain;

namespace {

/// The cards for a raise of opener's suit.
int raise_length(Strain suit) { return is_major(suit) ? 3 : 5; }

void over_double(const AuctionReader& auction, Rules& say) {
  const Strain suit = auction.partner().last.strain();
  const int cards = raise_length(suit);
  if (is_major(suit))
    say.bid(2, notrump, "good raise").support(suit, 11).length(suit, cards).means(Meaning::cue);
  say.add(Call::redoubles(), "strong").high(10).means(Meaning::forcing);
  say.bid(3, suit, "weak raise").support(suit, 3, 9).length(suit, cards + 1);
  say.bid(2, suit).support(suit, 6, 10).length(suit, cards);
  for (const Strain other : {hearts, spades, diamonds, clubs}) {
    if (other == suit) continue;
    say.bid(1, other).points(6).length(other, 4).means(Meaning::forcing);
    if (auction.cheapest(other).level() == 2)
      say.bid(2, other).points(6, 9).length(other, 6).means(Meaning::sign_off);
  }
  say.bid(1, notrump).high(7, 9);
  say.pass();
}

void over_notrump_overcall(const AuctionReader& auction, Rules& say) {
  const Strain suit = auction.partner().last.strain();
  say.doubles("penalty", Meaning::penalty).high(9);
  say.bid(2, suit).support(suit, 6, 9).length(suit, raise_length(suit));
  for (const Strain other : suits_down)
    if (other != suit) say.bid(2, other).points(5, 10).length(other, 6);
  say.pass();
}

void raises(const AuctionReader& auction, Rules& say) {
  const Strain suit = auction.partner().last.strain();
  const Strain theirs = auction.last_bid()->strain();
  const int cards = raise_length(suit);
  const int level = auction.cheapest(suit).level();
  if (is_major(suit)) {
    if (level == 4) say.bid(4, suit).support(suit, 9, 15).length(suit, 4);
    say.bid(4, suit).support(suit, level == 4 ? 11 : 13, 15).length(suit, 3);
  }
  if (auction.cheapest(theirs).level() <= 3)
    say.add(auction.cheapest(theirs), "good raise")
        .support(suit, 10)
        .length(suit, cards)
        .means(Meaning::cue);
  if (level == 2) say.bid(3, suit, "weak raise").support(suit, 4, 9).length(suit, cards + 1);
  if (level <= 3) say.bid(level, suit).support(suit, level == 2 ? 6 : 8, 10).length(suit, cards);
}

/// For the unbid suits, the majors above all.
void negative_doubles(const AuctionReader& auction, Rules& say) {
  const Strain suit = auction.partner().last.strain();
  const Strain theirs = auction.last_bid()->strain();
  const int level = auction.last_bid()->level();
  const int points = 4 + 2 * level;
  const auto with = [&](int least) -> Rule& {
    return say.doubles("negative", Meaning::negative).points(least);
  };
  Rule& unbid = with(points);
  for (const Strain major : majors)
    if (major != suit && major != theirs) unbid.length(major, 4);
  if (is_major(suit) && is_major(theirs)) unbid.length(clubs, 3).length(diamonds, 3);
  if (!is_major(suit) && !is_major(theirs))
    for (const Strain major : majors) with(points + 2).length(major, 4);
}

}  // namespace

void respond_over(const AuctionReader& auction, Rules& say) {
  const Strain suit = auction.partner().last.strain();
  if (is_major(suit)) say.bid(4, suit, "weak raise").high(0, 9).length(suit, 5);
  if (auction.doubled() == 1) return over_double(auction, say);
  const Strain theirs = auction.last_bid()->strain();
  if (theirs == notrump) return over_notrump_overcall(auction, say);
  raises(auction, say);
  for (const Strain other : suits_down) {
    const Call bid = auction.cheapest(other);
    if (other == suit || other == theirs || bid.level() > 3) continue;
    constexpr std::array points = {6, 11, 13};  // by level
    say.add(bid)
        .points(points[index_of(bid.level() - 1)])
        .length(other, 5)
        .longest(other)
        .means(Meaning::forcing);
  }
  say.bid(3, notrump).high(13).balanced().stops(theirs);
  const int level = auction.last_bid()->level();
  if (level <= 3) negative_doubles(auction, say);
  say.bid(2, notrump).high(11, 12).stops(theirs);
  say.bid(1, notrump).high(7, 10).stops(theirs);
  if (level <= 3) say.doubles("negative", Meaning::negative).points(level == 1 ? 11 : 12);
  say.pass().points(0, 11);
}

}  // namespace arena::bridge::parts
