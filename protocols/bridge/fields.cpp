// Views and events of bridge as the JSON protocol and Python show them.
#include <algorithm>
#include <variant>

#include "protocols/bridge/bridge.hpp"

namespace arena::bridge {

namespace {

namespace json = boost::json;

/// Spades first, high to low.
std::vector<std::string> texts_of(CardSet cards) {
  std::vector<std::string> texts;
  for (const Suit suit : suits_from_spades) {
    for (int rank = cards::ace; rank >= cards::two; --rank) {
      const Card card(suit, static_cast<Rank>(rank));
      if (cards.contains(card)) texts.push_back(text_of(card));
    }
  }
  return texts;
}

/// The texts of the cards from `first` to before `last`.
std::vector<std::string> texts_of(const Tricks& tricks, std::size_t first, std::size_t last) {
  std::vector<std::string> texts;
  for (std::size_t i = first; i < last; ++i) texts.push_back(text_of(tricks.cards[i]));
  return texts;
}

/// The tricks that are complete. `next` leads to the trick after the last one.
std::vector<PastTrick> past_tricks(const Tricks& tricks, Seat next) {
  std::vector<PastTrick> past;
  const std::size_t count = tricks.cards.size() / seat_count;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_last = i + 1 == tricks.leaders.size();
    past.push_back({tricks.leaders[i], texts_of(tricks, i * seat_count, (i + 1) * seat_count),
                    is_last ? next : Seat{tricks.leaders[i + 1]}});
  }
  return past;
}

/// In PBN, "-" is a hand that is not known.
std::string known_hands(const Dealt& event) {
  std::string text = {seat_letters[index_of(event.dealer)], ':'};
  for (int i = 0; i < seat_count; ++i) {
    const CardSet hand = event.hands[index_of(after(event.dealer, i))];
    text += (i > 0 ? " " : "") + (hand.empty() ? "-" : hand_text(hand));
  }
  return text;
}

struct EventFields {
  json::object operator()(const Dealt& event) const {
    return {{"event", "deal"},
            {"board", event.board},
            {"dealer", event.dealer},
            {"vulnerable", described::to_json(event.vulnerable)},
            {"hands", known_hands(event)}};
  }
  json::object operator()(const Called& event) const {
    json::object object = {{"seat", event.seat}, {"move", text_of(event.move.call())}};
    const Alert& alert = event.move.alert;
    if (alert.given) object["alert"] = std::string(alert.text.begin(), alert.text.end());
    return object;
  }
  json::object operator()(const Played& event) const {
    return {{"seat", event.seat}, {"move", text_of(event.move)}, {"hand", event.hand}};
  }
  json::object operator()(const Exposed& event) const {
    return {{"event", "dummy"},
            {"seat", event.seat},
            {"cards", described::to_json(texts_of(event.cards))}};
  }
  json::object operator()(const Won& event) const {
    return {{"event", "trick"}, {"seat", event.seat}, {"won", described::to_json(event.tricks)}};
  }
  json::object operator()(const Scored& event) const {
    json::object object = {{"event", "result"}, {"contract", text_of(event.contract)}};
    if (event.contract.level > 0) {
      object["declarer"] = event.contract.declarer;
      object["tricks"] = event.tricks;
    }
    object["score"] = described::to_json(event.points);
    object["totals"] = described::to_json(event.totals);
    object["below"] = described::to_json(event.below);
    object["games"] = described::to_json(event.games);
    return object;
  }
};

}  // namespace

Fields GameModule::fields(const View& view) {
  Fields fields;
  fields.seat = view.seat;
  const bool plays = view.contract.level > 0;  // also when the match is over
  fields.phase = plays ? "play" : "auction";
  fields.hand = texts_of(view.hand);
  fields.board = view.board;
  fields.dealer = view.dealer;
  fields.vulnerable = view.vulnerable;
  for (const Call call : view.auction.calls()) fields.calls.push_back(text_of(call));
  if (plays) {
    fields.contract = text_of(view.contract);
    fields.declarer = view.contract.declarer;
    const auto on_table = static_cast<std::size_t>(view.tricks.on_table());
    fields.leader = on_table > 0 ? Seat{view.tricks.leaders.back()} : view.turn;
    const std::size_t played = view.tricks.cards.size();
    fields.trick = texts_of(view.tricks, played - on_table, played);
    fields.tricks = past_tricks(view.tricks, view.turn);
  }
  if (view.dummy != no_seat) fields.dummy = view.dummy;
  fields.table = texts_of(view.table);
  fields.turn = view.turn;
  fields.won = {view.won[0], view.won[1]};
  fields.scoring = view.scoring;
  fields.deal = view.deal;
  fields.deals = view.most_deals;
  fields.totals = view.session.totals;
  fields.below = view.session.below;
  fields.games = {view.session.games[0], view.session.games[1]};
  return fields;
}

json::object GameModule::event(const Event& event) { return std::visit(EventFields{}, event); }

}  // namespace arena::bridge
