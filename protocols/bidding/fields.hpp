// What a bot of the bidding game sees, field by field: in the JSON protocol and as Python's
// `game_state`.
#pragma once

#include <vector>

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include "games/bidding/bidding.hpp"

namespace arena::bidding {

struct Fields {
  int prize = 0;
  std::vector<int> hand;                    // own unused cards, as all lists sorted
  std::vector<std::vector<int>> opponents;  // theirs, by ascending seat
  std::vector<int> scores;                  // by seat
  int seat = 0;
  std::vector<int> prizes_left;  // without `prize`
  int carried = 0;
};
BOOST_DESCRIBE_STRUCT(Fields, (), (prize, hand, opponents, scores, seat, prizes_left, carried))

Fields fields(const View& view);

/// As the JSON protocol tells it; empty: not at all.
boost::json::object event_fields(const Event& event);

}  // namespace arena::bidding
