// The terminal screen of Most.
#include <algorithm>
#include <variant>
#include <vector>

#include "arena/util/text/text.hpp"
#include "games/most/finder.hpp"
#include "protocols/most/board.hpp"
#include "protocols/most/most.hpp"
#include "protocols/terminal/playing_cards.hpp"

namespace arena::most {

namespace {

using ansi::AnsiWriter;
using ansi::bold;

constexpr std::size_t most_named = 12;  // cards in one line

/// Describes each event to the audience.
struct EventWriter {
  const Audience& audience;
  AnsiWriter writer;

  void operator()(const Began& event) const {
    const std::string length =
        event.deals > 0 ? counted(event.deals, "deal") : "to " + counted(event.target, "point");
    writer.write("Most for " + std::to_string(event.seats) + " players, " + length + '.');
    if (!audience.watches())
      writer.write(" You are seat " + std::to_string(audience.viewpoint()) + '.');
    writer.write("\n");
  }
  void operator()(const Dealt& event) const {
    writer.write("Deal " + std::to_string(event.number) + ": ", bold);
    writer.write(audience.subject(event.dealer) +
                 (audience.is_you(event.dealer) ? " deal" : " deals"));
    writer.write(". The bridge begins with ");
    cards::draw(event.first, writer);
    writer.write(".\n");
  }
  void operator()(const Drew& event) const {
    says(event.seat, "draw", "draws");
    if (!event.seen) {
      writer.write("a card.\n");
    } else if (!event.card) {
      writer.write("nothing: no card is left.\n");
    } else {
      cards::draw(*event.card, writer, true);
      writer.write(".\n");
    }
  }
  void operator()(const Shuffled& event) const {
    writer.write("The bridge is shuffled: a stock of " + counted(event.size, "card") + ".\n");
  }
  void operator()(const Took& event) const {
    says(event.seat, "take", "takes");
    if (event.cards.size() <= most_named) {
      draw(event.cards, writer);
    } else {
      writer.write(counted(static_cast<int>(event.cards.size()), "card"));
    }
    writer.write(" from the bridge\n  and ");
    writer.write(audience.is_you(event.seat) ? "meld " : "melds ");
    draw(event.meld, writer);
    writer.write(".\n");
  }
  void operator()(const Melded& event) const {
    says(event.seat, "meld", "melds");
    draw(event.meld, writer);
    writer.write(".\n");
  }
  void operator()(const LaidOff& event) const {
    says(event.seat, "lay", "lays");
    draw(event.laid, writer);
    writer.write(" to meld " + std::to_string(event.id) + ".\n");
  }
  void operator()(const Swapped& event) const {
    says(event.seat, "swap", "swaps");
    cards::draw(event.card, writer);
    writer.write(" for the joker of meld " + std::to_string(event.id) + ".\n");
  }
  void operator()(const Discarded& event) const {
    says(event.seat, "discard", "discards");
    cards::draw(event.card, writer);
    writer.write(".\n");
  }
  void operator()(const Scored& event) const {
    writer.write("The deal is over.\n", bold);
    for (std::size_t seat = 0; seat < event.points.size(); ++seat) {
      writer.write("  " + audience.subject(static_cast<Seat>(seat)) + ": " +
                   counted(event.points[seat], "point") + ", " +
                   std::to_string(event.totals[seat]) + " in all\n");
    }
  }
  void operator()(const Left& event) const {
    says(event.seat, "have", "has");
    writer.write("left. The arbiter plays on.\n");
  }
  void operator()(const Ended& event) const {
    const Seats first = seats_with(event.places, 1);
    const std::string result = audience.watches() ? audience.winners(first) : own(event, first);
    writer.write("The match is over. " + result + '\n', bold);
  }

