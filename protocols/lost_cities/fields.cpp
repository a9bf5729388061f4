// What programs see of the game, in the JSON protocol and in Python.
#include "arena/core/described.hpp"
#include "protocols/lost_cities/lost_cities.hpp"

namespace arena::lost_cities {

namespace {

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

struct Describe {
  boost::json::object operator()(const Dealt& dealt) const {
    // A view of the event has only the seat's own hand.
    const Cards& hand = dealt.hands[0].empty() ? dealt.hands[1] : dealt.hands[0];
    return {{"event", "deal"}, {"hand", described::to_json(list_of(hand))}, {"first", dealt.first}};
  }
  boost::json::object operator()(const Played& played) const {
    return moved(played.seat, Move::play(played.card));
  }
  boost::json::object operator()(const Discarded& discarded) const {
    return moved(discarded.seat, Move::discard(discarded.card));
  }
  boost::json::object operator()(const Drew& drew) const {
    boost::json::object message = moved(drew.seat, Move::draw(drew.source));
    if (drew.card) message["card"] = described::to_json(*drew.card);
    return message;
  }
  boost::json::object operator()(const Ended& ended) const {
    return {{"event", "result"}, {"scores", {ended.scores[0], ended.scores[1]}}};
  }
};

}  // namespace

Fields GameModule::fields(const View& view) {
  Fields fields;
  fields.phase = view.phase;
  fields.seat = view.seat;
  fields.hand = list_of(view.hand);
  fields.expeditions = by_land(view.own);
  fields.opponent_expeditions = by_land(view.opponent);
  for (int land = 0; land < land_count; ++land) {
    const Pile& pile = view.discards[static_cast<std::size_t>(land)];
    fields.discards[letter(land)].assign(pile.begin(), pile.end());
  }
  fields.deck_left = view.deck_left;
  fields.scores = {score(view.own), score(view.opponent)};
  if (view.closed_pile != Move::deck)
    fields.discarded = view.discards[static_cast<std::size_t>(view.closed_pile)].back();
  fields.turn = view.turn;
  return fields;
}

boost::json::object GameModule::event(const Event& event) { return std::visit(Describe{}, event); }

}  // namespace arena::lost_cities
