// The protocol of yard bridge: lines of fields, and one `turn:` line with everything a bot needs.
// Also the game's module, with everything that arena offers for it. Reference: docs/yard_bridge.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include "arena/core/baseline.hpp"
#include "arena/core/bot.hpp"
#include "arena/core/protocol.hpp"
#include "games/yard_bridge/bots.hpp"
#include "games/yard_bridge/yard_bridge.hpp"
#include "protocols/json/json.hpp"
#include "protocols/yard_bridge/screen.hpp"

namespace arena::yard_bridge {

class YardBridgeLines {
 public:
  using Game = YardBridge;
  static constexpr Terms terms = {.name = "native", .max_refusals = 20};

  explicit YardBridgeLines(Seat seat) : seat_(seat) {}

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  void refuse(const Refusal& refusal, std::string& out);
  Reading<YardBridge> read(const View& view, std::string_view line);
  std::string write(const Move& move) { return YardBridge::write(move); }

 private:
  Seat seat_;
  std::string asked_;  // the open question, to repeat it after an error
};

/// What a bot sees, in the JSON protocol and in Python's `game_state`.
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

struct GameModule {
  using Game = YardBridge;
  using Protocols = std::tuple<YardBridgeLines, JsonLines<GameModule>>;
  using Screen = yard_bridge::Screen;

  static Fields fields(const View& view);
  static boost::json::object event(const Event& event);
  static std::span<const Builtin<YardBridge>> builtins() { return yard_bridge::builtins(); }
  static constexpr std::string_view default_builtin = "loader";

  struct Baseline {
    static constexpr int version = 1;
    static constexpr std::string_view summary = "loader's margin against itself";
    static std::vector<double> of(const Setup<YardBridge>& setup) {
      return self_play_margins(setup, builtins(), "loader");
    }
  };
};

}  // namespace arena::yard_bridge
