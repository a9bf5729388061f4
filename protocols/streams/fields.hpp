// The fields that a bot of Streams sees, in the JSON protocol and in Python's `game_state`.
#pragma once

#include <optional>
#include <vector>

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include "games/streams/streams.hpp"

namespace arena::streams {

struct Fields {
  std::vector<std::optional<int>> stream;  // by slot; no value in a free slot
  int current_card = 0;
  std::vector<int> cards;  // left in the deck, sorted
  int turn = 1;
  int seat = 0;
};
BOOST_DESCRIBE_STRUCT(Fields, (), (stream, current_card, cards, turn, seat))

Fields fields(const View& view);

/// The event in the JSON protocol; not sent if empty.
boost::json::object event_fields(const Event& event);

}  // namespace arena::streams
