#include "protocols/most/most.hpp"

#include <variant>

#include "arena/core/described.hpp"
#include "games/most/finder.hpp"
#include "games/most/judge.hpp"
#include "protocols/lines/field_line.hpp"

namespace arena::most {

namespace {

using described::to_json;

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

constexpr std::size_t most_melds_listed = 100;

std::vector<Card> list_of(const Row& row) { return {row.begin(), row.end()}; }

boost::json::object moved(Seat seat, const Move& move) {
  return {{"seat", seat}, {"move", Most::write(move)}};
}

/// What programs see of an event.
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

boost::json::array melds_of(const Table& table) {
  boost::json::array melds;
  for (Table::Id id = 1; id <= table.count(); ++id) {
    boost::json::array cards;  // `7S`, or `*7S` for a joker that stands for it
    for (const Laid& laid : table.laid(id)) cards.emplace_back(to_text(laid));
    // The owner is the seat that laid it.
    melds.push_back({{"id", id}, {"owner", table.owner(id)}, {"cards", std::move(cards)}});
  }
  return melds;
}

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

boost::json::object GameModule::fields(const View& view) {
  std::vector<int> laid;
  for (Seat seat = 0; seat < view.seats(); ++seat) laid.push_back(view.table.points_of(seat));
  boost::json::array possible;
  for (const Move& move : possible_moves(view, most_melds_listed))
    possible.emplace_back(Most::write(move));
  return {{"phase", to_json(view.phase)},
          {"seat", view.seat},
          {"hand", to_json(list_of(view.hand.sorted()))},   // sorted
          {"bridge", to_json(list_of(view.bridge.row()))},  // oldest first
          {"melds", melds_of(view.table)},
          {"can_lay", view.table.has_melded(view.seat)},  // the seat has laid a meld in this deal
          {"counts", to_json(view.counts)},               // hand sizes by seat
          {"laid", to_json(laid)},                        // points laid in this deal, by seat
          {"totals", to_json(view.totals)},               // before this deal, by seat
          {"stock", view.stock},                          // number of cards
          {"deal", view.deal},                            // counted from 1
          {"dealer", view.dealer},
          {"discards", view.discards},      // in this deal so far
          {"target", view.options.target},  // an option, like the next three
          {"deals", view.options.deals},
          {"max_turns", view.options.max_turns},
          {"max_deals", view.options.max_deals},
          {"possible", std::move(possible)}};  // some of the legal moves: at least one, seldom all
}

boost::json::object GameModule::event(const Event& event) { return std::visit(Describe{}, event); }

}  // namespace arena::most
