// Cards and strains of bridge. A card's text is its suit and its rank, with T for ten: HT, SA. So
// no card reads as a bid, such as 3H. Bridge orders the suits S H D C, unlike the sorted hands of
// other card games.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <boost/describe.hpp>

#include "arena/core/seat.hpp"
#include "games/common/playing_card.hpp"

namespace arena::bridge {

using cards::Card;
using cards::CardSet;
using cards::Rank;
using cards::Suit;

inline constexpr int seat_count = 4;
inline constexpr int hand_size = 13;
inline constexpr int pack_size = 52;
inline constexpr std::string_view seat_letters = "NESW";
inline constexpr std::array<std::string_view, seat_count> seat_names = {"North", "East", "South",
                                                                        "West"};
inline constexpr std::array<Suit, 4> suits_from_spades = {cards::spades, cards::hearts,
                                                          cards::diamonds, cards::clubs};

constexpr std::size_t index_of(int number) { return static_cast<std::size_t>(number); }
constexpr int side_of(Seat seat) { return seat & 1; }
constexpr Seat partner_of(Seat seat) { return seat ^ 2; }
/// Seats further clockwise.
constexpr Seat after(Seat seat, int steps = 1) { return (seat + steps) & 3; }

/// In the order of the auction.
enum class Strain : std::uint8_t { clubs, diamonds, hearts, spades, notrump };

constexpr bool is_major(Strain strain) {
  return strain == Strain::hearts || strain == Strain::spades;
}
/// REQUIRES: the strain is a suit.
constexpr Suit suit_of(Strain strain) {
  constexpr std::array<Suit, 4> suits = {cards::clubs, cards::diamonds, cards::hearts,
                                         cards::spades};
  return suits[static_cast<std::size_t>(strain)];
}
constexpr Strain strain_of(Suit suit) {
  constexpr std::array<Strain, 4> strains = {Strain::spades, Strain::clubs, Strain::hearts,
                                             Strain::diamonds};
  return strains[suit];
}
/// "C", "D", "H", "S" or "NT".
inline std::string_view text_of(Strain strain) {
  constexpr std::array<std::string_view, 5> texts = {"C", "D", "H", "S", "NT"};
  return texts[static_cast<std::size_t>(strain)];
}

/// All 52 cards.
inline constexpr CardSet whole_pack = CardSet::of_bits((std::uint64_t{1} << 52U) - 1);

inline constexpr std::string_view rank_letters = "23456789TJQKA";

/// "HT".
inline std::string text_of(Card card) {
  return {cards::suit_letters[card.suit()], rank_letters[card.rank()]};
}
/// Reads "HT", also in lower case and with 10 for T.
inline std::optional<Card> read_card(std::string_view text) {
  if (text.size() < 2) return std::nullopt;
  const std::string_view rank = text.substr(1);
  const bool is_ten = equal_ignoring_case(rank, "T");
  return cards::read_card(std::string(is_ten ? "10" : rank) + text[0]);
}

/// The cards of one suit in a hand: bit r is rank r.
constexpr unsigned ranks_of(CardSet hand, Suit suit) {
  return static_cast<unsigned>(hand.bits() >> static_cast<unsigned>(suit * cards::rank_count)) &
         0x1fffU;
}
constexpr int length_of(CardSet hand, Suit suit) { return std::popcount(ranks_of(hand, suit)); }

/// Bit 0: North and South are vulnerable; bit 1: East and West are.
enum class Vulnerable : std::uint8_t { none, NS, EW, all };
BOOST_DESCRIBE_ENUM(Vulnerable, none, NS, EW, all)

constexpr bool is_vulnerable(Vulnerable who, int side) {
  return ((static_cast<unsigned>(who) >> static_cast<unsigned>(side)) & 1U) != 0;
}
constexpr Vulnerable vulnerable_side(int side) {
  return side == 0 ? Vulnerable::NS : Vulnerable::EW;
}

/// A board's number fixes its dealer and who is vulnerable (Law 2). Numbers count from 1.
constexpr Seat dealer_of_board(int board) { return (board - 1) % seat_count; }
constexpr Vulnerable vulnerable_on_board(int board) {
  const int index = board - 1;
  return static_cast<Vulnerable>((index % 4 + index / 4 % 4) % 4);
}

}  // namespace arena::bridge
