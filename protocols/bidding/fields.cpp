// What programs see of the game, in the JSON protocol and in Python.
#include <string>

#include "arena/core/described.hpp"
#include "protocols/bidding/bidding.hpp"

namespace arena::bidding {

namespace {

std::vector<int> list_of(const Cards& cards) {
  std::vector<int> list;
  cards.for_each([&list](int card) { list.push_back(card); });
  return list;
}

struct Describe {
  boost::json::object operator()(const Shown& shown) const {
    return {{"event", shown.round == 0 ? "deal" : "prize"}, {"prize", shown.prize}};
  }
  boost::json::object operator()(const Bid& bid) const {
    return {{"seat", bid.seat}, {"move", std::to_string(bid.card)}};
  }
  boost::json::object operator()(const Won& won) const {
    return {{"event", "won"}, {"by", described::to_json(won.seat)}, {"points", won.points}};
  }
  boost::json::object operator()(const Left& /*left*/) const { return {}; }
  boost::json::object operator()(const Ended& ended) const {
    return {{"event", "result"}, {"scores", described::to_json(ended.scores)}};
  }
};

}  // namespace

Fields GameModule::fields(const View& view) {
  Fields fields;
  fields.prize = view.prize;
  fields.hand = list_of(view.hand());
  for (Seat seat = 0; seat < view.seats; ++seat) {
    if (seat != view.seat)
      fields.opponents.push_back(list_of(view.unused[static_cast<std::size_t>(seat)]));
    fields.scores.push_back(view.score(seat));
  }
  fields.seat = view.seat;
  fields.prizes_left = list_of(view.prizes_left);
  fields.carried = view.carried();
  return fields;
}

boost::json::object GameModule::event(const Event& event) { return std::visit(Describe{}, event); }

}  // namespace arena::bidding