 private:
  /// `You draw `, `Seat 2 draws `.
  void says(Seat seat, std::string_view own, std::string_view others) const {
    writer.write(audience.subject(seat, true) + ' ' +
                 std::string(audience.is_you(seat) ? own : others) + ' ');
  }
  [[nodiscard]] std::string own(const Ended& event, Seats first) const {
    const int place = event.places[static_cast<std::size_t>(audience.viewpoint())];
    if (place > 1) return "You are number " + std::to_string(place) + '.';
    return first.size() == 1 ? "You win." : "You share the first place.";
  }
};

template <class Kind>
bool has(const std::vector<Move>& moves) {
  return std::any_of(moves.begin(), moves.end(),
                     [](const Move& move) { return std::holds_alternative<Kind>(move); });
}

/// How to type what is possible now.
std::string ways(const View& view) {
  const auto moves = possible_moves(view, 1);
  if (view.phase == Phase::get) {
    return has<Take>(moves) ? "d draws, t and a number takes the bridge from there on"
                            : "d draws (no card of the bridge can be melded)";
  }
  std::string text;
  if (has<NewMeld>(moves)) text += "m meld, ";
  if (has<LayOff>(moves)) text += "l lay off, ";
  if (has<Swap>(moves)) text += "s swap, ";
  if (text.empty()) return "only a discard is possible: d and the card";
  if (has<Discard>(moves)) return text + "d discard";
  return text + "before you can discard";
}

}  // namespace

const std::string_view Screen::help =
    " First get a card:\n"
    "   d                 draws one from the stock\n"
    "   t 3   t 7h        takes the bridge from its third card on, or from 7H on,\n"
    "                     and melds it with your hand, if only one way is possible\n"
    "   t 3 7h 8h 9h      the same with the meld that you name\n"
    " Then, as often as you like:\n"
    "   m 5s 6s 7s        melds: a run of one suit (over king, ace, two, too),\n"
    "                     or three or four of one rank; in any order\n"
    "   m 5s * 7s         with a joker; if it could be several cards: m 5s 6s *7s\n"
    "   l 8s   l 3 8s     lays a card off, to meld 3; after a meld of your own\n"
    "   s 9c              swaps your 9C for the joker that stands for it\n"
    " Last:\n"
    "   d qd              discards QD at the end of the bridge, which ends the turn\n"
    " A number plays what is listed as possible.\n"
    " No card may lie in melds or bridge together with a joker that stands for it.\n"
    " You cannot take back a part of a turn, because it may have shown you a card.\n"
    " Points: 2 to 9 are 5, 10 to king 10, aces 15; laid they count for you, in the\n"
    " hand against you; a joker in the hand costs 100. The deal ends when a player\n"
    " discards the last card.\n"
    " Also: Enter or b shows the table, ? this help; q quits the game.\n";

void Screen::tell(const Event& event, std::string& out) {
  std::string text;
  std::visit(EventWriter{audience(), writer(text)}, event);
  out += ansi::wrapped(text);
}

void Screen::ask(const View& view, std::string& out) {
  const ansi::AnsiWriter writer = this->writer(out);
  draw_table(view, audience(), writer);
  draw_suggestions(view, writer);
  prompt(view, out);
}

void Screen::watch(std::span<const View> views, std::string& out) {
  draw_table(views, audience(), writer(out));
}

void Screen::prompt(const View& view, std::string& out) {
  const ansi::AnsiWriter writer = this->writer(out);
  writer.write(view.phase == Phase::get ? " Your turn? " : " Your play? ", bold);
  writer.write(ways(view) + "; ? for help\n");
}

Reading<Most> Screen::read(const View& view, std::string_view line) {
  auto typed = read_typed(view, line);
  if (const auto* wrong = std::get_if<std::string>(&typed)) {
    explain(view, trim(line), ' ' + *wrong + '\n');
    return Refusal("no move");
  }
  clear_explanation();
  const Move& move = std::get<Move>(typed);
  if (const Refusal refusal = Most::check(view, move))
    explain(view, ' ' + std::string(refusal.text()) + '\n');
  return move;
}

}  // namespace arena::most
