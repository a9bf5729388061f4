#include "protocols/most/most.hpp"

#include <utility>
#include <variant>

#include "games/most/judge.hpp"
#include "games/most/text.hpp"

namespace arena::most {

namespace {

/// A line of fields; blanks separate the items of a list.
class Line {
 public:
  Line(std::string_view name, std::string& out) : out_(out) { out_ += name; }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  ~Line() { out_ += '\n'; }

  Line& add(std::string_view text) {
    (out_ += ':') += text;
    return *this;
  }
  Line& add(const char* text) { return add(std::string_view(text)); }
  Line& add(int number) { return add(std::to_string(number)); }
  Line& add(Card card) { return add(cards::to_text(card)); }
  Line& add(const Laid& laid) { return add(to_text(laid)); }
  Line& add(const LaidCards& meld) { return add(to_text(meld)); }
  Line& add(const Hand& hand) { return add(hand.sorted()); }
  Line& add(const Row& row) {
    return add_list(row, [](Card card) { return cards::to_text(card); });
  }
  Line& add(const Totals& totals) {
    return add_list(totals, [](int number) { return std::to_string(number); });
  }
  Line& add(const Counts& counts) {
    return add_list(counts, [](int number) { return std::to_string(number); });
  }
  /// `1@0=QH KH AH *2H;2@1=7S 7C 7D`
  Line& add(const Table& table) {
    out_ += ':';
    for (Table::Id id = 1; id <= table.count(); ++id) {
      if (id > 1) out_ += ';';
      out_ += std::to_string(id) + '@' + std::to_string(table.owner(id)) + '=';
      out_ += to_text(table.laid(id));
    }
    return *this;
  }

 private:
  template <class List, class Write>
  Line& add_list(const List& list, Write write) {
    char separator = ':';
    for (const auto& item : list) {
      out_ += std::exchange(separator, ' ');
      out_ += write(item);
    }
    if (list.empty()) out_ += ':';
    return *this;
  }

  std::string& out_;
};

/// Describes each event to the seat `you`.
struct EventWriter {
  Seat you;
  std::string& out;

  void operator()(const Began& event) const {
    Line("start", out).add(event.seats).add(you).add(event.target);
  }
  void operator()(const Dealt& event) const {
    Line("deal", out)
        .add(event.number)
        .add(event.dealer)
        .add(event.totals)
        .add(event.hands[static_cast<std::size_t>(you)])
        .add(event.first);
  }
  void operator()(const Drew& event) const {
    Line line("draw", out);
    line.add(event.seat);
    if (event.seen) line.add(event.card ? cards::to_text(*event.card) : std::string());
  }
  void operator()(const Shuffled& event) const { Line("shuffle", out).add(event.size); }
  void operator()(const Took& event) const {
    Line("take", out).add(event.seat).add(event.cards).add(event.id).add(event.meld);
  }
  void operator()(const Melded& event) const {
    Line("meld", out).add(event.seat).add(event.id).add(event.meld);
  }
  void operator()(const LaidOff& event) const {
    Line("lay", out).add(event.seat).add(event.id).add(event.laid);
  }
  void operator()(const Swapped& event) const {
    Line("swap", out).add(event.seat).add(event.id).add(event.card);
  }
  void operator()(const Discarded& event) const {
    Line("discard", out).add(event.seat).add(event.card);
  }
  void operator()(const Scored& event) const {
    Line("result", out).add(event.points).add(event.totals);
  }
  void operator()(const Left& /*event*/) const {}
  void operator()(const Ended& event) const { Line("over", out).add(event.places); }
};

}  // namespace

void MostLines::tell(const Event& event, std::string& out) {
  std::visit(EventWriter{seat_, out}, event);
}

void MostLines::ask(const View& view, std::string& out) {
  asked_.clear();
  Line("turn", asked_)
      .add(view.seat)
      .add(view.phase == Phase::get ? "get" : "play")
      .add(view.hand)
      .add(view.bridge.row())
      .add(view.table)
      .add(view.counts)
      .add(view.stock)
      .add(view.totals);
  out += asked_;
}

void MostLines::refuse(const Refusal& refusal, std::string& out) {
  Line("error", out).add(refusal.text());
  out += asked_;
}

Reading<Most> MostLines::read(const View& view, std::string_view line) {
  const auto read = read_move(line);
  if (const auto* refusal = std::get_if<Refusal>(&read)) return explain(view, *refusal);
  return std::get<Move>(read);
}

}  // namespace arena::most
