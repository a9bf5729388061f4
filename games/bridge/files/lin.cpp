#include "games/bridge/files/lin.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "arena/util/text/percent.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena::bridge {

namespace {

constexpr Seat south = 2;  // LIN begins with South

/// Text without the bars that separate the parts of LIN, and without control characters.
std::string plain(std::string text) {
  std::ranges::replace(text, '|', ' ');
  return on_one_line(text);
}

/// A comma separates names.
std::string plain_name(std::string name) {
  std::ranges::replace(name, ',', ' ');
  return plain(std::move(name));
}

/// "SAQ4HKT5D92CAKJ76".
std::string hand_of(CardSet hand) {
  std::string text;
  for (const Suit suit : {cards::spades, cards::hearts, cards::diamonds, cards::clubs}) {
    text += cards::suit_letters[suit];
    for (int rank = cards::ace; rank >= cards::two; --rank) {
      if (hand.contains(Card(suit, static_cast<Rank>(rank)))) text += rank_letters[index_of(rank)];
    }
  }
  return text;
}

std::string vulnerable_letter(Vulnerable vulnerable) {
  constexpr std::string_view letters = "oneb";
  return {letters[static_cast<std::size_t>(vulnerable)]};
}

/// "p", "d", "r", "1N".
std::string lin_call(Call call) {
  if (call == Call::pass()) return "p";
  if (call == Call::doubles()) return "d";
  if (call == Call::redoubles()) return "r";
  const std::string text = text_of(call);
  return text.substr(0, 2);
}

void add(std::string& out, std::string_view name, std::string_view value) {
  out += name;
  out += '|';
  out += value;
  out += '|';
}

void add_lin_auction(std::string& out, const PlayedBoard& board) {
  for (const Move& call : board.calls) {
    const Alert& alert = call.alert;
    add(out, "mb", lin_call(call.call()) + (alert.given ? "!" : ""));
    if (!alert.text.empty())
      add(out, "an", plain(std::string(alert.text.begin(), alert.text.end())));
  }
}

void add_lin_play(std::string& out, const PlayedBoard& board) {
  const auto& cards = board.tricks.cards;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (i % seat_count == 0) add(out, "pg", "");
    add(out, "pc", text_of(cards[i]));
  }
  add(out, "pg", "");
  if (board.won && cards.size() < pack_size) add(out, "mc", std::to_string(*board.won));
}

}  // namespace

std::string write_lin(const PlayedBoard& board) {
  std::string players;
  std::string hands;
  for (int i = 0; i < seat_count; ++i) {
    const std::size_t seat = index_of(after(south, i));
    players += (i > 0 ? "," : "") + plain_name(board.players[seat]);
    hands += (i > 0 ? "," : "") + hand_of(board.hands.of[seat]);
  }
  std::string out;
  add(out, "pn", players);
  add(out, "st", "");
  add(out, "md", std::to_string(1 + ((board.dealer() - south) & 3)) + hands);
  add(out, "rh", "");
  if (board.board > 0) add(out, "ah", "Board " + std::to_string(board.board));
  add(out, "sv", vulnerable_letter(board.vulnerable));
  add_lin_auction(out, board);
  add_lin_play(out, board);
  return out;
}

std::string viewer_link(const PlayedBoard& board) {
  return "https://www.bridgebase.com/tools/handviewer.html?lin=" +
         percent_encoded(write_lin(board));
}

}  // namespace arena::bridge
