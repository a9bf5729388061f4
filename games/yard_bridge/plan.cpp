#include "games/yard_bridge/plan.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace arena::yard_bridge {

namespace {

constexpr std::size_t index_of(int number) { return static_cast<std::size_t>(number); }

/// What a turn has come to.
struct Position {
  CardSet hand;
  Card top;
  Suit suit = cards::spades;
  int put = 0;
  int row = 0;

  [[nodiscard]] bool must_cover() const { return put > 0 && sixes.contains(top); }
  /// Cards of the hand that go on the top as the first of a turn.
  [[nodiscard]] CardSet fitting() const {
    return hand & (CardSet::of(top.rank()) | CardSet::of(suit) | jacks);
  }
  [[nodiscard]] CardSet puts() const {
    return put == 0 || must_cover() ? fitting() : hand & CardSet::of(top.rank());
  }
  [[nodiscard]] Position after(Card card) const {
    Position next = *this;
    next.row = put > 0 && card.rank() == top.rank() ? row + 1 : 1;
    next.put = put + 1;
    next.hand.erase(card);
    next.top = card;
    next.suit = card.suit();
    return next;
  }
};

class Planner {
 public:
  Planner(const View& view, const Weights& weights) : view_(view), weights_(weights) {
    CardSet unseen;
    for (const Card card : full_pack()) unseen.insert(card);
    unseen = unseen - view.hand - view.pile;
    average_ = unseen.empty() ? 0 : 100 * points(unseen) / unseen.size();
  }

  Move best() {
    const Position now{view_.hand, view_.top, view_.suit, view_.put, view_.row};
    if (view_.legal.contains(Move::take())) {
      consider(value(now) - weights_.take, Move::take());
    }
    if (view_.legal.contains(Move::done())) consider(value(now), Move::done());
    extend(now, std::nullopt);
    return best_;
  }

 private:
  void consider(int value, Move move) {
    if (value <= best_value_) return;
    best_value_ = value;
    best_ = move;
  }

  /// Tries all that may be put from here on. `first`: the move that led here.
  void extend(const Position& position, std::optional<Move> first) {
    for (const Card card : position.puts()) {
      Position next = position.after(card);
      const bool is_jack = card.rank() == cards::jack;
      for (const Suit order : {cards::spades, cards::clubs, cards::hearts, cards::diamonds}) {
        if (!is_jack && order != card.suit()) continue;
        next.suit = order;
        const Move move = is_jack ? Move::put(card, order) : Move::put(card);
        consider(value(next), first.value_or(move));
      }
      next.suit = card.suit();
      extend(next, first.value_or(is_jack ? Move::put(card, card.suit()) : Move::put(card)));
    }
  }

  /// Of a turn that ends so.
  [[nodiscard]] int value(const Position& end) const {
    if (end.must_cover()) {
      const bool stuck = end.fitting().empty();
      return stuck ? hand_value(end) - weights_.uncovered : std::numeric_limits<int>::min();
    }
    auto counts = view_.counts;
    Seat last = view_.seat;
    int sum = 0;
    if (end.put > 0) sum += hits(end, counts, last);
    if (end.hand.empty()) return sum + weights_.ends + loot(counts);
    const Seat next = (last + 1) % view_.seats;
    sum += hand_value(end);
    if (next == view_.seat) sum += weights_.again;
    return sum - weights_.danger * threat(counts, next) / 100 * points(end.hand) / 100;
  }

  /// What the last cards are worth; `counts` and the `last` seat that was hit after them.
  int hits(const Position& end, std::array<std::uint8_t, most_players>& counts, Seat& last) const {
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

  /// What the others hold, in hundredths of a point.
  [[nodiscard]] int loot(const std::array<std::uint8_t, most_players>& counts) const {
    int sum = 0;
    for (Seat seat = 0; seat < view_.seats; ++seat) {
      if (seat != view_.seat) sum += counts[index_of(seat)] * average_;
    }
    return sum / (view_.seats - 1);
  }

  /// How likely somebody ends the deal before it is this seat's turn, in hundredths of a per cent.
  [[nodiscard]] int threat(const std::array<std::uint8_t, most_players>& counts, Seat next) const {
    static constexpr std::array<int, 6> by_cards = {50, 45, 25, 12, 6, 3};
    int safe = 10000;
    for (Seat seat = next; seat != view_.seat; seat = (seat + 1) % view_.seats) {
      const std::size_t count = counts[index_of(seat)];
      if (count < by_cards.size()) safe = safe * (100 - by_cards[count]) / 100;
    }
    return 10000 - safe;
  }

  [[nodiscard]] int hand_value(const Position& end) const {
    const CardSet hand = end.hand;
    const CardSet attacks = sevens | eights | aces;
    return -hand.size() * weights_.held - points(hand) * weights_.point +
           end.fitting().size() * weights_.match + (hand & jacks).size() * weights_.jack +
           (hand & attacks).size() * weights_.eight + (hand & sixes).size() * weights_.six;
  }

  const View& view_;
  const Weights& weights_;
  int average_ = 0;  // points of a card that is not seen, in hundredths
  int best_value_ = std::numeric_limits<int>::min();
  Move best_ = Move::done();
};

}  // namespace

Move planned_move(const View& view, const Weights& weights) {
  return Planner(view, weights).best();
}

}  // namespace arena::yard_bridge
