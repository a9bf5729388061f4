// The fields that a bot of the bidding game sees, in the JSON protocol and in Python's
// `game_state`.
#pragma once

#include <vector>

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include "games/bidding/bidding.hpp"

namespace arena::bidding {

struct Fields {
  int prize = 0;
  std::vector<int> hand;                    // own unused cards; like all lists, it is sorted
  std::vector<std::vector<int>> opponents;  // unused cards, by ascending seat
  std::vector<int> scores;                  // by seat
  int seat = 0;
  std::vector<int> prizes_left;  // without `prize`
  int carried = 0;
};
BOOST_DESCRIBE_STRUCT(Fields, (), (prize, hand, opponents, scores, seat, prizes_left, carried))

Fields fields(const View& view);

/// The event in the JSON protocol; not sent if empty.
boost::json::object event_fields(const Event& event);

}  // namespace arena::bidding
