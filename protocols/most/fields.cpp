// What programs see of the game, in the JSON protocol and in Python.
#include "arena/core/described.hpp"
#include "games/most/finder.hpp"
#include "protocols/most/most.hpp"

namespace arena::most {

namespace {

using described::to_json;

constexpr std::size_t most_melds_listed = 100;

std::vector<Card> list_of(const Row& row) { return {row.begin(), row.end()}; }

boost::json::object moved(Seat seat, const Move& move) {
  return {{"seat", seat}, {"move", Most::write(move)}};
}

struct Describe {
  boost::json::object operator()(const Began& /*event*/) const { return {}; }
  boost::json::object operator()(const Dealt& dealt) const {
    Hand hand;  // a view of the event has only the seat's own hand
    for (const Hand& one : dealt.hands) hand.insert(one);
    return {{"event", "deal"},
            {"deal", dealt.number},
            {"dealer", dealt.dealer},
            {"totals", to_json(dealt.totals)},
            {"hand", to_json(list_of(hand.sorted()))},
            {"first", to_json(dealt.first)}};
  }
  boost::json::object operator()(const Drew& drew) const {
    boost::json::object message = moved(drew.seat, Draw{});
    if (drew.seen) message["card"] = to_json(drew.card);
    return message;
  }
  boost::json::object operator()(const Shuffled& shuffled) const {
    return {{"event", "shuffle"}, {"stock", shuffled.size}};
  }
  boost::json::object operator()(const Took& took) const {
    boost::json::object message = moved(took.seat, Take{took.cards[0], took.meld});
    message["cards"] = to_json(list_of(took.cards));
    message["id"] = took.id;
    return message;
  }
  boost::json::object operator()(const Melded& melded) const {
    boost::json::object message = moved(melded.seat, NewMeld{melded.meld});
    message["id"] = melded.id;
    return message;
  }
  boost::json::object operator()(const LaidOff& laid) const {
    return moved(laid.seat, LayOff{laid.id, laid.laid});
  }
  boost::json::object operator()(const Swapped& swapped) const {
    return moved(swapped.seat, Swap{swapped.id, swapped.card});
  }
  boost::json::object operator()(const Discarded& discarded) const {
    return moved(discarded.seat, Discard{discarded.card});
  }
  boost::json::object operator()(const Scored& scored) const {
    return {{"event", "result"},
            {"points", to_json(scored.points)},
            {"totals", to_json(scored.totals)}};
  }
  boost::json::object operator()(const Left& /*event*/) const { return {}; }
  boost::json::object operator()(const Ended& ended) const {
    return {{"event", "over"}, {"places", to_json(ended.places)}};
  }
};

std::vector<MeldFields> melds_of(const Table& table) {
  std::vector<MeldFields> melds;
  for (Table::Id id = 1; id <= table.count(); ++id) {
    MeldFields meld{id, table.owner(id), {}};
    for (const Laid& laid : table.laid(id)) meld.cards.push_back(to_text(laid));
    melds.push_back(std::move(meld));
  }
  return melds;
}

}  // namespace

Fields GameModule::fields(const View& view) {
  Fields fields;
  fields.phase = view.phase;
  fields.seat = view.seat;
  fields.hand = list_of(view.hand.sorted());
  fields.bridge = list_of(view.bridge.row());
  fields.melds = melds_of(view.table);
  fields.can_lay = view.table.has_melded(view.seat);
  fields.counts.assign(view.counts.begin(), view.counts.end());
  for (Seat seat = 0; seat < view.seats(); ++seat)
    fields.laid.push_back(view.table.points_of(seat));
  fields.totals.assign(view.totals.begin(), view.totals.end());
  fields.stock = view.stock;
  fields.deal = view.deal;
  fields.dealer = view.dealer;
  fields.discards = view.discards;
  fields.target = view.options.target;
  fields.deals = view.options.deals;
  fields.max_turns = view.options.max_turns;
  fields.max_deals = view.options.max_deals;
  for (const Move& move : possible_moves(view, most_melds_listed))
    fields.possible.push_back(Most::write(move));
  return fields;
}

boost::json::object GameModule::event(const Event& event) { return std::visit(Describe{}, event); }

}  // namespace arena::most
