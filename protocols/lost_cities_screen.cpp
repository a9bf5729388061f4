#include "protocols/lost_cities_screen.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "arena/core/text.hpp"
#include "protocols/pen.hpp"

namespace arena::lost_cities {

namespace {

using pen::bold;
using pen::counted;
using pen::faint;
using pen::Look;
using pen::Pen;
using pen::usual;

constexpr std::size_t column_width = 13;  // the longest heading; twelve cards in two rows
constexpr std::size_t column_step = column_width + 3;  // a blank on either side, and a bar
constexpr std::size_t board_width = land_count * column_step - 1;

constexpr std::array<Look, land_count> land_look = {"33", "36", "35", "32", "31"};
constexpr std::array<Look, land_count> strong_look = {"1;33", "1;36", "1;35", "1;32", "1;31"};

constexpr std::size_t index_of(int land) { return static_cast<std::size_t>(land); }
constexpr char typed(int land) { return lower(land_letter(land)); }
std::string name_of(int land) { return std::string(land_names[index_of(land)]); }

/// `i`, or the number: a card whose land is plain.
std::string short_value(Card card) {
  return card.is_investment() ? "i" : std::to_string(card.number());
}
/// `id`, `10j`.
std::string typed(Card card) { return short_value(card) + typed(card.land()); }
/// `investment of Deserts`, `10 of Jungles`.
std::string spoken(Card card) {
  const std::string value = card.is_investment() ? "investment" : std::to_string(card.number());
  return value + " of " + name_of(card.land());
}

/// The highest number of an expedition; 0 if it has none.
int highest_number(const Cards& expeditions, int land) {
  const std::uint32_t numbers = expeditions.numbers(land);
  return numbers == 0 ? 0 : std::bit_width(numbers) - 1;
}

struct Word {
  std::string text;
  Look look = usual;
};
using Columns = std::array<std::vector<Word>, land_count>;

/// The board's rows and rules: one column a land.
class Grid {
 public:
  explicit Grid(Pen pen) : pen_(pen) {}

  /// REQUIRES: the words of a column fit it.
  void row(const Columns& columns) const {
    for (std::size_t land = 0; land < columns.size(); ++land) {
      std::size_t width = 0;
      for (const Word& word : columns[land]) {
        pen_.write(" ");
        pen_.write(word.text, word.look);
        width += 1 + word.text.size();
      }
      if (land + 1 == columns.size()) break;
      pen_.write(std::string(column_step - 1 - width, ' '));
      pen_.write("|", faint);
    }
    pen_.write("\n");
  }

  /// Words that one row holds stand in the lower one.
  void two_rows(const Columns& columns) const {
    Columns upper;
    Columns lower;
    for (std::size_t land = 0; land < columns.size(); ++land) {
      std::size_t width = 0;
      for (const Word& word : columns[land]) {
        width += word.text.size();
        (width <= column_width ? upper : lower)[land].push_back(word);
        ++width;
      }
      if (lower[land].empty()) std::swap(upper[land], lower[land]);
    }
    row(upper);
    row(lower);
  }

  void title(const std::string& left, const std::string& right) const {
    const std::size_t filled = left.size() + right.size() + std::string_view("==    ==").size();
    pen_.write("== ", faint);
    pen_.write(left, bold);
    pen_.write(' ' + std::string(board_width - filled, '=') + ' ', faint);
    pen_.write(right, bold);
    pen_.write(" ==\n", faint);
  }

  void rule() const { pen_.write(line_below(0) + '\n', faint); }
  void rule(const std::string& name, const std::string& remark) const {
    pen_.write("-- ", faint);
    pen_.write(name, bold);
    pen_.write(remark);
    pen_.write(' ' + line_below(name.size() + remark.size() + std::string_view("--  ").size()),
               faint);
    pen_.write("\n");
  }

 private:
  static std::string line_below(std::size_t from) {
    std::string line(board_width, '-');
    for (std::size_t bar = column_step - 1; bar < line.size(); bar += column_step) line[bar] = '+';
    return line.substr(from);
  }

  Pen pen_;
};

class Board {
 public:
  Board(const View& view, Pen pen) : view_(view), grid_(pen) {}

