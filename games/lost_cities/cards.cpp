#include "games/lost_cities/cards.hpp"

#include "arena/util/text/text.hpp"

namespace arena::lost_cities {

int land_of(char letter) {
  for (int land = 0; land < land_count; ++land) {
    if (lower(land_letter(land)) == lower(letter)) return land;
  }
  return -1;
}

std::string value_text(Card card) {
  return card.is_investment() ? std::string("Inv") : std::to_string(card.number());
}

std::string to_text(Card card) { return value_text(card) + land_letter(card.land()); }

std::optional<Card> read_card(std::string_view text) {
  if (text.size() < 2) return std::nullopt;
  const int land = land_of(text.back());
  if (land < 0) return std::nullopt;
  const std::string_view value = text.substr(0, text.size() - 1);
  if (equal_ignoring_case(value, "Inv")) return Card::investment(land);
  for (int number = 2; number <= 10; ++number) {
    if (value == std::to_string(number)) return Card::numbered(land, number);
  }
  return std::nullopt;
}

bool from_text(std::string_view text, Card& card) {
  const auto read = read_card(text);
  if (read) card = *read;
  return read.has_value();
}

}  // namespace arena::lost_cities
