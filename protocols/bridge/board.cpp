// The auction and the table of bridge as a person sees them.
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "arena/util/text/utf8.hpp"
#include "protocols/bridge/screen.hpp"
#include "protocols/terminal/playing_cards.hpp"

namespace arena::bridge {

namespace {

using ansi::AnsiWriter;
using ansi::bold;
using ansi::faint;

constexpr std::size_t board_width = 79;
constexpr std::size_t middle = 30;  // the column where North's and South's hands begin
constexpr std::size_t column = 20;  // of West's hand
constexpr std::size_t call_width = 8;
constexpr std::size_t longest_name = 16;

std::string vulnerable_text(Vulnerable vulnerable) {
  switch (vulnerable) {
    case Vulnerable::none:
      return "no side is vulnerable";
    case Vulnerable::NS:
      return "N-S are vulnerable";
    case Vulnerable::EW:
      return "E-W are vulnerable";
    default:
      return "all are vulnerable";
  }
}

std::string points_text(const View& view) {
  const auto& [totals, below, games, unused] = view.session;
  return fmt::format(" Points: N-S {}, E-W {}. Below the line: {} and {}. Games: {} and {}.\n",
                     totals[0], totals[1], below[0], below[1], games[0], games[1]);
}

/// One suit of a hand, "S AKT52", and the columns that it takes.
std::size_t draw_suit(CardSet hand, Suit suit, AnsiWriter writer) {
  writer.write(cards::shown(suit, writer.style()), cards::look_of(suit));
  std::string ranks;
  for (int rank = cards::ace; rank >= cards::two; --rank) {
    if (hand.contains(Card(suit, static_cast<Rank>(rank)))) ranks += rank_letters[index_of(rank)];
  }
  writer.write(' ' + (ranks.empty() ? "-" : ranks));
  return 2 + std::max(ranks.size(), std::size_t{1});
}

/// "North, dummy", with the player's name if a spectator sees it.
std::string label(const View& view, Seat seat, const Audience& audience) {
  std::string text(seat_names[index_of(seat)]);
  if (audience.watches())
    text += ' ' + std::string(characters_within(audience.name(seat, ""), longest_name));
  if (audience.is_you(seat)) text += ", you";
  if (view.dummy == seat) text += ", dummy";
  return text;
}

void draw_label(const View& view, Seat seat, const Audience& audience, AnsiWriter writer) {
  writer.write(label(view, seat, audience), view.turn == seat ? bold : ansi::plain);
}

/// The card that the seat has laid to this trick, or two blanks.
void draw_laid(const View& view, Seat seat, AnsiWriter writer) {
  const int on_table = view.tricks.on_table();
  for (int i = 0; i < on_table; ++i) {
    if (after(view.tricks.leaders.back(), i) != seat) continue;
    const Card card = view.tricks.cards[view.tricks.cards.size() - index_of(on_table - i)];
    writer.write(cards::shown(card.suit(), writer.style()), cards::look_of(card.suit(), true));
    writer.write(std::string(1, rank_letters[card.rank()]), bold);
    return;
  }
  writer.write("  ");
}

/// A hand below its label, at the given column.
void draw_middle_hand(const View& view, Seat seat, CardSet hand, const Audience& audience,
                      AnsiWriter writer) {
  writer.write(std::string(middle, ' '));
  draw_label(view, seat, audience, writer);
  writer.write("\n");
  if (hand.empty()) return;
  for (const Suit suit : suits_from_spades) {
    writer.write(std::string(middle, ' '));
    draw_suit(hand, suit, writer);
    writer.write("\n");
  }
}

/// West's and East's hands, and the trick between them.
void draw_middle(const View& view, const std::array<CardSet, seat_count>& hands,
                 const Audience& audience, AnsiWriter writer) {
  constexpr Seat east = 1;
  constexpr Seat west = 3;
  const std::size_t place = middle + column;
  const std::string own = label(view, west, audience);
  writer.write(" ");
  draw_label(view, west, audience, writer);
  writer.write(std::string(place - std::min(place - 1, 1 + columns_of(own)), ' '));
  draw_label(view, east, audience, writer);
  writer.write("\n");
  // North's card on the first line, West's and East's on the second, South's on the third.
  for (std::size_t line = 0; line < suits_from_spades.size(); ++line) {
    const Suit suit = suits_from_spades[line];
    std::size_t used = 1;
    writer.write(" ");
    if (!hands[west].empty()) used += draw_suit(hands[west], suit, writer);
    if (line == 1) {
      writer.write(std::string(middle - 4 - used, ' '));
      draw_laid(view, west, writer);
      writer.write("      ");
      draw_laid(view, east, writer);
      used = middle + 6;
    } else if (line == 0 || line == 2) {
      writer.write(std::string(middle - used, ' '));
      draw_laid(view, line == 0 ? 0 : 2, writer);
      used = middle + 2;
    }
    if (!hands[east].empty()) {
      writer.write(std::string(place - used, ' '));
      draw_suit(hands[east], suit, writer);
    }
    writer.write("\n");
  }
}

}  // namespace

void draw_cards(std::span<const Laid> laid, AnsiWriter writer) {
  for (std::size_t i = 0; i < laid.size(); ++i) {
    writer.write((i > 0 ? ", " : "") + std::string(seat_names[index_of(laid[i].hand)]) + ' ');
    const Suit suit = laid[i].card.suit();
    writer.write(cards::shown(suit, writer.style()), cards::look_of(suit));
    writer.write(std::string(1, rank_letters[laid[i].card.rank()]));
  }
}

void draw_auction(const Auction& auction, const Alerts& alerts, AnsiWriter writer) {
  constexpr Seat west = 3;
  std::string text = " ";
  for (int i = 0; i < seat_count; ++i)
    text += ansi::padded(std::string(seat_names[index_of(after(west, i))]), call_width);
  writer.write(text + '\n', faint);
  // West is the first column, so the dealer's place in the first line is one further.
  std::size_t place = index_of(after(auction.dealer()));
  std::string line = " " + std::string(place * call_width, ' ');
  const Calls calls = auction.calls();
  for (std::size_t i = 0; i < calls.size(); ++i) {
    line += ansi::padded(text_of(calls[i]) + (alerts.contains(i) ? "*" : ""), call_width);
    if (++place % seat_count != 0 && i + 1 < calls.size()) continue;
    writer.write(line + '\n');
    line = " ";
  }
  for (const auto& [call, meaning] : alerts) {
    if (!meaning.empty())
      writer.write(ansi::wrapped(" * " + text_of(calls[call]) + ": " + meaning + '\n'));
  }
}

void draw_table(const View& view, const std::array<CardSet, seat_count>& hands,
                const Audience& audience, AnsiWriter writer) {
  ansi::rule(writer, "Board " + std::to_string(view.board), vulnerable_text(view.vulnerable),
             board_width);
  if (is_session(view.scoring)) writer.write(points_text(view));
  if (view.stage == Stage::play) {
    writer.write(fmt::format(" {} by {}. Tricks: N-S {}, E-W {}.\n", text_of(view.contract),
                             seat_names[view.contract.declarer], view.won[0], view.won[1]));
  }
  if (view.stage == Stage::auction && !audience.watches())
    return draw_middle_hand(view, view.seat, hands[index_of(view.seat)], audience, writer);
  draw_middle_hand(view, 0, hands[0], audience, writer);
  draw_middle(view, hands, audience, writer);
  draw_middle_hand(view, 2, hands[2], audience, writer);
}

}  // namespace arena::bridge
