#include <algorithm>

#include "games/bridge/bidding/parts.hpp"

namespace arena::bridge::parts {

using enum Strain;

namespace {

/// Below 3NT, so that a description does no harm.
bool is_low(Call bid) { return bid.code < Call::bid(3, notrump).code; }

class Continuation {
 public:
  Continuation(const AuctionReader& auction, Rules& say)
      : auction_(auction),
        say_(say),
        partner_(auction.partner()),
        own_(auction.own()),
        last_(*auction.last_bid()),
        least_(partner_.points.least),
        middle_((partner_.points.least + partner_.points.most + 1) / 2) {}

  void add_rules() {
    const bool they_bid_last = !auction_.we_bid_last() && auction_.doubled() == 0;
    if (has_said_all() || !(they_bid_last || partner_waits())) {
      say_.pass();
    } else if (they_bid_last) {
      if (own_.meaning == Meaning::strong) strong_suit();
      if (last_.level() < 5) games();
      compete();
    } else {
      go_on();
    }
  }

 private:
  [[nodiscard]] int cards(Strain suit, int both = 8) const {
    return cards_for(auction_, suit, both);
  }
  /// Partner has shown two cards, or the caller six.
  [[nodiscard]] bool can_fit(Strain suit) const {
    return partner_.of(suit) >= 2 || own_.of(suit) >= 6;
  }
  /// After a preempt and an answer about aces partner decides.
  [[nodiscard]] bool has_said_all() const {
    const bool preempted = own_.points.most <= 11 && own_.first.is_bid() && own_.first.level() >= 2;
    return (preempted && !auction_.forced()) || own_.meaning == Meaning::aces;
  }
  /// Partner bid last, or doubled for takeout.
  [[nodiscard]] bool partner_waits() const {
    return auction_.partner_bid_last() || auction_.forced();
  }

  /// For notrump: after a bid of notrump partner has their suits stopped.
  void stop_theirs(Rule& rule) const {
    if (auction_.we_bid_last() && last_.strain() == notrump) return;
    for (const Strain suit : suits_down)
      if (auction_.is_theirs(suit)) rule.stops(suit);
  }

  void go_on();
  void strong_suit();
  void slams();
  void games();
  void better_game();
  void describe();
  void invitations();
  void part_scores();
  void forced_bids();
  void compete();

