// What programs see of the game, in the JSON protocol and in Python.
#include "arena/core/described.hpp"
#include "protocols/streams/streams.hpp"

namespace arena::streams {

namespace {

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

Fields GameModule::fields(const View& view) {
  Fields fields;
  for (int slot = 0; slot < slot_count; ++slot) {
    fields.stream.push_back(view.stream.is_free(slot) ? std::nullopt
                                                      : std::optional<int>(view.stream[slot]));
  }
  fields.current_card = view.card;
  view.left.for_each([&fields](Card card) { fields.cards.push_back(card); });
  fields.turn = view.turn;
  fields.seat = view.seat;
  return fields;
}

boost::json::object GameModule::event(const Event& event) { return std::visit(Describe{}, event); }

}  // namespace arena::streams
