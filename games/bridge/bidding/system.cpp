#include "games/bridge/bidding/system.hpp"

#include "games/bridge/bidding/parts.hpp"

namespace arena::bridge {

namespace {

using namespace parts;

/// Partner has spoken, the caller has not.
void respond(const AuctionReader& auction, Rules& say) {
  const Shown& partner = auction.partner();
  const Call call = partner.last;
  if (partner.meaning == Meaning::takeout && !partner.passed_last)
    return advance_double(auction, say);
  if (!call.is_bid()) return;
  if (call.strain() == Strain::notrump) {
    if (call.level() <= 2 && auction.partner_bid_last()) respond_to_notrump(auction, say);
    if (call.level() == 1 && auction.passes() == 0) respond_over_notrump(auction, say);
  } else if (!partner.opened) {
    if (call.level() <= 2 && partner.points.most > 11) advance_overcall(auction, say);
  } else if (partner.meaning == Meaning::strong) {
    if (auction.partner_bid_last()) respond_to_strong(say);
  } else if (call.level() >= 2) {
    respond_to_preempt(auction, say);
  } else if (auction.passes() == 0) {
    respond_over(auction, say);
  } else if (auction.partner_bid_last()) {
    is_major(call.strain()) ? respond_to_major(auction, say) : respond_to_minor(auction, say);
  }
}

/// The caller opened one of a suit, and partner answered.
void rebid(const AuctionReader& auction, Rules& say) {
  const Call response = auction.partner().last;
  const Meaning meaning = auction.partner().meaning;
  if (meaning == Meaning::game_raise) return rebid_after_game_raise(auction, say);
  if (response == Call::bid(1, Strain::notrump)) return rebid_after_one_notrump(auction, say);
  if (response.strain() == Strain::notrump) return;
  if (response.level() == 1) return rebid_after_suit(auction, say);
  if (response.level() == 2 && meaning == Meaning::game_forcing)
    rebid_after_two_over_one(auction, say);
}

/// Partner's last call asks something.
void answer(const AuctionReader& auction, Rules& say) {
  switch (auction.partner().meaning) {
    case Meaning::blackwood:
      return answer_blackwood(say);
    case Meaning::aces:
      return after_blackwood(auction, say);
    case Meaning::stayman:
      return answer_stayman(auction, say);
    case Meaning::transfer:
      return answer_transfer(auction, say);
    case Meaning::checkback:
      return answer_checkback(auction, say);
    case Meaning::feature:
      return answer_feature(auction, say);
    case Meaning::fourth_suit:
      return answer_fourth_suit(auction, say);
    case Meaning::relay:
      return answer_relay(auction, say);
    case Meaning::cue:
      if (auction.own().meaning == Meaning::takeout) answer_cue(auction, say);
      return;
    case Meaning::negative:
      if (auction.own().opened) answer_negative(auction, say);
      return;
    case Meaning::waiting:
      return rebid_after_waiting(auction, say);
    default:
      return;
  }
}

/// The caller's second call, after a bid of partner.
void second_call(const AuctionReader& auction, Rules& say) {
  const Shown& own = auction.own();
  const Shown& partner = auction.partner();
  const bool partner_answered = partner.first == partner.last && own.opened;
  const bool preempted = own.opened && own.last.level() >= 2 && own.points.most <= 11;
  if (own.meaning == Meaning::relay) {
    after_relay(say);
  } else if (preempted && partner.meaning == Meaning::forcing) {
    answer_new_suit(auction, say);
  } else if (own.last == Call::bid(1, Strain::notrump) && own.meaning == Meaning::forcing) {
    after_one_notrump(auction, say);
  } else if (own.meaning == Meaning::stayman) {
    after_stayman(auction, say);
  } else if (own.meaning == Meaning::transfer) {
    if (partner.last.level() == own.last.level()) after_transfer(auction, say);
  } else if (own.meaning == Meaning::waiting) {
    if (partner.last == Call::bid(2, Strain::notrump)) respond_to_notrump(auction, say);
  } else if (partner_answered) {
    if (own.last.level() == 1 && own.last.strain() != Strain::notrump) rebid(auction, say);
  } else if (partner.first != partner.last && !auction.they_spoke()) {
    checkback(auction, say);
    fourth_suit(auction, say);
  }
}

}  // namespace

Rules system_rules(const AuctionReader& auction) {
  Rules say(auction.legal());
  if (!auction.we_spoke()) {
    auction.last_bid() ? overcall(auction, say) : open(auction, say);
    return say;
  }
  const Shown& own = auction.own();
  const bool partner_bid = auction.partner_bid_last();
  if (partner_bid || auction.partner_doubled_last()) answer(auction, say);
  if (!own.spoke()) {
    respond(auction, say);
  } else if (partner_bid && own.first == own.last && own.last.is_bid()) {
    second_call(auction, say);
  }
  say.for_other_hands();
  go_on(auction, say);
  return say;
}

Move system_call(const AuctionReader& auction, CardSet hand) {
  const Rules rules = system_rules(auction);
  const Call call = rules.call(Strength(hand));
  Move move = Move::of(call);
  const auto message = rules.message(call);
  if (call.is_bid() && !message->name.empty()) move.alert = alert_with(text_of(*message));
  return move;
}

}  // namespace arena::bridge