  void draw() const {
    grid_.title("Turn " + std::to_string(view_.turn),
                counted(view_.deck_left, "card") + " in the deck");
    headings();
    expeditions("Opponent", view_.opponent);
    piles();
    expeditions("You", view_.own);
    hand();
    grid_.rule();
  }
  void draw_result() const {
    grid_.title("Game over", "Lost Cities");
    headings();
    expeditions("Opponent", view_.opponent);
    expeditions("You", view_.own);
    grid_.rule();
  }

 private:
  void headings() const {
    Columns names;
    for (int land = 0; land < land_count; ++land) {
      const std::string name = name_of(land) + " (" + land_letter(land) + ')';
      names[index_of(land)] = {{name, strong_look[index_of(land)]}};
    }
    grid_.row(names);
  }

  void expeditions(const std::string& owner, const Cards& laid) const {
    Columns cards;
    laid.for_each([&cards](Card card) {
      const std::size_t land = index_of(card.land());
      cards[land].push_back({short_value(card), land_look[land]});
    });
    Columns scores;
    for (int land = 0; land < land_count; ++land) {
      if (!laid.has_land(land)) continue;
      scores[index_of(land)] = {{counted(expedition_score(laid, land), "point")}};
    }
    grid_.rule(owner, ": " + counted(score(laid), "point"));
    grid_.two_rows(cards);
    grid_.row(scores);
  }

  void piles() const {
    Columns cards;
    Columns counts;
    for (std::size_t land = 0; land < view_.discards.size(); ++land) {
      const Pile& pile = view_.discards[land];
      if (pile.empty()) continue;
      for (Card card : pile) cards[land].push_back({short_value(card), land_look[land]});
      const bool closed = static_cast<int>(land) == view_.closed_pile;
      Word& top = cards[land].back();
      top = closed ? Word{'(' + top.text + ')', land_look[land]}
                   : Word{'[' + top.text + ']', strong_look[land]};
      counts[land] = {{counted(static_cast<int>(pile.size()), "card")}};
    }
    const bool any_closed = view_.closed_pile != Move::deck;
    grid_.rule("Discards", any_closed ? ", [top card], (just discarded)" : ", [top card]");
    grid_.two_rows(cards);
    grid_.row(counts);
  }

  void hand() const {
    Columns cards;
    view_.hand.for_each([this, &cards](Card card) {
      const bool marked = view_.phase == Phase::play && view_.takes(card);
      const std::size_t land = index_of(card.land());
      cards[land].push_back(marked ? Word{short_value(card) + '*', strong_look[land]}
                                   : Word{short_value(card), land_look[land]});
    });
    grid_.rule("Your hand", view_.phase == Phase::play ? ", * can be played" : "");
    grid_.two_rows(cards);
  }

