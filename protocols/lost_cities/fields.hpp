// The fields that a bot of Lost Cities sees, in the JSON protocol and in Python's `game_state`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include "games/lost_cities/lost_cities.hpp"

namespace arena::lost_cities {

/// Cards by the letter of their land, oldest first.
using Table = std::map<std::string, std::vector<Card>>;

struct Fields {
  Phase phase = Phase::play;
  int seat = 0;
  std::vector<Card> hand;
  Table expeditions;
  Table opponent_expeditions;
  Table discards;
  int deck_left = 0;
  std::vector<int> scores;        // own, opponent's
  std::optional<Card> discarded;  // in this turn
  int turn = 1;
};
BOOST_DESCRIBE_STRUCT(Fields, (),
                      (phase, seat, hand, expeditions, opponent_expeditions, discards, deck_left,
                       scores, discarded, turn))

Fields fields(const View& view);

/// The event in the JSON protocol; not sent if empty.
boost::json::object event_fields(const Event& event);

}  // namespace arena::lost_cities
