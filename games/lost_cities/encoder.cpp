#include "games/lost_cities/encoder.hpp"

#include <cstddef>

namespace arena::lost_cities {

namespace {

constexpr int kinds_per_land = 10;  // the investment, then 2 to 10
constexpr int kinds = land_count * kinds_per_land;
constexpr int pile_size = static_cast<int>(Pile::capacity());
constexpr int cards_after_deal = 44;

int kind_of_card(Card card) {
  return card.land() * kinds_per_land + (card.is_investment() ? 0 : card.number() - 1);
}
Card card_of_kind(int kind) {
  const int land = kind / kinds_per_land;
  const int number = kind % kinds_per_land;
  return number == 0 ? Card::investment(land) : Card::numbered(land, number + 1);
}

void write_cards(const Cards& cards, ObservationWriter& out) {
  for (int land = 0; land < land_count; ++land) {
    out.share(cards.investments(land), investments_per_land);
    out.bits(cards.numbers(land) >> 2U, kinds_per_land - 1);
  }
}

}  // namespace

std::vector<ObservationPart> Encoder::parts() {
  constexpr std::string_view of_cards =
      "by land (D, O, M, J, V) and card: the investments, of 3, then whether 2 to 10 are there";
  const std::vector<int> cards = {land_count, kinds_per_land};
  return {{"hand", cards, of_cards},
          {"own", cards, "own expeditions, as the hand"},
          {"opponent", cards, "the opponent's expeditions, as the hand"},
          {"known", cards, "cards that the opponent took from a pile and still has, as the hand"},
          {"piles",
           {land_count, pile_size},
           "by land: its discards, the last one first: the number, or 1 for an investment, of 10"},
          {"phase", {2}, "play or discard; draw"},
          {"closed", {land_count}, "the pile that this turn's draw must not take from"},
          {"deck", {1}, "the cards left in the deck, of 44"},
          {"turn", {1}, "the number of this turn, of the limit"}};
}

int Encoder::moves() { return 2 * kinds + land_count + 1; }

Move Encoder::move(int number) {
  if (number < kinds) return Move::play(card_of_kind(number));
  if (number < 2 * kinds) return Move::discard(card_of_kind(number - kinds));
  return Move::draw(number - 2 * kinds);
}

int Encoder::number(const Move& move) {
  if (move.action() == Action::draw) return 2 * kinds + move.source();
  return kind_of_card(move.card()) + (move.action() == Action::discard ? kinds : 0);
}

void Encoder::write(const View& view, const Told& told, ObservationWriter& out) const {
  write_cards(view.hand, out);
  write_cards(view.own, out);
  write_cards(view.opponent, out);
  write_cards(told.taken[static_cast<std::size_t>(1 - view.seat)], out);
  for (const Pile& pile : view.discards) {
    const int size = static_cast<int>(pile.size());
    for (int i = 0; i < pile_size; ++i) {
      const int at = size - 1 - i;
      const Card card = at < 0 ? Card{} : pile[static_cast<std::size_t>(at)];
      out.share(at < 0 ? 0 : card.is_investment() ? 1 : card.number(), 10);
    }
  }
  out.one_of(static_cast<int>(view.phase), 2);
  out.one_of(view.closed_pile, land_count);
  out.share(view.deck_left, cards_after_deal);
  out.share(view.turn, max_turns_);
}

}  // namespace arena::lost_cities
