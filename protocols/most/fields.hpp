// The fields that a bot of Most sees, in the JSON protocol and in Python's `game_state`.
#pragma once

#include <string>
#include <vector>

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include "games/most/most.hpp"

namespace arena::most {

struct MeldFields {
  int id = 1;
  int owner = 0;                   // the seat that laid it
  std::vector<std::string> cards;  // `7S`, or `*7S` for a joker that stands for it
};
BOOST_DESCRIBE_STRUCT(MeldFields, (), (id, owner, cards))

struct Fields {
  Phase phase = Phase::get;
  int seat = 0;
  std::vector<Card> hand;    // sorted
  std::vector<Card> bridge;  // oldest first
  std::vector<MeldFields> melds;
  bool can_lay = false;     // the seat has laid a meld in this deal
  std::vector<int> counts;  // hand sizes by seat
  std::vector<int> laid;    // points laid in this deal, by seat
  std::vector<int> totals;  // before this deal, by seat
  int stock = 0;            // number of cards
  int deal = 1;             // counted from 1
  int dealer = 0;
  int discards = 0;  // in this deal so far
  int target = 0;    // an option, like the next three
  int deals = 0;
  int max_turns = 0;
  int max_deals = 0;
  std::vector<std::string> possible;  // some of the legal moves: at least one, seldom all
};
BOOST_DESCRIBE_STRUCT(Fields, (),
                      (phase, seat, hand, bridge, melds, can_lay, counts, laid, totals, stock, deal,
                       dealer, discards, target, deals, max_turns, max_deals, possible))

Fields fields(const View& view);

/// The event in the JSON protocol; not sent if empty.
boost::json::object event_fields(const Event& event);

}  // namespace arena::most