  const AuctionReader& auction_;
  Rules& say_;
  const Shown& partner_;
  const Shown& own_;
  Call last_;
  int least_;   // points of partner
  int middle_;  // of its range
};

void Continuation::go_on() {
  if (own_.meaning == Meaning::takeout) strong_suit();
  slams();
  if (auction_.reached_game()) return better_game();
  if (auction_.forced_to_game()) {
    describe();
    games();
  } else {
    games();
    invitations();
    part_scores();
  }
  if (auction_.forced()) forced_bids();
  say_.pass();
}

/// A new suit after a takeout double, or after the strong 2C.
void Continuation::strong_suit() {
  for (const Strain suit : suits_down) {
    const Call bid = auction_.cheapest(suit);
    if (bid.level() > 3 || auction_.is_theirs(suit)) continue;
    Rule& rule = say_.add(bid, "strong").points(17).length(suit, 5).longest(suit);
    const Call answer = partner_.last;
    const bool named = answer.is_bid() && answer.strain() != notrump && answer.strain() != suit;
    if (named) rule.length(answer.strain(), 0, 3);
  }
}

void Continuation::slams() {
  if (last_.level() >= 6) return;
  ask_for_aces(auction_, say_);
  say_.bid(7, notrump).high(grand_slam_points - least_);
  say_.bid(6, notrump).high(notrump_slam_points - least_).aces(2, 4);
  const int tries = notrump_slam_points - middle_;
  if (last_ == Call::bid(3, notrump) && partner_.points.most < 30 && own_.points.most >= tries)
    say_.bid(4, notrump, "quantitative").high(tries - 1).points(tries);
}

void Continuation::games() {
  const bool forced = auction_.forced_to_game();
  const auto needs = [&](int points) { return forced ? 0 : points - least_; };
  for (const Strain major : majors) {
    if (!can_fit(major)) continue;
    for (const int more : {0, 1, 2})
      say_.bid(4, major)
          .support(major, needs(game_points - 2 * more))
          .length(major, cards(major) + more);
  }
  for (const Strain major : majors)
    if (own_.of(major) >= 4)
      say_.bid(4, major).points(needs(game_points)).length(major, own_.of(major) >= 5 ? 7 : 6);
  stop_theirs(say_.bid(3, notrump).points(needs(game_points)));
  for (const Strain minor : {diamonds, clubs})
    if (can_fit(minor))
      say_.bid(5, minor).support(minor, minor_game_points - least_).length(minor, cards(minor));
}

/// In place of 3NT.
void Continuation::better_game() {
  if (last_ == Call::bid(3, notrump)) {
    for (const Strain major : majors)
      if (can_fit(major)) say_.bid(4, major).length(major, cards(major));
    for (const Strain major : majors)
      if (own_.of(major) >= 5) say_.bid(4, major).length(major, 7);
  }
  say_.pass();
}

/// In an auction that goes on to game: what has not been shown yet.
void Continuation::describe() {
  // A raise below game is stronger than game.
  for (const int shown : {5, 4})
    for (const Strain major : majors)
      if (is_low(auction_.cheapest(major)) && partner_.of(major) >= shown &&
          own_.of(major) < 8 - shown)
        say_.add(auction_.cheapest(major)).support(major, 16).length(major, 8 - shown);
  for (const Strain major : majors)
    if (can_fit(major)) say_.bid(4, major).length(major, cards(major));
  for (const Strain suit : suits_down) {
    const int own = own_.of(suit);
    if (is_low(auction_.cheapest(suit)) && (own >= 5 || (own >= 4 && is_major(suit))))
      say_.add(auction_.cheapest(suit)).length(suit, std::max(own + 1, 6));
  }
  for (const Strain suit : suits_down)
    if (is_low(auction_.cheapest(suit)) && !auction_.is_theirs(suit) && !auction_.is_ours(suit))
      say_.add(auction_.cheapest(suit)).length(suit, 4);
  for (const Strain minor : {diamonds, clubs})
    if (is_low(auction_.cheapest(minor)) && partner_.of(minor) >= 4 && own_.of(minor) < 4)
      say_.add(auction_.cheapest(minor)).length(minor, cards(minor, 9));
}

void Continuation::invitations() {
  const int most = game_points - least_ - 1;
  const int least = game_points - middle_;
  if (least > most || partner_.points.most > 30) return;
  for (const Strain major : majors) {
    if (!can_fit(major)) continue;
    for (const int more : {0, 1, 2})
      say_.bid(3, major).support(major, least - 2 * more, most).length(major, cards(major) + more);
  }
  for (const Strain major : majors)
    if (own_.of(major) >= 4) say_.bid(3, major).points(least, most).length(major, 6);
  stop_theirs(say_.bid(2, notrump).points(least, most));
}

/// The best contract without ambition.
void Continuation::part_scores() {
  const bool forced = auction_.forced();
  const Strain strain = last_.strain();
  const int highest = forced ? last_.level() + 1 : std::max(last_.level(), 2);
  if (!forced && strain == notrump && last_.level() == 1)
    for (const Strain suit : suits_down)
      say_.bid(2, suit).points(0, 12).length(suit, std::max(cards(suit), 6));
  if (!forced && strain != notrump) say_.pass().length(strain, cards(strain));
  for (const Strain suit : suits_down)
    if (can_fit(suit) && suit != strain && !auction_.is_theirs(suit) &&
        auction_.cheapest(suit).level() <= highest)
      say_.add(auction_.cheapest(suit)).length(suit, std::max(cards(suit), 2));
  if (!forced) {
    Rule& stays = say_.pass();
    if (strain != notrump) stays.length(strain, cards(strain, 7));
  }
  for (const Strain suit : suits_down) {
    const bool bid_before = own_.of(suit) >= (is_major(suit) ? 4 : 3);
    if (bid_before && !auction_.is_theirs(suit) &&
        auction_.cheapest(suit).level() <= last_.level() + 1)
      say_.add(auction_.cheapest(suit)).length(suit, 6);
  }
  for (const Strain suit : suits_down)
    if (suit != strain && partner_.of(suit) >= 4 &&
        auction_.cheapest(suit).level() <= last_.level())
      say_.add(auction_.cheapest(suit)).length(suit, std::max(cards(suit, 7), 2));
}

/// The least bad bid of a hand that may not pass.
void Continuation::forced_bids() {
  for (const Strain suit : suits_down)
    if (own_.of(suit) >= 4 && auction_.cheapest(suit).level() <= last_.level() + 1)
      say_.add(auction_.cheapest(suit)).length(suit, 5).last_resort();
  if (auction_.cheapest(notrump).level() <= 3) say_.add(auction_.cheapest(notrump)).last_resort();
  for (const Strain suit : suits_down)
    if (auction_.is_ours(suit)) say_.add(auction_.cheapest(suit)).last_resort();
  if (last_.strain() != notrump) say_.add(auction_.cheapest(last_.strain())).last_resort();
}

/// The opponents bid last.
void Continuation::compete() {
  if (auction_.passes() == 1) {
    say_.pass();
    return;
  }
  const Strain theirs = last_.strain();
  const int level = last_.level();
  const auto penalty = [&]() -> Rule& {
    return say_.doubles("penalty", Meaning::penalty).points(std::max(game_points - least_, 6));
  };
  if (level >= 4) {
    penalty();
  } else if (level == 3) {
    Rule& rule = penalty();
    if (theirs != notrump) rule.length(theirs, 4);
  }
  if (own_.meaning == Meaning::strong) say_.doubles("takeout", Meaning::takeout);
  // The law of total tricks: a side wins about as many tricks as it has trumps.
  for (const Strain suit : suits_down) {
    const Call bid = auction_.cheapest(suit);
    const bool known = partner_.of(suit) >= 2 || own_.of(suit) >= 5;
    if (!known || auction_.is_theirs(suit) || bid.level() > 4) continue;
    constexpr std::array both = {20, 17, 18, 20};  // points by level
    say_.add(bid)
        .support(suit, both[index_of(bid.level() - 1)] - least_)
        .length(suit, std::max(cards(suit, bid.level() + 6), 2));
  }
  const bool reopens = own_.opened && auction_.passes() == 2;
  if (level <= 2 && theirs != notrump)
    say_.doubles("takeout", Meaning::takeout)
        .high(reopens ? 13 : std::max(22 - least_, 8))
        .length(theirs, 0, 2);
  say_.pass();
}

}  // namespace

void go_on(const AuctionReader& auction, Rules& say) { Continuation(auction, say).add_rules(); }

}  // namespace arena::bridge::parts
