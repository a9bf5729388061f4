#include "protocols/lost_cities/lost_cities.hpp"

#include <bit>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "arena/core/described.hpp"
#include "arena/util/text/text.hpp"

namespace arena::lost_cities {

namespace {

using described::to_json;

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

/// Cards by the letter of their land, oldest first.
using Table = std::map<std::string, std::vector<Card>>;

std::string letter(int land) { return {land_letter(land)}; }

std::vector<Card> list_of(const Cards& cards) {
  std::vector<Card> list;
  cards.for_each([&list](Card card) { list.push_back(card); });
  return list;
}

Table by_land(const Cards& cards) {
  Table table;
  for (int land = 0; land < land_count; ++land) table[letter(land)];
  cards.for_each([&table](Card card) { table[letter(card.land())].push_back(card); });
  return table;
}

boost::json::object moved(Seat seat, const Move& move) {
  return {{"seat", seat}, {"move", LostCities::write(move)}};
}

/// What programs see of an event.
struct Describe {
  boost::json::object operator()(const Dealt& dealt) const {
    // A view of the event has only the seat's own hand.
    const Cards& hand = dealt.hands[0].empty() ? dealt.hands[1] : dealt.hands[0];
    return {{"event", "deal"}, {"hand", to_json(list_of(hand))}, {"first", dealt.first}};
  }
  boost::json::object operator()(const Played& played) const {
    return moved(played.seat, Move::play(played.card));
  }
  boost::json::object operator()(const Discarded& discarded) const {
    return moved(discarded.seat, Move::discard(discarded.card));
  }
  boost::json::object operator()(const Drew& drew) const {
    boost::json::object message = moved(drew.seat, Move::draw(drew.source));
    if (drew.card) message["card"] = to_json(*drew.card);
    return message;
  }
  boost::json::object operator()(const Ended& ended) const {
    return {{"event", "result"}, {"scores", {ended.scores[0], ended.scores[1]}}};
  }
};

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

boost::json::object GameModule::fields(const View& view) {
  Table discards;
  for (int land = 0; land < land_count; ++land) {
    const Pile& pile = view.discards[static_cast<std::size_t>(land)];
    discards[letter(land)].assign(pile.begin(), pile.end());
  }
  std::optional<Card> discarded;  // in this turn
  if (view.closed_pile != Move::deck)
    discarded = view.discards[static_cast<std::size_t>(view.closed_pile)].back();
  return {{"phase", to_json(view.phase)},
          {"seat", view.seat},
          {"hand", to_json(list_of(view.hand))},
          {"expeditions", to_json(by_land(view.own))},
          {"opponent_expeditions", to_json(by_land(view.opponent))},
          {"discards", to_json(discards)},
          {"deck_left", view.deck_left},
          {"scores", {score(view.own), score(view.opponent)}},
          {"discarded", to_json(discarded)},
          {"turn", view.turn}};
}

boost::json::object GameModule::event(const Event& event) { return std::visit(Describe{}, event); }

}  // namespace arena::lost_cities
