#include <optional>

#include "games/bridge/bidding/system.hpp"
#include "games/bridge/bots/natural.hpp"

namespace arena::bridge {

namespace {

/// Ranks first, so that the order does not depend on the suits' bits.
int order(Card card) { return card.rank() * 4 + static_cast<int>(strain_of(card.suit())); }

/// Chooses the card of one hand.
class Player {
 public:
  explicit Player(const View& view)
      : view_(view),
        legal_(view.legal.cards()),
        declares_(side_of(view.seat) == side_of(view.contract.declarer)),
        unseen_(whole_pack - view.hand - view.table - played()) {}

  [[nodiscard]] Card choose() const {
    if (legal_.size() == 1) return legal_.front();
    if (view_.tricks.on_table() > 0) return follow();
    if (view_.tricks.cards.empty()) return lead_first();
    return declares_ ? lead_as_declarer() : lead_as_defender();
  }

 private:
  [[nodiscard]] bool has_trumps() const { return view_.contract.strain != Strain::notrump; }
  [[nodiscard]] Suit trump() const { return suit_of(view_.contract.strain); }
  [[nodiscard]] CardSet trumps(CardSet cards) const {
    return has_trumps() ? cards & CardSet::of(trump()) : CardSet();
  }
  [[nodiscard]] bool is_trump(Card card) const { return has_trumps() && card.suit() == trump(); }
  [[nodiscard]] CardSet played() const {
    CardSet played;
    for (const Card card : view_.tricks.cards) played.insert(card);
    return played;
  }
  /// The hand that the seat's side holds opposite, if it can be seen.
  [[nodiscard]] CardSet opposite() const {
    if (!declares_) return {};
    return view_.turn == view_.seat ? view_.table : view_.hand;
  }
  [[nodiscard]] bool beats(Card card, Card other) const {
    if (card.suit() == other.suit()) return card.rank() > other.rank();
    return is_trump(card);
  }
  /// The cards of the suit that are higher.
  static CardSet above(Card card) {
    CardSet higher;
    for (int rank = card.rank() + 1; rank <= cards::ace; ++rank)
      higher.insert(Card(card.suit(), static_cast<Rank>(rank)));
    return higher;
  }
  /// No other hand that may be an opponent's has a higher card of the suit.
  [[nodiscard]] bool is_high(Card card) const {
    const CardSet others = declares_ ? unseen_ : unseen_ | view_.table;
    return (above(card) & others).empty();
  }

  [[nodiscard]] Card follow() const;
  [[nodiscard]] Card discard() const;
  [[nodiscard]] Card lead_first() const;
  [[nodiscard]] Card lead_as_declarer() const;
  [[nodiscard]] Card lead_as_defender() const;
  [[nodiscard]] Card from_suit(Suit suit) const;

