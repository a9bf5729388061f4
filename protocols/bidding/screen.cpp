// The terminal screen of the bidding game.
#include <optional>

#include "arena/util/text/text.hpp"
#include "protocols/bidding/bidding.hpp"
#include "protocols/terminal/ansi_writer.hpp"

namespace arena::bidding {

namespace {

using ansi::AnsiWriter;
using ansi::bold;
using ansi::faint;
using ansi::plain;

constexpr int most_in_a_row = 17;
constexpr std::size_t name_columns = 10;

/// Breaks a long list into rows.
std::string list_of(const Cards& cards, int in_a_row = most_in_a_row) {
  std::string text;
  int written = 0;
  cards.for_each([&](int card) {
    if (written > 0 && written % in_a_row == 0) text += "\n" + std::string(name_columns, ' ');
    ++written;
    text += ' ' + std::to_string(card);
  });
  return text.empty() ? " none" : text;
}

/// A person with one opponent sees "Opponent".
std::string name_of(Seat seat, const Audience& audience, int seats) {
  if (audience.is_you(seat)) return "You";
  return audience.name(seat, seats == 2 ? "Opponent" : "Seat " + std::to_string(seat));
}

/// Draws points and unused cards of every seat, and the prizes to come.
void draw_table(const View& view, const Audience& audience, AnsiWriter writer) {
  const std::size_t columns = audience.name_columns(name_columns);
  const int in_a_row = most_in_a_row - static_cast<int>((columns - name_columns + 2) / 3);
  for (Seat seat = 0; seat < view.seats; ++seat) {
    const std::string name = name_of(seat, audience, view.seats);
    writer.write(' ' + ansi::padded(name, columns), audience.is_you(seat) ? bold : plain);
    writer.write(counted(view.score(seat), "point") + ", cards" +
                 list_of(view.unused[static_cast<std::size_t>(seat)], in_a_row) + '\n');
  }
  writer.write(" To come  " + list_of(view.prizes_left) + '\n', faint);
}

void draw_prize(const View& view, AnsiWriter writer) {
  writer.write(" The prize is ");
  writer.write(std::to_string(view.prize), bold);
  if (view.carried() > 0)
    writer.write(", and " + counted(view.carried(), "point") + " carried over");
}

/// Describes each event to the audience.
struct EventWriter {
  const Audience& audience;
  int seats = 2;
  Seats& gone;
  AnsiWriter writer;

  void operator()(const Shown& /*event*/) const {}
  void operator()(const Bid& event) const {
    writer.write(name_of(event.seat, audience, seats) +
                 (audience.is_you(event.seat) ? " bid " : " bids "));
    const bool fits_one_line = seats == 2 && !audience.watches();
    writer.write(std::to_string(event.card) + (fits_one_line ? ". " : ".\n"));
  }
  void operator()(const Won& event) const {
    const std::string points = counted(event.points, "point");
    if (!event.seat) {
      writer.write("No one wins the " + points + ".\n");
    } else if (audience.is_you(*event.seat)) {
      writer.write("You win " + points + ".\n", "32");
    } else {
      writer.write(name_of(*event.seat, audience, seats) + " wins " + points + ".\n",
                   audience.watches() ? plain : "31");
    }
  }
  void operator()(const Left& event) const {
    gone.insert(event.seat);
    writer.write(name_of(event.seat, audience, seats) +
                 " has left. The arbiter bids its lowest cards.\n");
  }
  void operator()(const Ended& event) const {
    std::string scores = "The end:";
    for (Seat seat = 0; seat < seats; ++seat) {
      scores += (seat == 0 ? " " : ", ") + name_of(seat, audience, seats) + ' ' +
                std::to_string(event.scores[static_cast<std::size_t>(seat)]);
    }
    writer.write(ansi::wrapped(scores + ".\n"));
    writer.write((event.forfeited ? forfeit(*event.forfeited) : result(event.scores)) + '\n', bold);
  }

 private:
  [[nodiscard]] std::string forfeit(Seat seat) const {
    return name_of(seat, audience, seats) + (audience.is_you(seat) ? " forfeit." : " forfeits.");
  }
  [[nodiscard]] std::string result(const FixedVector<int, most_players>& scores) const {
    std::optional<int> most;  // of the seats that have not left
    for (Seat seat = 0; seat < seats; ++seat) {
      const int score = scores[static_cast<std::size_t>(seat)];
      if (!gone.contains(seat) && (!most || score > *most)) most = score;
    }
    Seats best = most ? seats_with(scores, *most) : Seats{};
    for (const Seat seat : gone) best.erase(seat);
    if (audience.watches()) return audience.winners(best);
    if (!best.contains(audience.viewpoint())) return "You lose.";
    return best.size() > 1 ? "The game is a draw." : "You win.";
  }
};

}  // namespace

const std::string_view Screen::help =
    " Everybody bids one unused card for the prize, at the same time. The higher bid\n"
    " wins its points; with equal bids no one does. Each card can be bid once.\n"
    " Type a card of yours. Enter shows the table, ? this help; q quits the game.\n";

void Screen::tell(const Event& event, std::string& out) {
  std::visit(EventWriter{audience(), seats_, gone_, writer(out)}, event);
}

void Screen::ask(const View& view, std::string& out) {
  seats_ = view.seats;
  const AnsiWriter writer = this->writer(out);
  writer.write("\n");
  draw_table(view, audience(), writer);
  prompt(view, out);
}

void Screen::watch(std::span<const View> views, std::string& out) {
  seats_ = static_cast<int>(views.size());
  const AnsiWriter writer = this->writer(out);
  draw_table(views.front(), audience(), writer);
  draw_prize(views.front(), writer);
  writer.write(".\n");
}

void Screen::prompt(const View& view, std::string& out) {
  const AnsiWriter writer = this->writer(out);
  draw_prize(view, writer);
  writer.write(". Your bid? (? for help)\n");
}

Reading<Bidding> Screen::read(const View& view, std::string_view line) {
  const std::string_view answer = trim(line);
  const auto move = Bidding::read(answer);
  if (!move || move->card > view.cards()) {
    explain(view, answer, " A bid is one of your cards:" + list_of(view.hand()) + ".\n");
    return Refusal("Invalid bid.");
  }
  explain(view, " You have bid " + Bidding::write(*move) + " before.\n");
  return *move;
}

}  // namespace arena::bidding
