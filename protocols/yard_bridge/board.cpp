// The table of yard bridge as a person sees it.
#include <cstddef>

#include "protocols/terminal/playing_cards.hpp"
#include "protocols/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge {

namespace {

using ansi::AnsiWriter;
using ansi::bold;
using ansi::faint;

constexpr std::size_t board_width = 79;
constexpr std::size_t name_width = 7;

void draw_title(const View& view, AnsiWriter writer) {
  std::string left = "Deal " + std::to_string(view.deal);
  if (view.options.deals > 0) left += " of " + std::to_string(view.options.deals);
  ansi::rule(writer, left, counted(view.stock, "card") + " in the stock", board_width);
}

void draw_player(const View& view, Seat seat, const Audience& audience, AnsiWriter writer) {
  const auto index = static_cast<std::size_t>(seat);
  const std::string name =
      ansi::padded(audience.subject(seat, true), audience.name_columns(name_width));
  const int held = view.counts[index];
  writer.write(' ' + name, audience.is_you(seat) ? bold : "");
  writer.write(std::string(static_cast<std::size_t>(held), '#'), faint);
  writer.write(' ' + counted(held, "card") + ", " + counted(view.totals[index], "point"));
  if (seat == view.dealer) writer.write(", dealt", faint);
  writer.write("\n");
}

void draw_pile(const View& view, AnsiWriter writer) {
  writer.write(" On top is ");
  draw(view.top, writer, true);
  if (view.top.rank() == cards::jack) {
    writer.write(", which orders ");
    writer.write(cards::suit_names[view.suit], cards::look_of(view.suit, true));
  }
  writer.write(".\n");
}

/// Draws the hand in as many rows as needed, and marks the cards that may be put now.
void draw_hand(const View& view, const std::string& label, AnsiWriter writer) {
  writer.write(label);
  std::size_t column = label.size();
  for (const Card card : view.hand) {
    const bool fits = view.puts.contains(card);
    const std::size_t cell = cards::width(card) + 2;
    if (column + cell > board_width) {
      writer.write('\n' + std::string(label.size(), ' '));
      column = label.size();
    }
    writer.write(" ");
    draw(card, writer, fits);
    writer.write(fits ? "*" : " ");
    column += cell;
  }
  if (view.hand.empty()) writer.write(" no card");
  writer.write(view.puts.empty() ? "\n" : "\n            * can be put now\n", faint);
}

/// What the cards of this turn will do; empty if they do nothing.
std::string outlook(const View& view, const Audience& audience) {
  if (view.must_cover()) {
    const std::string six = " " + to_text(view.top) + " must be covered";
    return view.puts.empty() && view.can_draw ? six + ": take until you can." : six + ".";
  }
  if (view.put == 0) return {};
  const Rank rank = view.top.rank();
  const std::string next = audience.subject((view.seat + 1) % view.seats, false);
  const std::string hits = std::to_string(view.row);
  const bool once = view.row == 1;
  std::string effect;
  if (rank == cards::seven) {
    effect = next + " takes " + counted(view.row, "card");
  } else if (rank == cards::eight) {
    effect = once ? next + " takes 2 cards and loses a turn"
                  : hits + " hits go round the others: 2 cards and a lost turn each";
  } else if (rank == cards::ace) {
    effect = once ? next + " loses a turn" : hits + " lost turns go round the others";
  }
  return effect.empty() ? effect : " When you are done, " + effect + ".";
}

}  // namespace

void draw_table(const View& view, const Audience& audience, AnsiWriter writer) {
  draw_title(view, writer);
  for (int i = 1; i <= view.seats; ++i)
    draw_player(view, (view.seat + i) % view.seats, audience, writer);
  draw_pile(view, writer);
  draw_hand(view, " Your hand:", writer);
  const std::string text = outlook(view, audience);
  if (!text.empty()) writer.write(text + '\n');
}

void draw_table(std::span<const View> views, const Audience& audience, AnsiWriter writer) {
  draw_title(views.front(), writer);
  for (const View& view : views) draw_player(view, view.seat, audience, writer);
  draw_pile(views.front(), writer);
  for (const View& view : views)
    draw_hand(view, ' ' + audience.subject(view.seat, true) + "'s hand:", writer);
}

}  // namespace arena::yard_bridge