  const View& view_;
  Grid grid_;
};

/// The different cards of a view's hand; with `only_fitting`, those that can be played.
std::vector<Card> held(const View& view, bool only_fitting) {
  std::vector<Card> cards;
  const std::uint64_t kinds =
      view.hand.kinds() & (only_fitting ? view.own_open : ~std::uint64_t{0});
  for (std::uint64_t left = kinds; left != 0; left &= left - 1) {
    cards.push_back({static_cast<std::uint8_t>(std::countr_zero(left))});
  }
  return cards;
}

/// What can be typed now. REQUIRES: in the play phase, the hand is not empty.
void prompt(const View& view, Pen pen) {
  pen.write(view.phase == Phase::play ? " Your play? " : " Your draw? ", bold);
  if (view.phase == Phase::play) {
    const auto fitting = held(view, true);
    const Card example = fitting.empty() ? held(view, false).front() : fitting.front();
    pen.write(fitting.empty() ? "no card fits" : typed(example) + " plays");
    pen.write(", d" + typed(example) + " discards");
  } else {
    pen.write("n: deck");
    for (int land = 0; land < land_count; ++land) {
      if (!view.can_draw(land)) continue;
      const Card top = view.discards[index_of(land)].back();
      pen.write(std::string(", ") + typed(land) + ": " + short_value(top),
                land_look[index_of(land)]);
    }
  }
  pen.write("; ? for help, q to quit\n");
}

constexpr std::string_view help =
    " A turn is one play, then one draw.\n"
    " Play    5d, id     lays the 5 or an investment of Deserts on your expedition.\n"
    "         d5d, did   discards it instead; either player may draw it later.\n"
    " Draw    n          takes the next card of the deck.\n"
    "         d o m j v  takes the top card of that land's discards, but not the\n"
    "                    card that you have just discarded.\n"
    " Lands   d Deserts, o Oceans, m Mountains, j Jungles, v Volcanoes\n"
    " Order   First up to three investments (i), then numbers from 2 to 10, each\n"
    "         higher than the one before.\n"
    " Score   Each expedition that is begun: the sum of its numbers less 20, times\n"
    "         two, three or four with one, two or three investments; then 20 more\n"
    "         if it has eight cards or more.\n"
    " End     When the last card of the deck is drawn. More points win.\n"
    " Also    Enter or b shows the board, ? this help, q how to quit.\n";

constexpr std::string_view farewell =
    " Ctrl-D forfeits this game. Ctrl-C ends arena, and this game does not count.\n";

/// Without blanks, in lower case.
std::string squeezed(std::string_view line) {
  std::string text;
  for (char c : line) {
    if (!is_space(c)) text += lower(c);
  }
  return text;
}

std::optional<Move> read_play(std::string_view answer) {
  const bool discard = answer.starts_with('d');
  if (discard) answer.remove_prefix(1);
  std::string card(answer);
  if (card.starts_with('i') && !card.starts_with("inv")) card.insert(1, "nv");
  const auto read = read_card(card);
  if (!read) return std::nullopt;
  return discard ? Move::discard(*read) : Move::play(*read);
}

std::optional<Move> read_draw(std::string_view answer) {
  if (answer == "deck" || answer == "n") return Move::draw(Move::deck);
  const int land = answer.size() == 1 ? land_of(answer.front()) : -1;
  return land < 0 ? std::nullopt : std::optional(Move::draw(land));
}

/// Why an answer that is no move of its phase is none, and what would be one.
std::string explain_unread(Phase phase, const std::string& answer) {
  if (phase == Phase::draw) {
    if (read_play(answer)) return " You have played in this turn; now draw a card.\n";
    return " A draw is n for the deck, or the letter of a land's discards: d o m j v.\n";
  }
  if (read_draw(answer)) return " First play or discard a card; then you draw.\n";
  if (read_play(answer + 'd')) {
    return " Which land? Add its letter: d Deserts, o Oceans, m Mountains, j Jungles,\n"
           " v Volcanoes.\n";
  }
  return " A play is a value (2 to 10, or i for an investment) and a land (d o m j v),\n"
         " such as 5d; with a d before it, as in d5d, the card is discarded.\n";
}

std::string explain_missing(const View& view, Card card) {
  std::string text = " You have no " + spoken(card) + ". In ";
  text += name_of(card.land()) + " you hold";
  if (!view.hand.has_land(card.land())) return text + " no card.\n";
  const char* separator = ": ";
  for (Card own : held(view, false)) {
    if (own.land() != card.land()) continue;
    text += separator + typed(own);
    separator = ", ";
  }
  return text + ".\n";
}

std::string explain_misfit(const View& view, Card card) {
  std::string text = " The " + spoken(card) + " comes too late: your expedition is at ";
  text += std::to_string(highest_number(view.own, card.land())) + ".\n";
  const auto fitting = held(view, true);
  text += fitting.empty() ? " None of your cards fits now" : " These fit now: ";
  for (std::size_t i = 0; i < fitting.size(); ++i) text += (i == 0 ? "" : ", ") + typed(fitting[i]);
  return text + ". To discard it, type d" + typed(card) + ".\n";
}

std::string explain_undrawn(const View& view, int land) {
  if (land != view.closed_pile) return " There are no discards of " + name_of(land) + ".\n";
  return " You have just discarded that card: you may not take it back in the same turn.\n";
}

/// Why a move is not legal. REQUIRES: LostCities::check(view, move) refuses it, in its own phase.
std::string explain_illegal(const View& view, const Move& move) {
  if (move.action() == Action::draw) return explain_undrawn(view, move.source());
  const bool has_card = view.hand.contains(move.card());
  return has_card ? explain_misfit(view, move.card()) : explain_missing(view, move.card());
}

/// Says each event to the seat `you`.
struct Teller {
  Seat you = 0;
  Pen pen;

