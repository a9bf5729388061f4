#include "games/yard_bridge/encoder.hpp"

#include <algorithm>
#include <cstddef>

namespace arena::yard_bridge {

namespace {

constexpr int ranks = pack_size / cards::suit_count;  // six to ace
// Of the thirteen codes of a suit's puts, the first one is no move (move.hpp).
constexpr int codes_per_suit = cards::rank_count;
constexpr int puts_per_suit = codes_per_suit - 1;
constexpr int puts = cards::suit_count * puts_per_suit;

void write_cards(CardSet set, ObservationWriter& out) {
  for (int suit = 0; suit < cards::suit_count; ++suit)
    out.bits(set.bits() >> static_cast<unsigned>(suit * cards::rank_count + cards::six), ranks);
}

}  // namespace

std::vector<ObservationPart> Encoder::parts() const {
  return {{"hand", {pack_size}, "by card, sorted: the own hand"},
          {"pile", {pack_size}, "by card: the pile, its top included"},
          {"top", {pack_size}, "which card is on top"},
          {"suit", {cards::suit_count}, "in force: S, C, H, D"},
          {"put", {1}, "the cards put in this turn, of 36, or 1 for more"},
          {"row", {1}, "of them, the last ones in a row of the top's rank, of 4, or 1 for more"},
          {"must_cover", {1}, "whether a six must be covered"},
          {"took", {1}, "whether a card was taken in this turn"},
          {"can_draw", {1}, "whether there is a card to take"},
          {"stock", {1}, "its cards, of 36"},
          {"cards", {seats_}, "by seat: the cards in hand, of 36"},
          {"totals", {seats_}, "by seat: the points, of the sum of them and the target"},
          {"dealer", {seats_}, "which seat"},
          {"actions", {1}, "of this deal, of the limit"}};
}

int Encoder::moves() { return puts + 2; }

Move Encoder::move(int number) {
  if (number >= puts) return number == puts ? Move::take() : Move::done();
  return Move::at(number / puts_per_suit * codes_per_suit + number % puts_per_suit + 1);
}

int Encoder::number(const Move& move) {
  if (!move.is_put()) return move == Move::take() ? puts : puts + 1;
  return move.code() / codes_per_suit * puts_per_suit + move.code() % codes_per_suit - 1;
}

void Encoder::write(const View& view, const Told& /*told*/, ObservationWriter& out) const {
  const auto from_own = [&](int i) { return static_cast<std::size_t>((view.seat + i) % seats_); };
  write_cards(view.hand, out);
  write_cards(view.pile, out);
  write_cards(CardSet::only(view.top), out);
  out.one_of(view.suit, cards::suit_count);
  out.share(std::min(view.put, pack_size), pack_size);
  out.share(std::min(view.row, cards::suit_count), cards::suit_count);
  out.number(view.must_cover() ? 1 : 0);
  out.number(view.took ? 1 : 0);
  out.number(view.can_draw ? 1 : 0);
  out.share(view.stock, pack_size);
  for (int i = 0; i < seats_; ++i) out.share(view.counts[from_own(i)], pack_size);
  for (int i = 0; i < seats_; ++i) {
    const auto total = static_cast<float>(view.totals[from_own(i)]);
    out.number(total / (total + static_cast<float>(view.options.target)));
  }
  out.one_of((view.dealer - view.seat + seats_) % seats_, seats_);
  out.share(view.actions, view.options.max_actions);
}

}  // namespace arena::yard_bridge
