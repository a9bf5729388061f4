#include <algorithm>

#include "games/bridge/bidding/parts.hpp"

namespace arena::bridge::parts {

using enum Strain;

int cards_for(const AuctionReader& auction, Strain suit, int both) {
  return std::max(both - auction.partner().of(suit), 0);
}

namespace {

/// The suits that can be trumps, with the cards that they take.
template <class Visit>
void for_each_fit(const AuctionReader& auction, Visit visit) {
  for (const Strain suit : suits_down)
    if (auction.partner().of(suit) >= 2) visit(suit, std::max(cards_for(auction, suit, 8), 3));
}

/// The slam if at most one ace is missing. `aces`: those of partner.
void slam_with(int aces, Strain suit, int cards, int grand, Rules& say) {
  for (int own = 4; own >= 0; --own) {
    if (aces + own == 4) say.bid(7, suit).support(suit, grand).length(suit, cards).aces(own, own);
    if (aces + own == 3 || aces + own == 4) say.bid(6, suit).length(suit, cards).aces(own, own);
  }
}

}  // namespace

void ask_for_aces(const AuctionReader& auction, Rules& say) {
  const bool asked = auction.own().meaning == Meaning::aces ||
                     auction.own().meaning == Meaning::blackwood ||
                     auction.partner().meaning == Meaning::blackwood;
  // Over notrump, 4NT is no question, but for the answers to a game raise.
  const bool natural =
      auction.last_bid()->strain() == notrump && auction.own().meaning != Meaning::game_raise;
  if (asked || natural) return;
  const int needs = suit_slam_points - auction.partner().points.least;
  for_each_fit(auction, [&](Strain suit, int cards) {
    // The answer may be above five of a minor: then there are aces for six.
    const int least_aces = suit == clubs ? 2 : suit == diamonds ? 1 : 0;
    for (const int more : {0, 1, 2})
      say.bid(4, notrump, "Blackwood")
          .support(suit, needs - more)
          .length(suit, cards + more)
          .aces(least_aces, 4)
          .means(Meaning::blackwood);
  });
}

void answer_blackwood(Rules& say) {
  const auto answer = [&](Strain strain, int aces, std::string_view text) {
    say.bid(5, strain, text).aces(aces, aces).means(Meaning::aces);
  };
  answer(clubs, 0, "no ace or all four");
  answer(clubs, 4, "no ace or all four");
  answer(diamonds, 1, "one ace");
  answer(hearts, 2, "two aces");
  answer(spades, 3, "three aces");
}

void after_blackwood(const AuctionReader& auction, Rules& say) {
  const Strain answer = auction.partner().last.strain();
  const int aces = static_cast<int>(answer);
  const int grand = grand_slam_points - auction.partner().points.least;
  for_each_fit(auction, [&](Strain suit, int cards) {
    slam_with(aces, suit, cards, grand, say);
    if (aces == 0) say.bid(6, suit).length(suit, cards).aces(0, 0);  // partner has all four
    if (answer == suit) say.pass().length(suit, cards);
    say.bid(5, suit).length(suit, cards);
    say.bid(6, suit).length(suit, cards);
  });
  say.pass();
}

}  // namespace arena::bridge::parts
