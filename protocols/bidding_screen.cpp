#include "protocols/bidding_screen.hpp"

#include "arena/core/text.hpp"
#include "protocols/pen.hpp"

namespace arena::bidding {

namespace {

using pen::bold;
using pen::counted;
using pen::faint;
using pen::Pen;
using pen::usual;

constexpr int most_in_a_row = 17;

/// Where there are many, in rows below each other.
std::string list_of(const Cards& cards) {
  std::string text;
  int written = 0;
  cards.for_each([&](int card) {
    if (written > 0 && written % most_in_a_row == 0) text += "\n" + std::string(10, ' ');
    ++written;
    text += ' ' + std::to_string(card);
  });
  return text.empty() ? " none" : text;
}

/// Named as `you` sees it: with two seats there is one opponent.
std::string name_of(Seat seat, Seat you, int seats) {
  if (seat == you) return "You";
  return seats == 2 ? "Opponent" : "Seat " + std::to_string(seat);
}

/// Says each event to the seat `you`.
struct Teller {
  Seat you = 0;
  int seats = 2;
  Seats& gone;
  Pen pen;

  void operator()(const Shown& /*event*/) const {}
  void operator()(const Bid& event) const {
    pen.write(name_of(event.seat, you, seats) + (event.seat == you ? " bid " : " bids "));
    pen.write(std::to_string(event.card) + ". ");
  }
  void operator()(const Won& event) const {
    const std::string points = counted(event.points, "point");
    if (!event.seat) {
      pen.write("Nobody wins the " + points + ".\n");
    } else if (*event.seat == you) {
      pen.write("You win " + points + ".\n", "32");
    } else {
      pen.write(name_of(*event.seat, you, seats) + " wins " + points + ".\n", "31");
    }
  }
  void operator()(const Left& event) const {
    gone.insert(event.seat);
    pen.write(name_of(event.seat, you, seats) + " has gone. The arbiter bids its lowest cards.\n");
  }
  void operator()(const Ended& event) const {
    std::string scores = "The end:";
    for (Seat seat = 0; seat < seats; ++seat) {
      scores += (seat == 0 ? " " : ", ") + name_of(seat, you, seats) + ' ' +
                std::to_string(event.scores[static_cast<std::size_t>(seat)]);
    }
    pen.write(scores + ".\n");
    pen.write(event.forfeited ? name_of(*event.forfeited, you, seats) +
                                    (*event.forfeited == you ? " forfeit.\n" : " forfeits.\n")
                              : std::string(result(event.scores)),
              bold);
  }

 private:
  [[nodiscard]] std::string_view result(const FixedVector<int, most_players>& scores) const {
    bool shared = false;
    for (Seat seat = 0; seat < seats; ++seat) {
      const int lead =
          scores[static_cast<std::size_t>(you)] - scores[static_cast<std::size_t>(seat)];
      if (seat == you || gone.contains(seat)) continue;
      if (lead < 0) return "You lose.\n";
      shared = shared || lead == 0;
    }
    return shared ? "The game is a draw.\n" : "You win.\n";
  }
};

}  // namespace

const std::string_view Screen::help =
    " Everybody bids one unused card for the prize, at the same time. The higher bid\n"
    " wins its points; equal bids, and nobody does. Each card can be bid once.\n"
    " Type a card of yours. Enter shows the table, ? this help, q how to quit.\n";

void Screen::tell(const Event& event, std::string& out) {
  std::visit(Teller{seat(), seats_, gone_, pen(out)}, event);
}

void Screen::ask(const View& view, std::string& out) {
  seats_ = view.seats;
  const Pen pen = this->pen(out);
  pen.write("\n");
  for (Seat seat = 0; seat < view.seats; ++seat) {
    std::string name = name_of(seat, view.seat, view.seats);
    name.resize(10, ' ');
    pen.write(' ' + name, seat == view.seat ? bold : usual);
    pen.write(counted(view.score(seat), "point") + ", cards" +
              list_of(view.unused[static_cast<std::size_t>(seat)]) + '\n');
  }
  pen.write(" To come  " + list_of(view.prizes_left) + '\n', faint);
  prompt(view, out);
}

void Screen::prompt(const View& view, std::string& out) {
  const Pen pen = this->pen(out);
  pen.write(" The prize is ");
  pen.write(std::to_string(view.prize), bold);
  if (view.carried() > 0) pen.write(", and " + counted(view.carried(), "point") + " carried over");
  pen.write(". Your bid? (? for help)\n");
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
