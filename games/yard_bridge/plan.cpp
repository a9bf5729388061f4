#include "games/yard_bridge/plan.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "games/yard_bridge/odds.hpp"

namespace arena::yard_bridge {

namespace {

/// What has been put during a turn, and what is left.
struct Situation {
  CardSet hand;
  Card top;
  Suit suit = cards::spades;
  int put = 0;
  int row = 0;

  [[nodiscard]] bool must_cover() const { return put > 0 && sixes.contains(top); }
  /// The cards of the hand that may be put on the top as the first of a turn.
  [[nodiscard]] CardSet fitting() const {
    return hand & (CardSet::of(top.rank()) | CardSet::of(suit) | jacks);
  }
  [[nodiscard]] CardSet puts() const {
    return put == 0 || must_cover() ? fitting() : hand & CardSet::of(top.rank());
  }
  [[nodiscard]] Situation after(Card card) const {
    Situation next = *this;
    next.row = put > 0 && card.rank() == top.rank() ? row + 1 : 1;
    next.put = put + 1;
    next.hand.erase(card);
    next.top = card;
    next.suit = card.suit();
    return next;
  }
};

CardSet unseen_by(const View& view) {
  CardSet all;
  for (const Card card : full_pack()) all.insert(card);
  return all - view.hand - view.pile;
}

using Counts = std::array<std::uint8_t, most_players>;  // hand sizes by seat

class Planner {
 public:
  Planner(const View& view, const Weights& weights, const Lacks& lacks)
      : view_(view), weights_(weights), lacks_(lacks), odds_(unseen_by(view)) {
    const CardSet unseen = unseen_by(view);
    average_ = unseen.empty() ? 0 : 100 * points(unseen) / unseen.size();
  }

  Move best() {
    const Situation now{view_.hand, view_.top, view_.suit, view_.put, view_.row};
    Move best = Move::done();
    int most = std::numeric_limits<int>::min();
    for (std::size_t i = 0; i < view_.legal.size(); ++i) {
      const Move move = view_.legal[i];
      const int worth = worth_of(now, move);
      if (worth <= most) continue;
      most = worth;
      best = move;
    }
    return best;
  }

 private:
  static constexpr int turns_ahead = 2;    // own turns, if no other seat comes between
  static constexpr int most_tried = 4000;  // bounds the time to examine one move
  static constexpr int never = -1'000'000;

  [[nodiscard]] int worth_of(const Situation& now, Move move) {
    tried_ = 0;
    if (move == Move::done()) return end_value(now, view_.counts, turns_ahead);
    if (move == Move::take()) return hand_value(now) - weights_.take;
    Situation next = now.after(move.card());
    next.suit = move.suit();
    return std::max(end_value(next, view_.counts, turns_ahead),
                    best_put(next, view_.counts, turns_ahead));
  }

  /// The best value of all ways to put at least one more card.
  [[nodiscard]] int best_put(const Situation& position, const Counts& counts, int ahead) {
    int best = never;
    if (++tried_ > most_tried) return best;
    for (const Card card : position.puts()) {
      Situation next = position.after(card);
      best = std::max(best, best_put(next, counts, ahead));
      for (const Suit order : {cards::spades, cards::clubs, cards::hearts, cards::diamonds}) {
        if (order != card.suit() && !jacks.contains(card)) continue;
        next.suit = order;
        best = std::max(best, end_value(next, counts, ahead));
      }
    }
    return best;
  }

  /// The value of a turn that ends like this.
  [[nodiscard]] int end_value(const Situation& end, Counts counts, int ahead) {
    if (end.must_cover())
      return end.fitting().empty() ? hand_value(end) : never;  // the seat takes until it can cover
    Seat last = view_.seat;
    int sum = end.put > 0 ? hits(end, counts, last) : 0;
    if (end.hand.empty()) return sum + deal_end_value(counts);
    const Seat next = (last + 1) % view_.seats;
    if (next != view_.seat) {
      const bool blocked = (lacks_[index_of(next)] >> end.suit & 1U) != 0;
      if (blocked) sum += weights_.block;
      return sum + hand_value(end) -
             weights_.danger * threat(counts, next) / 100 * points(end.hand) / 100;
    }
    const int rest = hand_value(end) + weights_.again;
    if (ahead == 0) return sum + rest;
    return sum + std::max(rest, best_put({end.hand, end.top, end.suit, 0, 0}, counts, ahead - 1));
  }

