#include "games/most/melds.hpp"

#include <algorithm>

namespace arena::most {

namespace {

bool is_set(const LaidCards& cards) {
  return cards.size() <= cards::suit_count &&
         std::all_of(cards.begin(), cards.end(),
                     [&](const Laid& laid) { return laid.card.rank() == cards[0].card.rank(); });
}

bool is_run(const LaidCards& cards) {
  for (std::size_t i = 1; i < cards.size(); ++i) {
    if (cards[i].card != up(cards[i - 1].card)) return false;
  }
  return true;
}

}  // namespace

std::optional<Meld> meld_of(const LaidCards& cards) {
  if (cards.size() < 3) return std::nullopt;
  if (is_run(cards)) return Meld::run(cards[0].card, static_cast<int>(cards.size()));
  if (!is_set(cards)) return std::nullopt;
  CardSet all;
  for (const Laid& laid : cards) all.insert(laid.card);
  if (all.size() != static_cast<int>(cards.size())) return std::nullopt;
  return Meld::set(all);
}

int points(const LaidCards& cards) {
  CardSet counted;
  for (const Laid& laid : cards) {
    if (!laid.by_joker) counted.insert(laid.card);
  }
  return points(counted);
}

int jokers_in(const LaidCards& cards) {
  return static_cast<int>(
      std::count_if(cards.begin(), cards.end(), [](const Laid& laid) { return laid.by_joker; }));
}

CardSet Table::gaps() const {
  CardSet all;
  for (Id id = 1; id <= count_; ++id) all |= meld(id).gaps();
  return all;
}

Table::Id Table::find(Card card) const {
  for (Id id = 1; id <= count_; ++id) {
    if (meld(id).cards().contains(card)) return id;
  }
  return 0;
}

LaidCards Table::laid(Id id) const {
  LaidCards row;
  for (const Card card : meld(id).in_order()) row.push_back({card, by_jokers_.contains(card)});
  return row;
}

Table::Id Table::lay(Seat seat, const Meld& meld, CardSet by_jokers) {
  melds_[count_] = meld;
  owners_[count_] = static_cast<std::uint8_t>(seat);
  ++count_;
  melded_.insert(seat);
  laid_[static_cast<std::size_t>(seat)] |= meld.cards();
  cards_ |= meld.cards() - by_jokers;
  by_jokers_ |= by_jokers;
  return count_;
}

void Table::add(Seat seat, Id id, Laid laid) {
  melds_[index(id)].add(laid.card);
  laid_[static_cast<std::size_t>(seat)].insert(laid.card);
  (laid.by_joker ? by_jokers_ : cards_).insert(laid.card);
}

// House rule: the card counts for the player who laid the joker, so its owner does not change.
void Table::swap(Card card) {
  by_jokers_.erase(card);
  cards_.insert(card);
}

}  // namespace arena::most
