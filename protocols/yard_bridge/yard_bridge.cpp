#include "protocols/yard_bridge/yard_bridge.hpp"

#include <variant>

namespace arena::yard_bridge {

namespace {

void append(int number, std::string& out) { out += std::to_string(number); }

/// Appends the items of a list, separated by blanks.
template <class Items, class Append>
void append_list(const Items& items, std::string& out, Append append_item) {
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += ' ';
    first = false;
    append_item(item);
  }
}

template <class Items>
void append_cards(const Items& items, std::string& out) {
  append_list(items, out, [&out](Card card) { out += to_text(card); });
}

void append_numbers(const SeatNumbers& numbers, std::string& out) {
  append_list(numbers, out, [&out](int number) { append(number, out); });
}

template <class Numbers>
SeatNumbers of_seats(const Numbers& numbers, int seats) {
  SeatNumbers list;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats); ++seat)
    list.push_back(numbers[seat]);
  return list;
}

/// Describes each event to the seat `you`.
struct EventWriter {
  Seat you;
  std::string& out;

  void operator()(const Began& event) const {
    out += "start";
    field(event.seats);
    field(you);
    field(event.target);
    out += '\n';
  }
  void operator()(const Dealt& event) const {
    out += "deal";
    field(event.deal);
    field(event.dealer);
    field(event.totals);
    out += ':';
    append_cards(event.hands[static_cast<std::size_t>(you)], out);
    out += ':';
    out += to_text(event.opening) + '\n';
  }
  void operator()(const Put& event) const {
    out += "put";
    field(event.seat);
    out += ':' + to_text(event.move.card());
    if (jacks.contains(event.move.card())) out += ':' + to_text(event.move.suit());
    out += '\n';
  }
  void operator()(const Took& event) const {
    out += "take";
    field(event.seat);
    field(event.count);
    if (event.seat == you) {
      out += ':';
      append_cards(event.cards, out);
    }
    out += '\n';
  }
  void operator()(const Skipped& event) const {
    out += "skip";
    field(event.seat);
    out += '\n';
  }
  void operator()(const Shuffled& event) const {
    out += "shuffle";
    field(event.count);
    out += '\n';
  }
  void operator()(const Finished& /*event*/) const {}
  void operator()(const Left& /*event*/) const {}
  void operator()(const Scored& event) const {
    out += "result";
    field(event.points);
    field(event.totals);
    out += '\n';
  }
  void operator()(const Over& event) const {
    out += "over";
    field(event.places);
    out += '\n';
  }

 private:
  void field(int number) const {
    out += ':';
    append(number, out);
  }
  void field(const SeatNumbers& numbers) const {
    out += ':';
    append_numbers(numbers, out);
  }
};

}  // namespace

void YardBridgeLines::tell(const Event& event, std::string& out) {
  std::visit(EventWriter{seat_, out}, event);
}

void YardBridgeLines::ask(const View& view, std::string& out) {
  asked_ = "turn:";
  append(view.seat, asked_);
  asked_ += ':';
  append_cards(view.hand, asked_);
  asked_ += ':' + to_text(view.top) + ':' + to_text(view.suit) + ':';
  append_numbers(of_seats(view.counts, view.seats), asked_);
  asked_ += ':';
  append(view.stock, asked_);
  asked_ += ':';
  append_numbers(of_seats(view.totals, view.seats), asked_);
  asked_ += ':' + list_of_legal(view, ",") + '\n';
  out += asked_;
}

void YardBridgeLines::refuse(const Refusal& refusal, std::string& out) {
  out += "error:";
  out += refusal.text();
  out += '\n';
  out += asked_;
}

Reading<YardBridge> YardBridgeLines::read(const View& view, std::string_view line) {
  if (const auto move = YardBridge::read(line)) return *move;
  return why_unread(view, line);
}

}  // namespace arena::yard_bridge
