// What a bot of Streams sees, field by field: in the JSON protocol and as Python's `game_state`.
#pragma once

#include <optional>
#include <vector>

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include "games/streams/streams.hpp"

namespace arena::streams {

struct Fields {
  std::vector<std::optional<int>> stream;  // by slot; none: empty
  int current_card = 0;
  std::vector<int> cards;  // left in the deck, sorted
  int turn = 1;
  int seat = 0;
};
BOOST_DESCRIBE_STRUCT(Fields, (), (stream, current_card, cards, turn, seat))

Fields fields(const View& view);

/// As the JSON protocol tells it; empty: not at all.
boost::json::object event_fields(const Event& event);

}  // namespace arena::streams
