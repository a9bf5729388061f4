#include "games/bridge/bidding/parts.hpp"

namespace arena::bridge::parts {

using enum Strain;

namespace {

/// The points that the hand opposite notrump needs for these contracts.
struct Goals {
  int invites;
  int game;
  int tries_slam;
  int slam;
  int suit_slam;

  explicit Goals(Range partner)
      : invites(game_points - partner.most),
        game(game_points - partner.least),
        tries_slam(notrump_slam_points - partner.most),
        slam(notrump_slam_points - partner.least),
        suit_slam(suit_slam_points - partner.least) {}
};

/// Contracts in notrump, of a hand with this many spades. Where 4NT is Blackwood, it is no
/// invitation.
void contracts(const Goals& goals, bool tries_slam, Range spades_held, Rules& say) {
  constexpr int more_for_grand_slam = grand_slam_points - notrump_slam_points;
  const int most_for_game = tries_slam ? goals.tries_slam - 1 : goals.slam - 1;
  const auto bid = [&](int level, std::string_view name = {}) -> Rule& {
    return say.bid(level, notrump, name).length(spades, spades_held.least, spades_held.most);
  };
  bid(7).high(goals.slam + more_for_grand_slam);
  bid(6).high(goals.slam - 1).points(goals.slam);
  if (tries_slam && goals.tries_slam < goals.slam) bid(4, "quantitative").points(goals.tries_slam);
  // A long suit counts, but does not make up for high cards.
  bid(3).high(goals.game - 3).points(goals.game, most_for_game);
  bid(2).high(goals.invites - 2).points(goals.invites, goals.game - 1);
}

Strain shown_by(Call transfer) { return transfer.strain() == diamonds ? hearts : spades; }

}  // namespace

void respond_to_notrump(const AuctionReader& auction, Rules& say) {
  const Goals goals(auction.partner().points);
  const int level = auction.last_bid()->level() + 1;
  const int least = level == 2 ? goals.invites : goals.game;
  const auto stayman = [&]() -> Rule& {
    return say.bid(level, clubs, "Stayman").points(least).means(Meaning::stayman);
  };
  const auto transfer = [&](int at, Strain major, std::string_view name) -> Rule& {
    return say.bid(at, major == hearts ? diamonds : hearts, name).means(Meaning::transfer);
  };
  for (const Strain major : majors)
    transfer(4, major, "Texas transfer").points(goals.game).length(major, 6);
  stayman().length(spades, 4, 4).length(hearts, 5, 5);
  stayman().length(hearts, 4, 4).length(spades, 5, 5);
  transfer(level, spades, "transfer").length(spades, 5).not_shorter(spades, hearts);
  transfer(level, hearts, "transfer").length(hearts, 5);
  stayman().length(hearts, 4, 4);
  stayman().length(spades, 4, 4);
  if (level == 2)
    for (const Strain minor : {clubs, diamonds})
      say.bid(2, spades, "weak, a long minor, asks for 3C")
          .high(0, goals.invites - 3)
          .length(minor, 6)
          .means(Meaning::relay);
  contracts(goals, true, any_length, say);
  say.pass();
}

void answer_stayman(const AuctionReader& auction, Rules& say) {
  const int level = auction.partner().last.level();
  say.bid(level, hearts).length(hearts, 4);
  say.bid(level, spades).length(spades, 4).length(hearts, 0, 3);
  say.bid(level, diamonds, "no major").length(hearts, 0, 3).length(spades, 0, 3);
}

void answer_transfer(const AuctionReader& auction, Rules& say) {
  const Call asked = auction.partner().last;
  const Strain major = shown_by(asked);
  if (asked.level() == 2) say.bid(3, major, "good support").high(17, 18).length(major, 4);
  say.bid(asked.level(), major, "accepts the transfer").means(Meaning::sign_off);
}

void after_stayman(const AuctionReader& auction, Rules& say) {
  const Goals goals(auction.partner().points);
  const Strain answer = auction.partner().last.strain();
  if (is_major(answer)) {
    say.bid(4, notrump, "Blackwood")
        .support(answer, goals.suit_slam)
        .length(answer, 4)
        .means(Meaning::blackwood);
    say.bid(4, answer).support(answer, goals.game, goals.suit_slam - 1).length(answer, 4);
    say.bid(3, answer).support(answer, goals.invites, goals.game - 1).length(answer, 4);
  }
  for (const Strain major : majors) {
    if (major == answer) continue;
    say.bid(3, major).points(goals.game).length(major, 5).means(Meaning::game_forcing);
    say.bid(2, major).points(goals.invites, goals.game - 1).length(major, 5);
  }
  // After 2H without a fit the major that Stayman promised is spades.
  contracts(goals, !is_major(answer), answer == hearts ? Range{4, 4} : any_length, say);
}

void after_transfer(const AuctionReader& auction, Rules& say) {
  const Goals goals(auction.partner().points);
  const Call asked = auction.own().last;
  const Strain major = shown_by(asked);
  if (asked.level() == 4) {
    say.bid(4, notrump, "Blackwood").support(major, goals.suit_slam).means(Meaning::blackwood);
    say.pass();
    return;
  }
  say.bid(3, major).points(goals.invites, goals.game - 1).length(major, 6);
  if (major == spades)
    say.bid(3, hearts).points(goals.game).length(hearts, 5).means(Meaning::game_forcing);
  for (const Strain minor : {clubs, diamonds})
    say.bid(3, minor).points(goals.game).length(minor, 5).means(Meaning::game_forcing);
  contracts(goals, true, any_length, say);
  say.pass();
}

/// The right opponent bid a suit over 1NT.
void respond_over_notrump(const AuctionReader& auction, Rules& say) {
  const Goals goals(auction.partner().points);
  const Strain theirs = auction.last_bid()->strain();
  if (theirs == notrump || auction.last_bid()->level() > 2) return;
  for (const Strain suit : suits_down) {
    if (suit == theirs) continue;
    if (is_major(suit)) say.bid(4, suit).points(goals.game).length(suit, 6);
    say.bid(3, suit).points(goals.game).length(suit, 5).longest(suit).means(Meaning::game_forcing);
    say.bid(2, suit).points(4, goals.game - 1).length(suit, 5).longest(suit);
  }
  say.bid(3, notrump).points(goals.game).stops(theirs);
  say.doubles("takeout", Meaning::takeout).points(goals.invites).length(theirs, 0, 3);
  say.pass();
}

}  // namespace arena::bridge::parts
