// The cards of Lost Cities, and multisets of them in one machine word.
// A card is its bit position: eleven bits for each land, number n at bit n, an investment at bit 0.
// The two lowest bits of a land count its investments (0..3), so adding or removing any card is one
// + or -.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace arena::lost_cities {

inline constexpr int land_count = 5;
inline constexpr int land_bits = 11;
inline constexpr int investments_per_land = 3;
inline constexpr int card_count = 60;
inline constexpr std::array<std::string_view, land_count> land_names = {
    "Deserts", "Oceans", "Mountains", "Jungles", "Volcanoes"};

/// The letter of land 0..4.
constexpr char land_letter(int land) { return "DOMJV"[land]; }
/// The land of a letter in either case, or -1.
int land_of(char letter);

/// One card; equal cards (the three investments of a land) are the same value.
struct Card {
  std::uint8_t bit = 0;

  static constexpr Card investment(int land) {
    return {static_cast<std::uint8_t>(land * land_bits)};
  }
  /// REQUIRES: number is 2..10.
  static constexpr Card numbered(int land, int number) {
    return {static_cast<std::uint8_t>(land * land_bits + number)};
  }

  [[nodiscard]] constexpr int land() const { return bit / land_bits; }
  /// 2..10, or 0 for an investment.
  [[nodiscard]] constexpr int number() const { return bit % land_bits; }
  [[nodiscard]] constexpr bool is_investment() const { return number() == 0; }
  constexpr auto operator<=>(const Card&) const = default;
};

/// `Inv` or the number, for boards that already show the land.
std::string value_text(Card card);
/// The canonical text: `InvD`, `10J`.
std::string to_text(Card card);
/// Reads a canonical text, in upper or lower case.
std::optional<Card> read_card(std::string_view text);
/// A hook for described values (records, options). Returns false if the text is no card.
bool from_text(std::string_view text, Card& card);

namespace bits {

constexpr std::uint64_t in_every_land(std::uint64_t lane) {
  std::uint64_t all = 0;
  for (int land = 0; land < land_count; ++land)
    all |= lane << static_cast<unsigned>(land * land_bits);
  return all;
}
inline constexpr std::uint64_t investments = in_every_land(0b1);
inline constexpr std::uint64_t numbers = in_every_land(0b111'1111'1100);
inline constexpr std::uint64_t lane = 0b111'1111'1111;

}  // namespace bits

/// A multiset of cards: at most three investments and one card of each number for each land.
class Cards {
 public:
  constexpr Cards() = default;

  constexpr void add(Card card) { word_ += std::uint64_t{1} << card.bit; }
  constexpr void add_if(bool really, Card card) {
    word_ += std::uint64_t{really ? 1U : 0U} << card.bit;
  }
  /// REQUIRES: contains(card).
  constexpr void remove(Card card) { word_ -= std::uint64_t{1} << card.bit; }
  /// The same, but does nothing if the card is not there.
  constexpr void remove_any(Card card) {
    word_ -= std::uint64_t{contains(card) ? 1U : 0U} << card.bit;
  }
  /// REQUIRES: this contains all cards of `some`.
  constexpr Cards operator-(const Cards& some) const {
    Cards rest;
    rest.word_ = word_ - some.word_;
    return rest;
  }

  /// One bit for each different card, at its `Card::bit`.
  [[nodiscard]] constexpr std::uint64_t kinds() const {
    return (word_ & bits::numbers) | ((word_ | (word_ >> 1U)) & bits::investments);
  }
  [[nodiscard]] constexpr bool contains(Card card) const {
    return ((kinds() >> card.bit) & 1U) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return word_ == 0; }
  [[nodiscard]] constexpr int size() const {
    return std::popcount(word_ & bits::numbers) + std::popcount(word_ & bits::investments) +
           2 * std::popcount(word_ & (bits::investments << 1U));
  }

  [[nodiscard]] constexpr int investments(int land) const {
    return static_cast<int>(lane(land) & 0b11U);
  }
  /// Bit n is set if number n is there.
  [[nodiscard]] constexpr std::uint32_t numbers(int land) const {
    return static_cast<std::uint32_t>(lane(land) & ~std::uint64_t{0b11});
  }
  [[nodiscard]] constexpr bool has_land(int land) const { return lane(land) != 0; }

  /// Calls `visit(Card)` for each card, by land, investments first, then by number.
  template <class Visit>
  constexpr void for_each(Visit visit) const {
    for (std::uint64_t left = kinds(); left != 0; left &= left - 1) {
      const Card card{static_cast<std::uint8_t>(std::countr_zero(left))};
      const int copies = card.is_investment() ? investments(card.land()) : 1;
      for (int copy = 0; copy < copies; ++copy) visit(card);
    }
  }

  constexpr bool operator==(const Cards&) const = default;

 private:
  [[nodiscard]] constexpr std::uint64_t lane(int land) const {
    return (word_ >> static_cast<unsigned>(land * land_bits)) & bits::lane;
  }
  std::uint64_t word_ = 0;
};

}  // namespace arena::lost_cities
