// How playing cards look on a terminal: hearts and diamonds in red, and suits as symbols if the
// terminal supports them. Without both, a card is its text, such as 10H.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "arena/core/protocol.hpp"
#include "arena/util/text/text.hpp"
#include "games/common/playing_card.hpp"
#include "protocols/terminal/ansi_writer.hpp"

namespace arena::cards {

inline constexpr std::array<std::string_view, suit_count> suit_symbols = {"\u2660", "\u2663",
                                                                          "\u2665", "\u2666"};

constexpr bool is_red(Suit suit) { return suit == hearts || suit == diamonds; }

/// The symbol of a suit, or its letter.
inline std::string shown(Suit suit, ScreenStyle style) {
  return style.symbols ? std::string(suit_symbols[suit]) : to_text(suit);
}
/// `10` and the suit's symbol, or `10H`; a joker is `*`.
inline std::string shown(Card card, ScreenStyle style) {
  if (card.is_joker()) return "*";
  return std::string(rank_names[card.rank()]) + shown(card.suit(), style);
}
/// The columns that a card needs, in both styles.
inline std::size_t width(Card card) { return to_text(card).size(); }

/// Converts what a person typed to lower case, and suit symbols to letters: `10h` for `10♥` and
/// `10H`.
inline std::string lettered(std::string_view line) {
  std::string text;
  while (!line.empty()) {
    std::size_t length = 1;
    char letter = lower(line.front());
    for (std::size_t suit = 0; suit < suit_symbols.size(); ++suit) {
      if (!line.starts_with(suit_symbols[suit])) continue;
      length = suit_symbols[suit].size();
      letter = lower(suit_letters[suit]);
    }
    text += letter;
    line.remove_prefix(length);
  }
  return text;
}

constexpr ansi::TextStyle look_of(Suit suit, bool strong = false) {
  if (!is_red(suit)) return strong ? ansi::bold : ansi::plain;
  return strong ? ansi::TextStyle("1;31") : ansi::TextStyle("31");
}
constexpr ansi::TextStyle look_of(Card card, bool strong = false) {
  if (card.is_joker()) return strong ? ansi::TextStyle("1;35") : ansi::TextStyle("35");
  return look_of(card.suit(), strong);
}

inline void draw(Suit suit, ansi::AnsiWriter writer, bool strong = false) {
  writer.write(shown(suit, writer.style()), look_of(suit, strong));
}
inline void draw(Card card, ansi::AnsiWriter writer, bool strong = false) {
  writer.write(shown(card, writer.style()), look_of(card, strong));
}

}  // namespace arena::cards
