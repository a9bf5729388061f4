// The fields that a bot of yard bridge sees, in the JSON protocol and in Python's `game_state`.
#pragma once

#include <string>
#include <vector>

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include "games/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge {

struct Fields {
  int seat = 0;
  std::vector<Card> hand;  // sorted
  Card top;
  std::string suit;         // in force
  std::vector<Card> puts;   // cards of the hand that may be put now
  bool must_cover = false;  // the six on top, put in this turn
  bool can_take = false;
  bool can_finish = false;
  int put = 0;              // cards put in this turn, the opening card included
  int row = 0;              // of them, the last ones in a row that have the top's rank
  bool took = false;        // in this turn
  std::vector<int> counts;  // hand sizes by seat
  std::vector<int> totals;  // points by seat
  int stock = 0;            // cards to take before the pile is shuffled
  std::vector<Card> pile;   // sorted, its top included
  int deal = 1;             // counted from 1
  int dealer = 0;
  int actions = 0;  // in this deal
  int target = 0;
  int deals = 0;  // of the match; 0: until the target is exceeded
  int max_actions = 0;
};
BOOST_DESCRIBE_STRUCT(Fields, (),
                      (seat, hand, top, suit, puts, must_cover, can_take, can_finish, put, row,
                       took, counts, totals, stock, pile, deal, dealer, actions, target, deals,
                       max_actions))

Fields fields(const View& view);

/// The event in the JSON protocol; not sent if empty.
boost::json::object event_fields(const Event& event);

}  // namespace arena::yard_bridge
