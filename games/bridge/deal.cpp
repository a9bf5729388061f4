#include "games/bridge/deal.hpp"

#include <algorithm>

#include "arena/core/fixed_vector.hpp"
#include "arena/util/text/text.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena::bridge {

namespace {

std::string in_marks(std::string_view text) {
  return '"' + std::string(characters_within(text, 40)) + '"';
}

/// Reads the ranks of one suit. Returns what is wrong.
std::string read_suit(std::string_view ranks, Suit suit, CardSet& hand) {
  while (!ranks.empty()) {
    const std::size_t length = ranks.starts_with("10") ? 2 : 1;
    const auto card =
        bridge::read_card(cards::suit_letters[suit] + std::string(ranks.substr(0, length)));
    if (!card)
      return "has " + in_marks(ranks.substr(0, first_character(ranks).size)) + ", which is no rank";
    if (hand.contains(*card)) return "has " + text_of(*card) + " twice";
    hand.insert(*card);
    ranks.remove_prefix(length);
  }
  return "";
}

/// Removes and returns what is before the first `separator`.
std::string_view next_part(std::string_view& text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return part;
}

/// Returns what is wrong.
std::string read_hand(std::string_view text, CardSet& hand) {
  constexpr int suit_count = 4;
  if (const auto suits = std::ranges::count(text, '.') + 1; suits != suit_count)
    return "has " + counted(suits, "suit") + ", not 4: " + in_marks(text);
  for (const Suit suit : suits_from_spades) {
    if (std::string fault = read_suit(next_part(text, '.'), suit, hand); !fault.empty())
      return fault;
  }
  return "";
}

std::string name_of(Seat seat) { return std::string(seat_names[index_of(seat)]); }

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

std::string read_hands(std::string_view text, Hands& hands) {
  text = trim(text);
  const auto is_first = [&](char letter) { return lower(letter) == lower(text[0]); };
  const auto first = text.size() < 2 || text[1] != ':'
                         ? seat_letters.end()
                         : std::ranges::find_if(seat_letters, is_first);
  if (first == seat_letters.end())
    return in_marks(text.substr(0, 2)) + " is not the first hand's seat: N:, E:, S: or W:";
  hands = {{}, static_cast<Seat>(first - seat_letters.begin())};
  text = trim(text.substr(2));
  for (int i = 0; i < seat_count; ++i) {
    const Seat seat = after(hands.first, i);
    if (text.empty()) return "there are " + counted(i, "hand") + ", not 4";
    const std::string fault = read_hand(cards::next_word(text), hands.of[index_of(seat)]);
    if (!fault.empty()) return "the hand of " + name_of(seat) + ' ' + fault;
    text = trim(text);
  }
  return text.empty() ? "" : in_marks(text) + " is more than 4 hands";
}

bool from_text(std::string_view text, Hands& hands) { return read_hands(text, hands).empty(); }

std::string fault_of(const Hands& hands) {
  if (hands.first < 0 || hands.first >= seat_count) return "there are four seats";
  for (Seat seat = 0; seat < seat_count; ++seat) {
    for (Seat other = 0; other < seat; ++other) {
      const CardSet both = hands.of[index_of(other)] & hands.of[index_of(seat)];
      if (both.empty()) continue;
      return name_of(other) + " and " + name_of(seat) + " both have " + text_of(both.front());
    }
  }
  for (Seat seat = 0; seat < seat_count; ++seat) {
    const int size = hands.of[index_of(seat)].size();
    if (size != hand_size) return name_of(seat) + " has " + counted(size, "card") + ", not 13";
  }
  return "";
}

Refusal check_hands(const Hands& hands) {
  const std::string fault = fault_of(hands);
  return fault.empty() ? Refusal() : Refusal("hands: " + fault);
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
