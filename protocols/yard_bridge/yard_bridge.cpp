#include "protocols/yard_bridge/yard_bridge.hpp"

#include <span>
#include <variant>

#include "arena/core/described.hpp"
#include "protocols/lines/field_line.hpp"

namespace arena::yard_bridge {

namespace {

using described::to_json;

/// Describes each event to the seat `you`.
struct EventWriter {
  Seat you;
  std::string& out;

  void operator()(const Began& event) const {
    FieldLine("start", out).add(event.seats).add(you).add(event.target);
  }
  void operator()(const Dealt& event) const {
    FieldLine("deal", out)
        .add(event.deal)
        .add(event.dealer)
        .add(event.totals)
        .add(event.hands[static_cast<std::size_t>(you)])
        .add(event.opening);
  }
  void operator()(const Put& event) const {
    FieldLine line("put", out);
    line.add(event.seat).add(event.move.card());
    if (jacks.contains(event.move.card())) line.add(event.move.suit());
  }
  void operator()(const Took& event) const {
    FieldLine line("take", out);
    line.add(event.seat).add(event.count);
    if (event.seat == you) line.add(event.cards);
  }
  void operator()(const Skipped& event) const { FieldLine("skip", out).add(event.seat); }
  void operator()(const Shuffled& event) const { FieldLine("shuffle", out).add(event.count); }
  void operator()(const Finished& /*event*/) const {}
  void operator()(const Left& /*event*/) const {}
  void operator()(const Scored& event) const {
    FieldLine("result", out).add(event.points).add(event.totals);
  }
  void operator()(const Over& event) const { FieldLine("over", out).add(event.places); }
};

std::vector<Card> list_of(CardSet cards) {
  std::vector<Card> list;
  for (const Card card : cards) list.push_back(card);
  return list;
}

/// What programs see of an event.
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

void YardBridgeLines::tell(const Event& event, std::string& out) {
  std::visit(EventWriter{seat_, out}, event);
}

void YardBridgeLines::ask(const View& view, std::string& out) {
  const auto seats = static_cast<std::size_t>(view.seats);
  asked_.clear();
  FieldLine("turn", asked_)
      .add(view.seat)
      .add(view.hand)
      .add(view.top)
      .add(view.suit)
      .add(std::span(view.counts).first(seats))
      .add(view.stock)
      .add(std::span(view.totals).first(seats))
      .add(list_of_legal(view, ","));
  out += asked_;
}

void YardBridgeLines::refuse(const Refusal& refusal, std::string& out) {
  FieldLine("error", out).add(refusal.text());
  out += asked_;
}

Reading<YardBridge> YardBridgeLines::read(const View& view, std::string_view line) {
  if (const auto move = YardBridge::read(line)) return *move;
  return why_unread(view, line);
}

boost::json::object GameModule::fields(const View& view) {
  const auto seats = static_cast<std::size_t>(view.seats);
  return {{"seat", view.seat},
          {"hand", to_json(list_of(view.hand))},  // sorted
          {"top", to_json(view.top)},
          {"suit", to_text(view.suit)},           // in force
          {"puts", to_json(list_of(view.puts))},  // cards of the hand that may be put now
          {"must_cover", view.must_cover()},      // the six on top, put in this turn
          {"can_take", view.legal.contains(Move::take())},
          {"can_finish", view.legal.contains(Move::done())},
          {"put", view.put},    // cards put in this turn, the opening card included
          {"row", view.row},    // of them, the last ones in a row that have the top's rank
          {"took", view.took},  // in this turn
          {"counts", to_json(std::span(view.counts).first(seats))},  // hand sizes by seat
          {"totals", to_json(std::span(view.totals).first(seats))},  // points by seat
          {"stock", view.stock},                  // cards to take before the pile is shuffled
          {"pile", to_json(list_of(view.pile))},  // sorted, its top included
          {"deal", view.deal},                    // counted from 1
          {"dealer", view.dealer},
          {"actions", view.actions},  // in this deal
          {"target", view.options.target},
          {"deals", view.options.deals},  // of the match; 0: until the target is exceeded
          {"max_actions", view.options.max_actions}};
}

boost::json::object GameModule::event(const Event& event) { return std::visit(Describe{}, event); }

}  // namespace arena::yard_bridge
