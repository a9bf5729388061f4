#include "protocols/most/board.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include "games/most/finder.hpp"
#include "games/most/text.hpp"
#include "protocols/terminal/playing_cards.hpp"

namespace arena::most {

namespace {

using pen::bold;
using pen::counted;
using pen::faint;
using pen::padded;
using pen::Pen;

constexpr std::size_t columns = 78;
constexpr std::size_t name_columns = 8;
constexpr std::size_t most_searched = 400;
constexpr std::size_t most_suggested = 9;

/// Writes words one after another, and goes on below where a line is full.
class Paragraph {
 public:
  Paragraph(Pen pen, std::size_t indent) : pen_(pen), indent_(indent), at_(indent) {}

  /// The next word has this width; what is written then is that word.
  Pen next(std::size_t width) {
    if (at_ + 1 + width > columns) {
      pen_.write("\n" + std::string(indent_, ' '));
      at_ = indent_;
    }
    pen_.write(" ");
    at_ += 1 + width;
    return pen_;
  }

 private:
  Pen pen_;
  std::size_t indent_;
  std::size_t at_;
};

/// By seat: totals, points laid, cards in hand.
void draw_players(const View& view, const Audience& audience, Pen pen) {
  for (Seat seat = 0; seat < view.seats(); ++seat) {
    const auto index = static_cast<std::size_t>(seat);
    pen.write(' ' + padded(audience.subject(seat), audience.name_columns(name_columns)),
              audience.is_you(seat) ? bold : pen::usual);
    pen.write(counted(view.totals[index], "point") + ", " +
              std::to_string(view.table.points_of(seat)) + " laid in this deal, " +
              counted(view.counts[index], "card") + " in hand" +
              (seat == view.dealer ? ", dealer\n" : "\n"));
  }
}

void draw_melds(const View& view, const Audience& audience, Pen pen) {
  pen.write(" Melds\n", faint);
  if (view.table.count() == 0) pen.write("   none yet\n");
  for (Table::Id id = 1; id <= view.table.count(); ++id) {
    pen.write((id < 10 ? "   " : "  ") + std::to_string(id) + "  ");
    const std::string owner = audience.subject(view.table.owner(id));
    pen.write(padded(owner, audience.name_columns(name_columns)), faint);
    draw(view.table.laid(id), pen);
    pen.write("\n");
  }
}

void draw_bridge(const View& view, Pen pen) {
  pen.write(" Bridge\n  ", faint);
  Paragraph line(pen, 2);
  std::size_t place = 0;
  for (const Card card : view.bridge.row()) {
    const std::string number = std::to_string(++place) + ':';
    const Pen word = line.next(number.size() + cards::width(card));
    word.write(number, faint);
    cards::draw(card, word);
  }
  pen.write("\n");
}

void draw_hand(const View& view, const std::string& name, Pen pen) {
  pen.write(' ' + name + "\n  ", faint);
  Paragraph line(pen, 2);
  const Card* before = nullptr;
  const Row hand = view.hand.sorted();
  for (const Card& card : hand) {
    const bool new_suit = before != nullptr && !card.is_joker() && card.suit() != before->suit();
    const Pen word = line.next(cards::width(card) + (new_suit ? 1 : 0));
    if (new_suit) word.write(" ");
    cards::draw(card, word, true);
    before = &card;
  }
  pen.write("\n");
}

/// All but the hands.
void draw_open(const View& view, const Audience& audience, Pen pen) {
  pen::rule(pen, "Deal " + std::to_string(view.deal), counted(view.stock, "card") + " in the stock",
            columns);
  draw_players(view, audience, pen);
  draw_melds(view, audience, pen);
  draw_bridge(view, pen);
}

/// What a move brings at once, in points; for their order.
struct Worth {
  const View& view;

  int operator()(const Take& take) const { return worth_of(take.meld); }
  int operator()(const NewMeld& meld) const { return worth_of(meld.meld); }
  int operator()(const LayOff& lay) const { return worth_of({lay.laid}); }
  int operator()(const Swap& /*swap*/) const { return 1; }
  int operator()(const Draw& /*draw*/) const { return 0; }
  int operator()(const Discard& /*discard*/) const { return 0; }

 private:
  /// A joker is worth a little less than nothing: it could be kept.
  static int worth_of(const LaidCards& meld) { return points(meld) - jokers_in(meld); }
};

void draw_move(const View& view, const Move& move, Pen pen) {
  if (const auto* take = std::get_if<Take>(&move)) {
    const std::size_t place = view.bridge.find(take->card) + 1;
    pen.write("take from place " + std::to_string(place) + " on, and meld ");
    draw(take->meld, pen);
  } else if (const auto* meld = std::get_if<NewMeld>(&move)) {
    pen.write("meld ");
    draw(meld->meld, pen);
  } else if (const auto* lay = std::get_if<LayOff>(&move)) {
    pen.write("lay ");
    draw(lay->laid, pen);
    pen.write(" to meld " + std::to_string(lay->id));
  } else if (const auto* swap = std::get_if<Swap>(&move)) {
    pen.write("swap ");
    cards::draw(swap->card, pen);
    pen.write(" for the joker of meld " + std::to_string(swap->id));
  }
}

/// All that is worth being suggested, the best first.
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

void draw(const Laid& laid, Pen pen) {
  if (laid.by_joker) pen.write("*", cards::look_of(joker, true));
  cards::draw(laid.card, pen);
}

void draw(const LaidCards& meld, Pen pen) {
  for (std::size_t i = 0; i < meld.size(); ++i) {
    if (i > 0) pen.write(" ");
    draw(meld[i], pen);
  }
}

void draw(const Row& row, Pen pen) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) pen.write(" ");
    cards::draw(row[i], pen);
  }
}

void draw_table(const View& view, const Audience& audience, Pen pen) {
  draw_open(view, audience, pen);
  draw_hand(view, "Your hand", pen);
}

void draw_table(std::span<const View> views, const Audience& audience, Pen pen) {
  draw_open(views.front(), audience, pen);
  for (const View& view : views) draw_hand(view, audience.subject(view.seat) + "'s hand", pen);
}

std::vector<Move> suggestions(const View& view) {
  auto moves = ranked(view);
  if (moves.size() > most_suggested) moves.resize(most_suggested);
  return moves;
}

void draw_suggestions(const View& view, Pen pen) {
  const auto moves = ranked(view);
  if (moves.empty()) return;
  const std::size_t shown = std::min(moves.size(), most_suggested);
  pen.write(shown < moves.size() ? " Possible, and more\n" : " Possible\n", faint);
  for (std::size_t i = 0; i < shown; ++i) {
    pen.write("   " + std::to_string(i + 1), bold);
    pen.write("  ");
    draw_move(view, moves[i], pen);
    pen.write("\n");
  }
}

}  // namespace arena::most
