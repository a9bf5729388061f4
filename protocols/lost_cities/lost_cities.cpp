#include "protocols/lost_cities/lost_cities.hpp"

#include <bit>
#include <optional>
#include <string>
#include <variant>

#include "arena/util/text.hpp"

namespace arena::lost_cities {

namespace {

void append_value(Card card, std::string& out) {
  if (card.is_investment()) {
    out += "Inv";
  } else {
    out += std::to_string(card.number());
  }
}

/// An expedition and its score. The rules make the order of play the sorted order.
void append_expedition(std::string_view label, const Cards& expeditions, int land,
                       std::string& out) {
  out += label;
  if (expeditions.has_land(land)) {
    for (int copy = expeditions.investments(land); copy > 0; --copy) out += "Inv ";
    for (auto left = expeditions.numbers(land); left != 0; left &= left - 1) {
      out += std::to_string(std::countr_zero(left));
      out += ' ';
    }
    out += '(';
    out += std::to_string(expedition_score(expeditions, land));
    out += ')';
  }
  out += '\n';
}

void append_land(const View& view, int land, std::string& out) {
  out += land_names[static_cast<std::size_t>(land)];
  out += ":\n";
  append_expedition("  Opponent:  ", view.opponent, land, out);
  out += "  Discards:  ";
  for (Card card : view.discards[static_cast<std::size_t>(land)]) {
    append_value(card, out);
    out += ' ';
  }
  out += '\n';
  append_expedition("       You:  ", view.own, land, out);
}

void append_scores(std::string_view label, int own, int opponent, std::string& out) {
  out += label;
  out += std::to_string(own);
  out += " (You) vs. ";
  out += std::to_string(opponent);
  out += " (Opponent).";
}

/// Describes each event to the seat `you`.
struct EventWriter {
  Seat you;
  std::string& out;

  void operator()(const Dealt& /*event*/) const {}
  void operator()(const Played& event) const {
    out += event.seat == you ? "You play the " : "Your opponent plays the ";
    name(event.card);
  }
  void operator()(const Discarded& event) const {
    out += event.seat == you ? "You discard the " : "Your opponent discards the ";
    name(event.card);
  }
  void operator()(const Drew& event) const {
    const bool own = event.seat == you;
    if (event.source == Move::deck) {
      out +=
          own ? "You draw a card from the deck.\n" : "Your opponent draws a card from the deck.\n";
      return;
    }
    out += own ? "You pick up the " : "Your opponent picks up the ";
    name(*event.card);
  }
  void operator()(const Ended& event) const {
    const int own = event.scores[static_cast<std::size_t>(you)];
    const int opponent = event.scores[static_cast<std::size_t>(1 - you)];
    out += "Game over.\n";
    append_scores("Final Score:  ", own, opponent, out);
    const bool wins = event.forfeited ? *event.forfeited != you : own > opponent;
    const bool draws = !event.forfeited && own == opponent;
    out += wins    ? "\nCongratulations, you win.\n"
           : draws ? "\nThe game is a draw.\n"
                   : "\nI'm sorry, you lose.\n";
  }

 private:
  void name(Card card) const {
    append_value(card, out);
    out += land_letter(card.land());
    out += ".\n";
  }
};

std::optional<Card> read_wire_card(std::string_view text) {
  const std::string_view value = trim(text.substr(0, text.size() - 1));
  const int land = land_of(text.back());
  if (land < 0) return std::nullopt;
  if (equal_ignoring_case(value, "i")) return Card::investment(land);
  const auto number = to_number<int>(value);
  if (!number || *number < 2 || *number > 10 || value.front() == '0') return std::nullopt;
  return Card::numbered(land, *number);
}

Reading<LostCities> read_play(std::string_view answer) {
  const bool discard = !answer.empty() && (answer.front() == 'd' || answer.front() == 'D');
  const std::string_view rest = discard ? trim(answer.substr(1)) : answer;
  const auto card = rest.empty() ? std::nullopt : read_wire_card(rest);
  if (!card) return Refusal("Invalid play.");
  return discard ? Move::discard(*card) : Move::play(*card);
}

Reading<LostCities> read_draw(std::string_view answer) {
  if (answer.size() != 1) return Refusal("Invalid draw.");
  if (answer == "n" || answer == "N") return Move::draw(Move::deck);
  const int land = land_of(answer.front());
  if (land < 0) return Refusal("Invalid draw.");
  return Move::draw(land);
}

}  // namespace

void LostCitiesLines::tell(const Event& event, std::string& out) {
  std::visit(EventWriter{seat_, out}, event);
}

void LostCitiesLines::ask(const View& view, std::string& out) {
  for (int land = 0; land < land_count; ++land) append_land(view, land, out);
  out += " Deck:  ";
  out.append(view.deck_left, '#');
  out += " (";
  out += std::to_string(view.deck_left);
  out += ")\n Hand: ";
  view.hand.for_each([&out](Card card) {
    out += ' ';
    append_value(card, out);
    out += land_letter(card.land());
  });
  out += '\n';
  append_scores("Score:  ", score(view.own), score(view.opponent), out);
  out += view.phase == Phase::play ? "  Your play?\n" : "  Draw from?\n";
}

void LostCitiesLines::refuse(const Refusal& refusal, std::string& out) {
  out += "Error:  ";
  out += refusal.text();
  out += '\n';
}

Reading<LostCities> LostCitiesLines::read(const View& view, std::string_view line) {
  const std::string_view answer = trim(line);
  return view.phase == Phase::play ? read_play(answer) : read_draw(answer);
}

std::string LostCitiesLines::write(const Move& move) {
  if (move.action() == Action::draw || !move.card().is_investment()) return LostCities::write(move);
  const char land = land_letter(move.card().land());
  return move.action() == Action::discard ? std::string("di") + land : std::string("i") + land;
}

}  // namespace arena::lost_cities
