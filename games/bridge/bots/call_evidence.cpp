#include "games/bridge/bots/call_evidence.hpp"

#include <algorithm>

#include "games/bridge/bots/natural.hpp"

namespace arena::bridge {

namespace {

/// A hand that is further away from what its calls show is not looked at call by call.
constexpr int near = 2;
/// What a call counts that `natural` would not make.
constexpr int other_call = 3;

}  // namespace

CallEvidence::CallEvidence(const View& view) : reader_(view.auction) {
  Auction auction(view.auction.dealer());
  Seat caller = auction.dealer();
  for (const Call call : view.auction.calls()) {
    if (caller != view.seat && caller != view.dummy) {
      View question{};
      question.seat = question.turn = question.actor = caller;
      question.dealer = auction.dealer();
      question.dummy = no_seat;
      question.auction = auction;
      question.legal = Moves::of_calls(auction.legal(caller));
      question.stage = Stage::auction;
      question.vulnerable = view.vulnerable;
      questions_.push_back(question);
      calls_.push_back(call);
    }
    auction.add(call, caller);
    caller = after(caller);
  }
}

int CallEvidence::misfit(const std::array<CardSet, seat_count>& dealt) const {
  std::array<int, seat_count> distances{};
  for (Seat seat = 0; seat < seat_count; ++seat)
    distances[index_of(seat)] = distance(dealt[index_of(seat)], seat);
  int misfit = 0;
  for (const int distance : distances) misfit += distance;
  for (std::size_t i = 0; i < calls_.size(); ++i) {
    View question = questions_[i];
    question.hand = dealt[index_of(question.seat)];
    const bool is_near = distances[index_of(question.seat)] <= near;
    if (!is_near || natural_call(question) != calls_[i]) misfit += other_call;
  }
  return misfit;
}

/// How many points and cards the hand is away from what its calls show.
int CallEvidence::distance(CardSet hand, Seat seat) const {
  const Shown& shown = reader_.shown(seat);
  const Strength strength(hand);
  int distance = std::max({shown.least - strength.points, strength.high - shown.most, 0});
  for (std::size_t suit = 0; suit < shown.length.size(); ++suit)
    distance += std::max(shown.length[suit] - strength.length[suit], 0);
  return distance;
}

}  // namespace arena::bridge
