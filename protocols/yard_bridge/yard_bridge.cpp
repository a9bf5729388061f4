#include "protocols/yard_bridge/yard_bridge.hpp"

#include <span>
#include <variant>

#include "protocols/lines/field_line.hpp"

namespace arena::yard_bridge {

namespace {

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

}  // namespace arena::yard_bridge
