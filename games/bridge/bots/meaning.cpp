#include "games/bridge/bots/meaning.hpp"

#include <algorithm>

namespace arena::bridge {

namespace {

void show(Shown& own, int least, int most) {
  own.least = std::max(own.least, least);
  own.most = std::max(std::min(own.most, most), own.least);
}

void show_length(Shown& own, Strain strain, int length) {
  if (strain == Strain::notrump) return;
  int& known = own.length[static_cast<std::size_t>(strain)];
  known = std::max(known, length);
}

void show_balanced(Shown& own, int least, int most) {
  show(own, least, most);
  for (int& length : own.length) length = std::max(length, 2);
}

}  // namespace

Strength::Strength(CardSet hand) {
  const auto count = [hand](Rank rank) { return (hand & CardSet::of(rank)).size(); };
  high =
      4 * count(cards::ace) + 3 * count(cards::king) + 2 * count(cards::queen) + count(cards::jack);
  points = high;
  int doubletons = 0;
  balanced = true;
  for (std::size_t suit = 0; suit < length.size(); ++suit) {
    length[suit] = length_of(hand, suit_of(static_cast<Strain>(suit)));
    points += std::max(length[suit] - 4, 0);
    doubletons += length[suit] == 2 ? 1 : 0;
    balanced = balanced && length[suit] >= 2;
  }
  balanced = balanced && doubletons <= 1;
}

Strain Strength::longest() const {
  std::size_t best = 0;
  for (std::size_t suit = 1; suit < length.size(); ++suit) {
    if (length[suit] >= length[best]) best = suit;
  }
  return static_cast<Strain>(best);
}

AuctionReader::AuctionReader(const Auction& auction) {
  Seat caller = auction.dealer();
  for (const Call call : auction.calls()) {
    add(caller, call);
    caller = after(caller);
  }
}

std::optional<Call> AuctionReader::cheapest(Strain strain) const {
  for (int level = 1; level <= 7; ++level) {
    const Call bid = Call::bid(level, strain);
    if (!last_bid_ || bid.code > last_bid_->code) return bid;
  }
  return std::nullopt;
}

int AuctionReader::jump(Call bid) const {
  const auto lowest = cheapest(bid.strain());
  return lowest ? bid.level() - lowest->level() : 0;
}

void AuctionReader::add(Seat caller, Call call) {
  Shown& own = shown_[index_of(caller)];
  if (call == Call::pass()) {
    // A player who passes at the first opportunity could not open.
    if (!own.spoke()) own.most = std::min(own.most, side_spoke(caller) ? own.most : 12);
    return;
  }
  const Meaning meaning = meaning_of(caller, call);
  own.meaning = meaning;
  if (call.is_bid()) {
    learn_bid(caller, call);
    last_bid_ = call;
    bidder_ = caller;
    is_doubled_ = false;
  } else {
    if (meaning == Meaning::takeout) show(own, 12, 37);
    is_doubled_ = true;
  }
  own.last = call;
}

Meaning AuctionReader::meaning_of(Seat caller, Call call) const {
  const Shown& partner = shown(partner_of(caller));
  const bool spoke = side_spoke(caller);
  if (!call.is_bid()) {
    const bool can_be_takeout = call == Call::doubles() && !spoke && last_bid_->level() <= 3;
    return can_be_takeout ? Meaning::takeout : Meaning::natural;
  }
  const bool after_suit = partner.last.is_bid() && partner.last.strain() != Strain::notrump;
  if (call == Call::bid(4, Strain::notrump) && after_suit) return Meaning::blackwood;
  if (partner.meaning == Meaning::blackwood && call.level() == 5) return Meaning::aces;
  const bool over_one_notrump =
      last_bid_ == Call::bid(1, Strain::notrump) && bidder_ == partner_of(caller);
  if (over_one_notrump) {
    if (call == Call::bid(2, Strain::clubs)) return Meaning::stayman;
    const bool is_strong_suit = call.level() == 3 && call.strain() != Strain::notrump;
    return is_strong_suit ? Meaning::forcing : Meaning::natural;
  }
  if (!last_bid_ && call == Call::bid(2, Strain::clubs)) return Meaning::strong;
  const bool new_suit = call.strain() != Strain::notrump && partner.of(call.strain()) < 3 &&
                        shown(caller).of(call.strain()) < 3;
  const bool responds = partner.spoke() && !shown(caller).spoke() && partner.most > 12 &&
                        partner.meaning != Meaning::takeout;
  return new_suit && responds ? Meaning::forcing : Meaning::natural;
}

void AuctionReader::learn_bid(Seat caller, Call bid) {
  Shown& own = shown_[index_of(caller)];
  const Shown& partner = shown(partner_of(caller));
  switch (own.meaning) {
    case Meaning::stayman:
      show(own, 8, 37);
      return;
    case Meaning::strong:
      show(own, 21, 37);
      return;
    case Meaning::blackwood:
    case Meaning::aces:
      return;
    default:
      break;
  }
  const bool first = !own.last.is_bid() && own.last == Call::pass();
  if (!first) return learn_later(own, partner, bid);
  if (partner.spoke()) return learn_response(own, partner, bid);
  if (last_bid_) return learn_overcall(own, bid);
  learn_opening(own, bid);
}

void AuctionReader::learn_opening(Shown& own, Call bid) const {
  if (bid.strain() == Strain::notrump)
    return bid.level() == 1 ? show_balanced(own, 15, 17) : show_balanced(own, 20, 21);
  if (bid.level() == 1) {
    show(own, 11, 21);
    show_length(own, bid.strain(), is_major(bid.strain()) ? 5 : 3);
  } else {
    show(own, 5, 11);
    show_length(own, bid.strain(), bid.level() + 4);
  }
}

void AuctionReader::learn_overcall(Shown& own, Call bid) const {
  if (bid.strain() == Strain::notrump) return show_balanced(own, 15, 18);
  const bool weak = jump(bid) > 0;
  if (weak) {
    show(own, 5, 11);
  } else {
    show(own, bid.level() == 1 ? 8 : 11, 17);
  }
  show_length(own, bid.strain(), weak ? 6 : 5);
}

void AuctionReader::learn_response(Shown& own, const Shown& partner, Call bid) const {
  const int level = bid.level();
  const int jumped = jump(bid);
  if (partner.meaning == Meaning::takeout) {
    show(own, jumped > 0 ? 9 : 0, jumped > 0 ? 12 : 8);
    return show_length(own, bid.strain(), 4);
  }
  if (partner.meaning == Meaning::strong) {
    // 2D only waits.
    if (bid != Call::bid(2, Strain::diamonds)) show_length(own, bid.strain(), 5);
    return;
  }
  if (partner.last == Call::bid(1, Strain::notrump)) {
    if (bid.strain() == Strain::notrump)
      return level == 2 ? show(own, 8, 9) : level == 3 ? show(own, 10, 15) : show(own, 16, 37);
    show_length(own, bid.strain(), level == 4 ? 6 : 5);
    return level == 2 ? show(own, 0, 8) : show(own, 10, 37);
  }
  if (bid.strain() == Strain::notrump)
    return level == 1 ? show(own, 6, 10) : level == 2 ? show(own, 11, 12) : show(own, 13, 17);
  if (partner.of(bid.strain()) >= 3) {
    show_length(own, bid.strain(), 3);
    return jumped == 0 ? show(own, 6, 10) : jumped == 1 ? show(own, 10, 12) : show(own, 10, 17);
  }
  show(own, level == 1 ? 6 : 10, 37);
  show_length(own, bid.strain(), level == 1 ? 4 : 5);
}

/// A second bid of a player. Who bids again thinks that a game is possible.
void AuctionReader::learn_later(Shown& own, const Shown& partner, Call bid) const {
  const bool rebids = own.of(bid.strain() == Strain::notrump ? Strain::clubs : bid.strain()) >= 3;
  if (bid.strain() == Strain::notrump) {
    if (own.last.level() == 1 && partner.meaning == Meaning::forcing) {
      if (bid.level() == 1) show(own, 11, 15);
      if (bid.level() == 2 && jump(bid) > 0) show(own, 18, 19);
    }
  } else if (partner.of(bid.strain()) >= 4) {
    show_length(own, bid.strain(), partner.of(bid.strain()) >= 5 ? 3 : 4);
    if (partner.meaning == Meaning::forcing)
      return jump(bid) > 0 ? show(own, 16, 21) : show(own, 11, 16);
  } else {
    show_length(own, bid.strain(), rebids ? own.of(bid.strain()) + 1 : 4);
    if (jump(bid) > 0) return show(own, 16, 21);
  }
  if (partner.meaning != Meaning::forcing && partner.meaning != Meaning::stayman)
    show(own, std::min(points_for_game - partner.most, own.most), own.most);
}

}  // namespace arena::bridge
