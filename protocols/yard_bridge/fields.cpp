// What programs see of the game, in the JSON protocol and in Python.
#include "arena/core/described.hpp"
#include "protocols/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge {

namespace {

using described::to_json;

std::vector<Card> list_of(CardSet cards) {
  std::vector<Card> list;
  for (const Card card : cards) list.push_back(card);
  return list;
}

struct Describe {
  boost::json::object operator()(const Began& /*event*/) const { return {}; }
  boost::json::object operator()(const Dealt& dealt) const {
    CardSet hand;  // a view of the event has only the seat's own hand
    for (const CardSet one : dealt.hands) hand |= one;
    return {{"event", "deal"},
            {"deal", dealt.deal},
            {"dealer", dealt.dealer},
            {"totals", to_json(dealt.totals)},
            {"hand", to_json(list_of(hand))},
            {"opening", to_json(dealt.opening)}};
  }
  boost::json::object operator()(const Put& put) const {
    return {{"seat", put.seat}, {"move", YardBridge::write(put.move)}};
  }
  boost::json::object operator()(const Took& took) const {
    const std::string take = YardBridge::write(Move::take());
    boost::json::object message{{"seat", took.seat}, {took.penalty ? "event" : "move", take}};
    message["count"] = took.count;
    if (!took.cards.empty()) message["cards"] = to_json(took.cards);
    return message;
  }
  boost::json::object operator()(const Skipped& skipped) const {
    return {{"event", "skip"}, {"seat", skipped.seat}};
  }
  boost::json::object operator()(const Shuffled& shuffled) const {
    return {{"event", "shuffle"}, {"stock", shuffled.count}};
  }
  boost::json::object operator()(const Finished& finished) const {
    return {{"seat", finished.seat}, {"move", YardBridge::write(Move::done())}};
  }
  boost::json::object operator()(const Left& /*event*/) const { return {}; }
  boost::json::object operator()(const Scored& scored) const {
    return {{"event", "result"},
            {"points", to_json(scored.points)},
            {"totals", to_json(scored.totals)}};
  }
  boost::json::object operator()(const Over& over) const {
    return {{"event", "over"}, {"places", to_json(over.places)}};
  }
};

}  // namespace

Fields GameModule::fields(const View& view) {
  Fields fields;
  fields.seat = view.seat;
  fields.hand = list_of(view.hand);
  fields.top = view.top;
  fields.suit = to_text(view.suit);
  fields.puts = list_of(view.puts);
  fields.must_cover = view.must_cover();
  fields.can_take = view.legal.contains(Move::take());
  fields.can_finish = view.legal.contains(Move::done());
  fields.put = view.put;
  fields.row = view.row;
  fields.took = view.took;
  fields.counts.assign(view.counts.begin(), view.counts.begin() + view.seats);
  fields.totals.assign(view.totals.begin(), view.totals.begin() + view.seats);
  fields.stock = view.stock;
  fields.pile = list_of(view.pile);
  fields.deal = view.deal;
  fields.dealer = view.dealer;
  fields.actions = view.actions;
  fields.target = view.options.target;
  fields.deals = view.options.deals;
  fields.max_actions = view.options.max_actions;
  return fields;
}

boost::json::object GameModule::event(const Event& event) { return std::visit(Describe{}, event); }

}  // namespace arena::yard_bridge
