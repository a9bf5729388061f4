#include "protocols/most/most.hpp"

#include <variant>

#include "games/most/judge.hpp"
#include "protocols/lines/field_line.hpp"

namespace arena::most {

namespace {

/// `1@0=QH KH AH *2H;2@1=7S 7C 7D`
std::string melds_text(const Table& table) {
  std::string text;
  for (Table::Id id = 1; id <= table.count(); ++id) {
    if (id > 1) text += ';';
    text += std::to_string(id) + '@' + std::to_string(table.owner(id)) + '=';
    text += to_text(table.laid(id));
  }
  return text;
}

/// Describes each event to the seat `you`.
struct EventWriter {
  Seat you;
  std::string& out;

  void operator()(const Began& event) const {
    FieldLine("start", out).add(event.seats).add(you).add(event.target);
  }
  void operator()(const Dealt& event) const {
    FieldLine("deal", out)
        .add(event.number)
        .add(event.dealer)
        .add(event.totals)
        .add(event.hands[static_cast<std::size_t>(you)].sorted())
        .add(event.first);
  }
  void operator()(const Drew& event) const {
    FieldLine line("draw", out);
    line.add(event.seat);
    if (event.seen) line.add(event.card ? cards::to_text(*event.card) : std::string());
  }
  void operator()(const Shuffled& event) const { FieldLine("shuffle", out).add(event.size); }
  void operator()(const Took& event) const {
    FieldLine("take", out).add(event.seat).add(event.cards).add(event.id).add(event.meld);
  }
  void operator()(const Melded& event) const {
    FieldLine("meld", out).add(event.seat).add(event.id).add(event.meld);
  }
  void operator()(const LaidOff& event) const {
    FieldLine("lay", out).add(event.seat).add(event.id).add(event.laid);
  }
  void operator()(const Swapped& event) const {
    FieldLine("swap", out).add(event.seat).add(event.id).add(event.card);
  }
  void operator()(const Discarded& event) const {
    FieldLine("discard", out).add(event.seat).add(event.card);
  }
  void operator()(const Scored& event) const {
    FieldLine("result", out).add(event.points).add(event.totals);
  }
  void operator()(const Left& /*event*/) const {}
  void operator()(const Ended& event) const { FieldLine("over", out).add(event.places); }
};

}  // namespace

void MostLines::tell(const Event& event, std::string& out) {
  std::visit(EventWriter{seat_, out}, event);
}

void MostLines::ask(const View& view, std::string& out) {
  asked_.clear();
  FieldLine("turn", asked_)
      .add(view.seat)
      .add(view.phase == Phase::get ? "get" : "play")
      .add(view.hand.sorted())
      .add(view.bridge.row())
      .add(melds_text(view.table))
      .add(view.counts)
      .add(view.stock)
      .add(view.totals);
  out += asked_;
}

void MostLines::refuse(const Refusal& refusal, std::string& out) {
  FieldLine("error", out).add(refusal.text());
  out += asked_;
}

Reading<Most> MostLines::read(const View& view, std::string_view line) {
  const auto read = read_move(line);
  if (const auto* refusal = std::get_if<Refusal>(&read)) return explain(view, *refusal);
  return std::get<Move>(read);
}

}  // namespace arena::most
