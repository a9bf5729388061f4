#include "games/bridge/deal.hpp"

#include <algorithm>

#include "arena/core/fixed_vector.hpp"
#include "arena/util/text.hpp"

namespace arena::bridge {

namespace {

/// Reads the ranks of one suit.
bool read_suit(std::string_view ranks, Suit suit, CardSet& hand) {
  while (!ranks.empty()) {
    const std::size_t length = ranks.starts_with("10") ? 2 : 1;
    const auto card =
        bridge::read_card(cards::suit_letters[suit] + std::string(ranks.substr(0, length)));
    if (!card || hand.contains(*card)) return false;
    hand.insert(*card);
    ranks.remove_prefix(length);
  }
  return true;
}

/// Removes and returns what is before the first `separator`.
std::string_view next_part(std::string_view& text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return part;
}

bool read_hand(std::string_view text, CardSet& hand) {
  if (std::ranges::count(text, '.') != 3) return false;
  return std::ranges::all_of(
      suits_from_spades, [&](Suit suit) { return read_suit(next_part(text, '.'), suit, hand); });
}

}  // namespace

std::string hand_text(CardSet hand) {
  std::string text;
  for (const Suit suit : suits_from_spades) {
    if (suit != suits_from_spades.front()) text += '.';
    for (int rank = cards::ace; rank >= cards::two; --rank) {
      if (hand.contains(Card(suit, static_cast<Rank>(rank)))) text += rank_letters[index_of(rank)];
    }
  }
  return text;
}

std::string to_text(const Hands& hands) {
  std::string text = {seat_letters[index_of(hands.first)], ':'};
  for (int i = 0; i < seat_count; ++i)
    text += (i > 0 ? " " : "") + hand_text(hands.of[index_of(after(hands.first, i))]);
  return text;
}

bool from_text(std::string_view text, Hands& hands) {
  text = trim(text);
  if (text.size() < 2 || text[1] != ':') return false;
  const auto is_first = [&](char letter) { return lower(letter) == lower(text[0]); };
  const auto first = std::ranges::find_if(seat_letters, is_first) - seat_letters.begin();
  if (first == seat_count) return false;
  hands = {{}, static_cast<Seat>(first)};
  text = trim(text.substr(2));
  for (int i = 0; i < seat_count; ++i) {
    if (!read_hand(cards::next_word(text), hands.of[index_of(after(hands.first, i))])) return false;
  }
  return text.empty();
}

Refusal check_hands(const Hands& hands) {
  if (hands.first < 0 || hands.first >= seat_count) return "hands: there are four seats";
  CardSet all;
  for (const CardSet hand : hands.of) {
    if (hand.size() != hand_size) return "hands: every hand has 13 cards";
    all |= hand;
  }
  return all == whole_pack ? Refusal() : Refusal("hands: the four hands are all 52 cards");
}

Hands dealt_hands(std::uint64_t seed, std::uint32_t deal, Seat dealer) {
  std::array<std::uint8_t, pack_size> order{};
  for (int i = 0; i < pack_size; ++i) order[index_of(i)] = static_cast<std::uint8_t>(i);
  Rng(mix_seed(seed, "hands", deal)).shuffle(order);
  Hands hands;
  hands.first = dealer;
  for (int i = 0; i < pack_size; ++i)
    hands.of[index_of(i / hand_size)].insert(Card::at(order[index_of(i)]));
  return hands;
}

bool DealSource::operator==(const DealSource& other) const {
  if (seed != other.seed || draws != other.draws || drawn != other.drawn) return false;
  const std::size_t count = std::max(given.hands.size(), other.given.hands.size());
  const auto hands_of = [](const DealSource& source, std::size_t i) {
    const auto& hands = source.given.hands;
    return i < hands.size() ? hands[i].of
                            : dealt_hands(source.seed, static_cast<std::uint32_t>(i + 1), 0).of;
  };
  for (std::size_t i = draws; i < count; ++i) {
    if (hands_of(*this, i) != hands_of(other, i)) return false;
  }
  return true;
}

Refusal check_drawn(const Deal& given, const Deal& drawn, bool may_draw) {
  if (may_draw || drawn.hands.size() <= given.hands.size()) return {};
  return Refusal("deal " + std::to_string(given.hands.size() + 1) +
                 " is not given, and there is no seed to draw it from");
}

}  // namespace arena::bridge
