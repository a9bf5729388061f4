#include "games/bridge/bidding/auction_reader.hpp"

#include <algorithm>

#include "games/bridge/bidding/system.hpp"

namespace arena::bridge {

namespace {

/// The part of `known` that `news` allows. If they exclude each other, the player bids by another
/// system, and the news counts.
Range narrowed(Range known, Range news) {
  const Range both{std::max(known.least, news.least), std::min(known.most, news.most)};
  return both.least <= both.most ? both : news;
}

}  // namespace

AuctionReader::AuctionReader(const Auction& auction, Vulnerable vulnerable)
    : AuctionReader(auction.dealer(), vulnerable) {
  for (const Call call : auction.calls()) add(call);
}

Call AuctionReader::cheapest(Strain strain) const {
  if (!last_bid_) return Call::bid(1, strain);
  return Call::bid(last_bid_->level() + (strain > last_bid_->strain() ? 0 : 1), strain);
}

bool AuctionReader::reached_game() const {
  if (!last_bid_ || !we_bid_last()) return false;
  const Strain strain = last_bid_->strain();
  if (strain != Strain::notrump &&
      shown(bidder_).length[static_cast<std::size_t>(strain)].most <= 1)
    return false;  // a splinter
  const int game = strain == Strain::notrump ? 3 : is_major(strain) ? 4 : 5;
  return last_bid_->level() >= game;
}

bool AuctionReader::forced() const {
  if (!last_bid_) return false;
  const bool below_game = we_bid_last() && forced_to_game() && !reached_game();
  // The caller's own bid was doubled, and partner passed.
  if (bidder_ == caller_ && doubled_ == 1 && passes_ == 2)
    return is_artificial(own().meaning) || below_game;
  if (passes_ != 1) return false;
  const bool partner_asks = partner_bid_last() || partner_doubled_last();
  return (partner_asks && is_forcing(partner().meaning)) || below_game;
}

void AuctionReader::add(Call call) {
  learn(shown_[index_of(caller_)], call);
  auction_.add(call, caller_);
  if (call.is_bid()) {
    last_bid_ = call;
    bidder_ = caller_;
    doubled_ = 0;
  } else if (call != Call::pass()) {
    ++doubled_;
  }
  passes_ = call == Call::pass() ? passes_ + 1 : 0;
  caller_ = after(caller_);
}

void AuctionReader::learn(Shown& own, Call call) {
  const auto message = system_rules(*this).message(call);
  if (message) {
    own.points = narrowed(own.points, message->strength);
    for (std::size_t suit = 0; suit < own.length.size(); ++suit) {
      const Range length = message->needs.length[suit];
      const bool any = length == any_length && message->needs.balanced;
      own.length[suit] = narrowed(own.length[suit], any ? Range{2, 5} : length);
    }
  } else if (call.is_bid() && call.strain() != Strain::notrump) {
    // Another system: a suit is bid with four cards.
    Range& length = own.length[static_cast<std::size_t>(call.strain())];
    length = narrowed(length, {4, 13});
  }
  own.passed_last = call == Call::pass();
  if (own.passed_last) {
    own.passed_first = own.passed_first || !we_spoke();
    return;
  }
  if (!own.spoke()) own.first = call;
  own.opened = own.opened || (call.is_bid() && !last_bid_);
  own.last = call;
  own.meaning = message ? message->meaning : Meaning::natural;
  if (own.meaning == Meaning::game_forcing || own.meaning == Meaning::game_raise ||
      own.meaning == Meaning::fourth_suit)
    forced_to_game_[side()] = true;
}

}  // namespace arena::bridge