  void operator()(const Dealt& event) const {
    pen.write(event.first == you ? "The cards are dealt. You begin.\n"
                                 : "The cards are dealt. Your opponent begins.\n");
  }
  void operator()(const Played& event) const {
    pen.write(event.seat == you ? "You play the " : "Your opponent plays the ");
    name(event.card);
  }
  void operator()(const Discarded& event) const {
    pen.write(event.seat == you ? "You discard the " : "Your opponent discards the ");
    name(event.card);
  }
  void operator()(const Drew& event) const {
    const bool own = event.seat == you;
    if (event.source != Move::deck) {
      pen.write(own ? "You pick up the " : "Your opponent picks up the ");
    } else if (event.card) {
      pen.write("From the deck you draw the ");
    } else {
      pen.write(own ? "You draw a card from the deck.\n"
                    : "Your opponent draws a card from the deck.\n");
    }
    if (event.card) name(*event.card);
  }
  void operator()(const Ended& event) const {
    const int own = event.scores[index_of(you)];
    const int opponent = event.scores[index_of(1 - you)];
    pen.write("You have " + counted(own, "point") + ", your opponent " + std::to_string(opponent));
    pen.write(".\n");
    pen.write(result(event, own - opponent), bold);
    pen.write("\n");
  }

 private:
  [[nodiscard]] std::string_view result(const Ended& event, int lead) const {
    if (event.forfeited && *event.forfeited == you) return "You forfeit: your opponent wins.";
    if (event.forfeited) return "Your opponent forfeits: you win, whatever the scores.";
    return lead > 0 ? "You win." : lead < 0 ? "Your opponent wins." : "The game is a draw.";
  }
  void name(Card card) const {
    pen.write(spoken(card), land_look[index_of(card.land())]);
    pen.write(".\n");
  }
};

}  // namespace

void Screen::tell(const Event& event, std::string& out) {
  const Pen pen(style_, out);
  if (std::holds_alternative<Dealt>(event)) {
    laid_ = {};
  } else if (const auto* played = std::get_if<Played>(&event)) {
    laid_[index_of(played->seat)].add(played->card);
  } else if (std::holds_alternative<Ended>(event)) {
    View result;
    result.own = laid_[index_of(seat_)];
    result.opponent = laid_[index_of(1 - seat_)];
    Board(result, pen).draw_result();
  }
  std::visit(Teller{seat_, pen}, event);
}

void Screen::ask(const View& view, std::string& out) {
  const Pen pen(style_, out);
  Board(view, pen).draw();
  prompt(view, pen);
}

void Screen::refuse(const Refusal& refusal, std::string& out) {
  out += explanation_.empty() ? std::string(refusal.text()) + '\n' : explanation_;
}

Reading<LostCities> Screen::read(const View& view, std::string_view line) {
  const std::string answer = squeezed(line);
  const bool plays = view.phase == Phase::play;
  const auto move = plays ? read_play(answer) : read_draw(answer);
  explanation_.clear();
  if (move && !LostCities::check(view, *move)) return *move;
  if (answer.empty() || answer == "b" || answer == "board") {
    ask(view, explanation_);
  } else {
    const bool asks_help = answer == "?" || answer == "h" || answer == "help";
    const bool leaves = answer == "q" || answer == "quit" || answer == "exit";
    explanation_ = asks_help ? help
                   : leaves  ? farewell
                   : move    ? explain_illegal(view, *move)
                             : explain_unread(view.phase, answer);
    prompt(view, Pen(style_, explanation_));
  }
  if (move) return *move;
  return plays ? Refusal("Invalid play.") : Refusal("Invalid draw.");
}

std::string Screen::write(const Move& move) {
  if (move.action() == Action::draw) return LostCities::write(move);
  return (move.action() == Action::discard ? "d" : "") + typed(move.card());
}

}  // namespace arena::lost_cities