  const View& view_;
  CardSet legal_;
  bool declares_;
  CardSet unseen_;  // in hands that the seat cannot see
};

/// Second hand low, third hand as high as needed, fourth hand as cheap as possible.
Card Player::follow() const {
  const auto& cards = view_.tricks.cards;
  const int on_table = view_.tricks.on_table();
  const std::size_t first = cards.size() - index_of(on_table);
  std::size_t best = first;
  for (std::size_t i = first + 1; i < cards.size(); ++i) {
    if (beats(cards[i], cards[best])) best = i;
  }
  const bool partner_wins = on_table >= 2 && best == cards.size() - 2;
  CardSet winning;
  for (const Card card : legal_) {
    if (beats(card, cards[best])) winning.insert(card);
  }
  if (winning.empty()) return discard();
  const bool last = on_table == 3;
  if (partner_wins && (last || is_high(cards[best]) || is_trump(winning.front()))) return discard();
  if (last) return lowest(winning);
  if (legal_.front().suit() != cards[first].suit()) return lowest(winning);  // a ruff
  if (on_table == 1) {
    // Second hand: takes the trick only with a card that nothing beats, over an honour.
    const Card top = highest(winning);
    return is_high(top) && cards[first].rank() >= cards::ten ? top : discard();
  }
  if (!declares_) return highest(winning);
  // The declarer finesses: the lowest card that at most one unseen card beats.
  Card choice = highest(winning);
  for (const Card card : winning) {
    if ((above(card) & unseen_).size() <= 1 && order(card) < order(choice)) choice = card;
  }
  return partner_wins ? discard() : choice;
}

/// The lowest card; trumps only if there is nothing else.
Card Player::discard() const {
  const CardSet plain = legal_ - trumps(legal_);
  return lowest(plain.empty() ? legal_ : plain);
}

/// The top of touching honours, else the fourth highest, else the lowest.
Card Player::from_suit(Suit suit) const {
  const CardSet held = legal_ & CardSet::of(suit);
  const Card top = highest(held);
  if (top.rank() >= cards::jack && held.contains(Card(suit, static_cast<Rank>(top.rank() - 1))))
    return top;
  if (held.size() >= 4 && !(has_trumps() && top.rank() == cards::ace))
    return held.nth(held.size() - 4);
  return top.rank() == cards::ace && has_trumps() ? top : lowest(held);
}

Card Player::lead_first() const {
  std::optional<Suit> best;
  int most = 0;
  for (const Suit suit : suits_from_spades) {
    const CardSet held = legal_ & CardSet::of(suit);
    if (held.empty() || (has_trumps() && suit == trump())) continue;
    int value = 2 * held.size();
    const Card top = highest(held);
    const bool touching = top.rank() >= cards::jack && held.size() >= 2 &&
                          held.contains(Card(suit, static_cast<Rank>(top.rank() - 1)));
    value += touching ? 5 : 0;
    if (has_trumps() && held.size() == 1) value += 8;
    if (has_trumps() && top.rank() == cards::ace && !touching) value -= 6;
    if (value <= most && best) continue;
    best = suit;
    most = value;
  }
  return from_suit(best.value_or(highest(legal_).suit()));
}

/// Draws trumps, then takes sure tricks, then leads towards the longest suit of both hands.
Card Player::lead_as_declarer() const {
  const CardSet other = opposite();
  const CardSet own_trumps = trumps(legal_);
  if (!own_trumps.empty() && !trumps(unseen_).empty() &&
      own_trumps.size() + trumps(other).size() > trumps(unseen_).size()) {
    const Card top = highest(own_trumps);
    return is_high(top) ? top : lowest(own_trumps);
  }
  std::optional<Suit> longest;
  int most = -1;
  for (const Suit suit : suits_from_spades) {
    const CardSet held = legal_ & CardSet::of(suit);
    if (held.empty() || (has_trumps() && suit == trump())) continue;
    const CardSet both = held | (other & CardSet::of(suit));
    const bool can_win = is_high(highest(both));
    const int value = both.size() + (can_win ? 0 : 4);
    // In notrump, the suit to develop comes before the sure tricks.
    if (value <= most) continue;
    longest = suit;
    most = value;
  }
  if (!longest) return highest(legal_);
  const CardSet held = legal_ & CardSet::of(*longest);
  const Card top = highest(held);
  const CardSet there = other & CardSet::of(*longest);
  if (is_high(top) && (there.empty() || !is_high(highest(there)) || held.size() <= there.size()))
    return top;
  return lowest(held);
}

/// Continues the suit that its side led first, else leads from its longest one.
Card Player::lead_as_defender() const {
  for (const Card card : legal_) {
    const bool safe = !has_trumps() || trumps(unseen_ | view_.table).empty() ||
                      length_of(view_.hand, card.suit()) <= 4;
    if (is_high(card) && safe && !is_trump(card)) return card;
  }
  for (std::size_t trick = 0; trick < view_.tricks.leaders.size(); ++trick) {
    const Seat leader = view_.tricks.leaders[trick];
    if (leader != view_.seat && leader != partner_of(view_.seat)) continue;
    const Suit suit = view_.tricks.cards[trick * seat_count].suit();
    if (!(legal_ & CardSet::of(suit)).empty() && !(has_trumps() && suit == trump()))
      return from_suit(suit);
  }
  return lead_first();
}

}  // namespace

Card lowest(CardSet cards) {
  Card best = cards.front();
  for (const Card card : cards) best = order(card) < order(best) ? card : best;
  return best;
}

Card highest(CardSet cards) {
  Card best = cards.front();
  for (const Card card : cards) best = order(card) > order(best) ? card : best;
  return best;
}

Move natural_call(const View& view) {
  return system_call(AuctionReader(view.auction, view.vulnerable), view.hand);
}

Card natural_card(const View& view) { return Player(view).choose(); }

}  // namespace arena::bridge
