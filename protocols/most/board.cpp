#include "protocols/most/board.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include "games/most/finder.hpp"
#include "protocols/terminal/playing_cards.hpp"

namespace arena::most {

namespace {

using ansi::AnsiWriter;
using ansi::bold;
using ansi::faint;
using ansi::padded;

constexpr std::size_t columns = 78;
constexpr std::size_t name_columns = 8;
constexpr std::size_t most_searched = 400;
constexpr std::size_t most_suggested = 9;

/// Writes words one after another, and breaks full lines.
class Paragraph {
 public:
  Paragraph(AnsiWriter writer, std::size_t indent)
      : writer_(writer), indent_(indent), at_(indent) {}

  /// Makes room for a word of this width, which the caller then writes.
  AnsiWriter next(std::size_t width) {
    if (at_ + 1 + width > columns) {
      writer_.write("\n" + std::string(indent_, ' '));
      at_ = indent_;
    }
    writer_.write(" ");
    at_ += 1 + width;
    return writer_;
  }

 private:
  AnsiWriter writer_;
  std::size_t indent_;
  std::size_t at_;
};

/// Draws for each seat: its total, the points laid, and the number of cards in hand.
void draw_players(const View& view, const Audience& audience, AnsiWriter writer) {
  for (Seat seat = 0; seat < view.seats(); ++seat) {
    const auto index = static_cast<std::size_t>(seat);
    writer.write(' ' + padded(audience.subject(seat), audience.name_columns(name_columns)),
                 audience.is_you(seat) ? bold : ansi::plain);
    writer.write(counted(view.totals[index], "point") + ", " +
                 std::to_string(view.table.points_of(seat)) + " laid in this deal, " +
                 counted(view.counts[index], "card") + " in hand" +
                 (seat == view.dealer ? ", dealer\n" : "\n"));
  }
}

void draw_melds(const View& view, const Audience& audience, AnsiWriter writer) {
  writer.write(" Melds\n", faint);
  if (view.table.count() == 0) writer.write("   none yet\n");
  for (Table::Id id = 1; id <= view.table.count(); ++id) {
    writer.write((id < 10 ? "   " : "  ") + std::to_string(id) + "  ");
    const std::string owner = audience.subject(view.table.owner(id));
    writer.write(padded(owner, audience.name_columns(name_columns)), faint);
    draw(view.table.laid(id), writer);
    writer.write("\n");
  }
}

void draw_bridge(const View& view, AnsiWriter writer) {
  writer.write(" Bridge\n  ", faint);
  Paragraph line(writer, 2);
  std::size_t place = 0;
  for (const Card card : view.bridge.row()) {
    const std::string number = std::to_string(++place) + ':';
    const AnsiWriter word = line.next(number.size() + cards::width(card));
    word.write(number, faint);
    cards::draw(card, word);
  }
  writer.write("\n");
}

void draw_hand(const View& view, const std::string& name, AnsiWriter writer) {
  writer.write(' ' + name + "\n  ", faint);
  Paragraph line(writer, 2);
  const Card* before = nullptr;
  const Row hand = view.hand.sorted();
  for (const Card& card : hand) {
    const bool new_suit = before != nullptr && !card.is_joker() && card.suit() != before->suit();
    const AnsiWriter word = line.next(cards::width(card) + (new_suit ? 1 : 0));
    if (new_suit) word.write(" ");
    cards::draw(card, word, true);
    before = &card;
  }
  writer.write("\n");
}

/// Draws everything except the hands.
void draw_open(const View& view, const Audience& audience, AnsiWriter writer) {
  ansi::rule(writer, "Deal " + std::to_string(view.deal),
             counted(view.stock, "card") + " in the stock", columns);
  draw_players(view, audience, writer);
  draw_melds(view, audience, writer);
  draw_bridge(view, writer);
}

/// The points that a move brings at once, to sort moves.
struct Worth {
  const View& view;

  int operator()(const Take& take) const { return worth_of(take.meld); }
  int operator()(const NewMeld& meld) const { return worth_of(meld.meld); }
  int operator()(const LayOff& lay) const { return worth_of({lay.laid}); }
  int operator()(const Swap& /*swap*/) const { return 1; }
  int operator()(const Draw& /*draw*/) const { return 0; }
  int operator()(const Discard& /*discard*/) const { return 0; }

 private:
  /// A joker counts slightly negative, because the player could keep it.
  static int worth_of(const LaidCards& meld) { return points(meld) - jokers_in(meld); }
};

void draw_move(const View& view, const Move& move, AnsiWriter writer) {
  if (const auto* take = std::get_if<Take>(&move)) {
    const std::size_t place = view.bridge.find(take->card) + 1;
    writer.write("take from place " + std::to_string(place) + " on, and meld ");
    draw(take->meld, writer);
  } else if (const auto* meld = std::get_if<NewMeld>(&move)) {
    writer.write("meld ");
    draw(meld->meld, writer);
  } else if (const auto* lay = std::get_if<LayOff>(&move)) {
    writer.write("lay ");
    draw(lay->laid, writer);
    writer.write(" to meld " + std::to_string(lay->id));
  } else if (const auto* swap = std::get_if<Swap>(&move)) {
    writer.write("swap ");
    cards::draw(swap->card, writer);
    writer.write(" for the joker of meld " + std::to_string(swap->id));
  }
}

/// All moves worth suggesting, the best first.
std::vector<Move> ranked(const View& view) {
  std::vector<Move> moves;
  for (const Move& move : possible_moves(view, most_searched)) {
    if (!std::holds_alternative<Draw>(move) && !std::holds_alternative<Discard>(move))
      moves.push_back(move);
  }
  const Worth worth{view};
  std::stable_sort(moves.begin(), moves.end(), [&worth](const Move& a, const Move& b) {
    return std::visit(worth, a) > std::visit(worth, b);
  });
  return moves;
}

}  // namespace

void draw(const Laid& laid, AnsiWriter writer) {
  if (laid.by_joker) writer.write("*", cards::look_of(joker, true));
  cards::draw(laid.card, writer);
}

void draw(const LaidCards& meld, AnsiWriter writer) {
  for (std::size_t i = 0; i < meld.size(); ++i) {
    if (i > 0) writer.write(" ");
    draw(meld[i], writer);
  }
}

void draw(const Row& row, AnsiWriter writer) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) writer.write(" ");
    cards::draw(row[i], writer);
  }
}

void draw_table(const View& view, const Audience& audience, AnsiWriter writer) {
  draw_open(view, audience, writer);
  draw_hand(view, "Your hand", writer);
}

void draw_table(std::span<const View> views, const Audience& audience, AnsiWriter writer) {
  draw_open(views.front(), audience, writer);
  for (const View& view : views) draw_hand(view, audience.subject(view.seat) + "'s hand", writer);
}

std::vector<Move> suggestions(const View& view) {
  auto moves = ranked(view);
  if (moves.size() > most_suggested) moves.resize(most_suggested);
  return moves;
}

void draw_suggestions(const View& view, AnsiWriter writer) {
  const auto moves = ranked(view);
  if (moves.empty()) return;
  const std::size_t shown = std::min(moves.size(), most_suggested);
  writer.write(shown < moves.size() ? " Possible, and more\n" : " Possible\n", faint);
  for (std::size_t i = 0; i < shown; ++i) {
    writer.write("   " + std::to_string(i + 1), bold);
    writer.write("  ");
    draw_move(view, moves[i], writer);
    writer.write("\n");
  }
}

}  // namespace arena::most
