// The terminal screen of Lost Cities.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "arena/util/text/text.hpp"
#include "protocols/lost_cities/board.hpp"
#include "protocols/lost_cities/lost_cities.hpp"

namespace arena::lost_cities {

namespace {

using ansi::AnsiWriter;
using ansi::bold;

constexpr std::size_t index_of(int land) { return static_cast<std::size_t>(land); }
constexpr char typed(int land) { return lower(land_letter(land)); }
/// `id`, `10j`.
std::string typed(Card card) { return short_value(card) + typed(card.land()); }
/// `investment of Deserts`, `10 of Jungles`.
std::string spoken(Card card) {
  const std::string value = card.is_investment() ? "investment" : std::to_string(card.number());
  return value + " of " + name_of(card.land());
}

/// The highest number of an expedition, or 0.
int highest_number(const Cards& expeditions, int land) {
  const std::uint32_t numbers = expeditions.numbers(land);
  return numbers == 0 ? 0 : std::bit_width(numbers) - 1;
}

/// The different cards of a view's hand; only those that can be played if `only_fitting`.
std::vector<Card> held(const View& view, bool only_fitting) {
  std::vector<Card> cards;
  const std::uint64_t kinds =
      view.hand.kinds() & (only_fitting ? view.own_open : ~std::uint64_t{0});
  for (std::uint64_t left = kinds; left != 0; left &= left - 1) {
    cards.push_back({static_cast<std::uint8_t>(std::countr_zero(left))});
  }
  return cards;
}

/// Removes blanks and converts to lower case.
std::string without_blanks(std::string_view line) {
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

/// The reason why an answer is no move of its phase, and what a move looks like.
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
  return text + joined(fitting, ", ", [](Card held) { return typed(held); }) +
         ". To discard it, type d" + typed(card) + ".\n";
}

std::string explain_undrawn(const View& view, int land) {
  if (land != view.closed_pile) return " There are no discards of " + name_of(land) + ".\n";
  return " You have just discarded that card: you may not take it back in the same turn.\n";
}

/// The reason why a move of the view's phase is illegal. REQUIRES: LostCities::check refuses it.
std::string explain_illegal(const View& view, const Move& move) {
  if (move.action() == Action::draw) return explain_undrawn(view, move.source());
  const bool has_card = view.hand.contains(move.card());
  return has_card ? explain_misfit(view, move.card()) : explain_missing(view, move.card());
}

/// Describes each event to the audience.
struct EventWriter {
  const Audience& audience;
  AnsiWriter writer;

  void operator()(const Dealt& event) const {
    writer.write("The cards are dealt. " + does(event.first, "begin") + ".\n");
  }
  void operator()(const Played& event) const {
    writer.write(does(event.seat, "play") + " the ");
    name(event.card);
  }
  void operator()(const Discarded& event) const {
    writer.write(does(event.seat, "discard") + " the ");
    name(event.card);
  }
  void operator()(const Drew& event) const {
    if (event.source != Move::deck) {
      writer.write(does(event.seat, "pick") + " up the ");
    } else if (!event.card) {
      writer.write(does(event.seat, "draw") + " a card from the deck.\n");
    } else if (audience.is_you(event.seat)) {
      writer.write("From the deck you draw the ");
    } else {
      writer.write("From the deck " + does(event.seat, "draw") + " the ");
    }
    if (event.card) name(*event.card);
  }
  void operator()(const Ended& event) const {
    const Seat first = audience.viewpoint();
    const int own = event.scores[index_of(first)];
    const int opponent = event.scores[index_of(1 - first)];
    writer.write((audience.watches() ? audience.name(first, "") + " has " : "You have ") +
                 counted(own, "point") + ", " + audience.name(1 - first, "your opponent") + ' ' +
                 std::to_string(opponent) + ".\n");
    writer.write(result(event, own - opponent), bold);
    writer.write("\n");
  }

 private:
  /// "You play", "Your opponent plays".
  [[nodiscard]] std::string does(Seat seat, const std::string& verb) const {
    if (audience.is_you(seat)) return "You " + verb;
    return audience.name(seat, "Your opponent") + ' ' + verb + 's';
  }
  [[nodiscard]] std::string result(const Ended& event, int lead) const {
    if (event.forfeited && audience.is_you(*event.forfeited))
      return "You forfeit: your opponent wins.";
    if (event.forfeited) {
      const Seat winner = 1 - *event.forfeited;
      return does(*event.forfeited, "forfeit") + ": " +
             (audience.is_you(winner) ? "you win" : audience.name(winner, "") + " wins") +
             ", whatever the scores.";
    }
    if (lead == 0) return "The game is a draw.";
    const Seat first = audience.viewpoint();
    return does(lead > 0 ? first : 1 - first, "win") + '.';
  }
  void name(Card card) const {
    writer.write(spoken(card), land_look[index_of(card.land())]);
    writer.write(".\n");
  }
};

}  // namespace

const std::string_view Screen::help =
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
    " Also    Enter or b shows the board, ? this help; q quits the game.\n";

void Screen::tell(const Event& event, std::string& out) {
  const AnsiWriter writer = this->writer(out);
  if (std::holds_alternative<Dealt>(event)) {
    laid_ = {};
  } else if (const auto* played = std::get_if<Played>(&event)) {
    laid_[index_of(played->seat)].add(played->card);
  } else if (std::holds_alternative<Ended>(event)) {
    View result;
    result.seat = audience().viewpoint();
    result.own = laid_[index_of(result.seat)];
    result.opponent = laid_[index_of(1 - result.seat)];
    draw_result(result, audience(), writer);
  }
  std::visit(EventWriter{audience(), writer}, event);
}

void Screen::ask(const View& view, std::string& out) {
  draw_board(view, audience(), writer(out));
  prompt(view, out);
}

void Screen::watch(std::span<const View> views, std::string& out) {
  draw_board(views, audience(), writer(out));
}

/// REQUIRES: in the play phase, the hand is not empty.
void Screen::prompt(const View& view, std::string& out) {
  const AnsiWriter writer = this->writer(out);
  writer.write(view.phase == Phase::play ? " Your play? " : " Your draw? ", bold);
  if (view.phase == Phase::play) {
    const auto fitting = held(view, true);
    const Card example = fitting.empty() ? held(view, false).front() : fitting.front();
    writer.write(fitting.empty() ? "no card fits" : typed(example) + " plays");
    writer.write(", d" + typed(example) + " discards");
  } else {
    writer.write("n: deck");
    for (int land = 0; land < land_count; ++land) {
      if (!view.can_draw(land)) continue;
      const Card top = view.discards[index_of(land)].back();
      writer.write(std::string(", ") + typed(land) + ": " + short_value(top),
                   land_look[index_of(land)]);
    }
  }
  writer.write("; ? for help, q to quit\n");
}

Reading<LostCities> Screen::read(const View& view, std::string_view line) {
  const std::string answer = without_blanks(line);
  const bool plays = view.phase == Phase::play;
  const auto move = plays ? read_play(answer) : read_draw(answer);
  if (!move) {
    explain(view, answer, explain_unread(view.phase, answer));
    return plays ? Refusal("Invalid play.") : Refusal("Invalid draw.");
  }
  clear_explanation();
  if (LostCities::check(view, *move)) explain(view, explain_illegal(view, *move));
  return *move;
}

std::string Screen::write(const Move& move) {
  if (move.action() == Action::draw) return LostCities::write(move);
  return (move.action() == Action::discard ? "d" : "") + typed(move.card());
}

}  // namespace arena::lost_cities
