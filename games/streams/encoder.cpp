#include "games/streams/encoder.hpp"

#include <cstddef>

namespace arena::streams {

namespace {

constexpr int card_kinds = highest_card + 1;  // the wild card is 0

/// An empty slot is 0, so the wild card, which is the lowest number, is not.
int shown(Card card) { return card == empty_slot ? 0 : card + 1; }

}  // namespace

std::vector<ObservationPart> Encoder::parts() const {
  return {{"card", {card_kinds}, "which card must be placed; the wild card is the first"},
          {"stream", {slot_count}, "by slot: the card's number and one more, of 31; 0: empty"},
          {"left", {card_kinds}, "by card: half of the copies that are left in the deck"},
          {"turn", {1}, "the number of this turn, of 20"},
          {"turns",
           {slot_count, 1 + seats_},
           "by turn before this one: the card as in the stream, and the slots by seat, of 20, the "
           "first slot is 1; 0: none"}};
}

void Encoder::tell(Told& told, const Event& event) {
  if (const auto* drawn = std::get_if<Shown>(&event)) {
    told.turn = static_cast<std::uint8_t>(drawn->turn);
    told.cards[told.turn - std::size_t{1}] = drawn->card;
  } else if (const auto* placed = std::get_if<Placed>(&event)) {
    told.slots[told.turn - std::size_t{1}][static_cast<std::size_t>(placed->seat)] =
        static_cast<std::uint8_t>(placed->slot + 1);
  }
}

void Encoder::write(const View& view, const Told& told, ObservationWriter& out) const {
  out.one_of(view.card, card_kinds);
  for (int slot = 0; slot < slot_count; ++slot) out.share(shown(view.stream[slot]), card_kinds);
  for (Card card = 0; card < card_kinds; ++card) out.share(view.left.count(card), 2);
  out.share(view.turn, slot_count);
  for (int turn = 0; turn < slot_count; ++turn) {
    const auto at = static_cast<std::size_t>(turn);
    out.share(turn + 1 < view.turn ? shown(told.cards[at]) : 0, card_kinds);
    for (int i = 0; i < seats_; ++i)
      out.share(told.slots[at][static_cast<std::size_t>((view.seat + i) % seats_)], slot_count);
  }
}

}  // namespace arena::streams