  /// The value of the hits by the last cards. Updates `counts`, and `last` to the last seat hit.
  int hits(const Situation& end, Counts& counts, Seat& last) const {
    const Rank rank = end.top.rank();
    if (rank == cards::seven) {
      const Seat next = (view_.seat + 1) % view_.seats;
      counts[index_of(next)] = static_cast<std::uint8_t>(counts[index_of(next)] + end.row);
      return end.row * weights_.given;
    }
    if (rank != cards::eight && rank != cards::ace) return 0;
    int sum = 0;
    for (int hit = 0; hit < end.row; ++hit) {
      last = (last + 1) % view_.seats;
      if (last == view_.seat) last = (last + 1) % view_.seats;
      sum += weights_.lost_turn;
      if (rank != cards::eight) continue;
      counts[index_of(last)] = static_cast<std::uint8_t>(counts[index_of(last)] + 2);
      sum += 2 * weights_.given;
    }
    return sum;
  }

  /// The value of ending the deal. The others' hands are unknown, so each counts as that many
  /// average unseen cards; but the chance that a total lands exactly on the target uses the actual
  /// unseen cards.
  [[nodiscard]] int deal_end_value(const Counts& counts) const {
    int worth = weights_.ends + loot(counts);
    if (view_.options.deals == 0) worth -= forgiven(counts);
    if (match_ends(counts)) worth += weights_.settled * lead(counts) / (view_.seats - 1);
    return worth;
  }

  /// The expected total after a deal that ends now, in hundredths of a point.
  [[nodiscard]] std::int64_t total_after(Seat seat, const Counts& counts) const {
    const int held = seat == view_.seat ? 0 : counts[index_of(seat)];
    return std::int64_t{100} * view_.totals[index_of(seat)] + held * average_;
  }

  [[nodiscard]] bool match_ends(const Counts& counts) const {
    if (view_.options.deals > 0) return view_.deal == view_.options.deals;
    for (Seat seat = 0; seat < view_.seats; ++seat) {
      if (total_after(seat, counts) > std::int64_t{100} * view_.options.target) return true;
    }
    return false;
  }

  /// The number of opponents behind this seat minus the number of those ahead.
  [[nodiscard]] int lead(const Counts& counts) const {
    int lead = 0;
    const std::int64_t own = total_after(view_.seat, counts);
    for (Seat seat = 0; seat < view_.seats; ++seat) {
      const std::int64_t other = total_after(seat, counts);
      lead += other > own ? 1 : other < own ? -1 : 0;
    }
    return lead;
  }

  /// What landing exactly on the target takes off the others' totals, in hundredths of a point.
  [[nodiscard]] int forgiven(const Counts& counts) const {
    const int target = view_.options.target;
    // Limited, because it is compared with much smaller numbers of 32 bits.
    const int worth = std::min(target, 1'000'000);
    std::int64_t millionths = 0;
    for (Seat seat = 0; seat < view_.seats; ++seat) {
      if (seat == view_.seat) continue;
      const int missing = target - view_.totals[index_of(seat)];
      millionths += odds_.millionths(counts[index_of(seat)], missing);
    }
    return static_cast<int>(millionths * worth / 10'000 / (view_.seats - 1));
  }

  /// The points in the others' hands, in hundredths of a point.
  [[nodiscard]] int loot(const Counts& counts) const {
    int sum = 0;
    for (Seat seat = 0; seat < view_.seats; ++seat) {
      if (seat != view_.seat) sum += counts[index_of(seat)] * average_;
    }
    return sum / (view_.seats - 1);
  }

  /// The probability that another seat ends the deal before this one's turn, in units of 0.01 %.
  [[nodiscard]] int threat(const Counts& counts, Seat next) const {
    static constexpr std::array<int, 6> by_cards = {50, 45, 25, 12, 6, 3};
    int safe = 10000;
    for (Seat seat = next; seat != view_.seat; seat = (seat + 1) % view_.seats) {
      const std::size_t count = counts[index_of(seat)];
      if (count < by_cards.size()) safe = safe * (100 - by_cards[count]) / 100;
    }
    return 10000 - safe;
  }

  [[nodiscard]] int hand_value(const Situation& end) const {
    const CardSet hand = end.hand;
    const CardSet attacks = sevens | eights | aces;
    return -hand.size() * weights_.held - points(hand) * weights_.point +
           end.fitting().size() * weights_.match + (hand & jacks).size() * weights_.jack +
           (hand & attacks).size() * weights_.attack + (hand & sixes).size() * weights_.six;
  }

  const View& view_;
  const Weights& weights_;
  const Lacks& lacks_;
  Odds odds_;        // of unseen cards
  int average_ = 0;  // points of an unseen card, in hundredths
  int tried_ = 0;    // continuations tried for the current move
};

}  // namespace

Move planned_move(const View& view, const Weights& weights, const Lacks& lacks) {
  return Planner(view, weights, lacks).best();
}

}  // namespace arena::yard_bridge
