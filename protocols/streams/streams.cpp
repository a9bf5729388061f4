#include "protocols/streams/streams.hpp"

#include "arena/core/described.hpp"

namespace arena::streams {

namespace {

/// What programs see of an event.
struct Describe {
  boost::json::object operator()(const Shown& shown) const {
    return {{"event", shown.turn == 1 ? "deal" : "card"}, {"card", shown.card}};
  }
  boost::json::object operator()(const Placed& placed) const {
    return {{"seat", placed.seat}, {"move", std::to_string(placed.slot)}};
  }
  boost::json::object operator()(const Ended& ended) const {
    return {{"event", "result"}, {"scores", described::to_json(ended.scores)}};
  }
};

}  // namespace

void StreamsLines::ask(const View& view, std::string& out) {
  for (int slot = 0; slot < slot_count; ++slot) {
    if (slot > 0) out += ' ';
    out += std::to_string(view.stream.is_free(slot) ? -1 : view.stream[slot]);
  }
  out += ':';
  bool first = true;
  view.left.for_each([&](Card card) {
    if (!first) out += ' ';
    first = false;
    out += std::to_string(card);
  });
  out += ':';
  out += std::to_string(view.card);
  out += '\n';
}

Reading<Streams> StreamsLines::read(const View& /*view*/, std::string_view line) {
  if (const auto move = Streams::read(line)) return *move;
  return Refusal("Invalid slot.");
}

std::vector<double> GameModule::Baseline::of(const Setup<Streams>& setup) {
  const double points = baseline_score(Streams::deal(setup), setup.options.deck);
  return std::vector<double>(static_cast<std::size_t>(setup.seats), points);
}

boost::json::object GameModule::fields(const View& view) {
  boost::json::array stream;  // by slot; null in a free slot
  for (int slot = 0; slot < slot_count; ++slot)
    stream.push_back(view.stream.is_free(slot) ? nullptr : boost::json::value(view.stream[slot]));
  boost::json::array cards;  // left in the deck, sorted
  view.left.for_each([&cards](Card card) { cards.emplace_back(card); });
  return {{"stream", std::move(stream)},
          {"current_card", view.card},
          {"cards", std::move(cards)},
          {"turn", view.turn},
          {"seat", view.seat}};
}

boost::json::object GameModule::event(const Event& event) { return std::visit(Describe{}, event); }

}  // namespace arena::streams
