// Contract bridge for bots and people: the fields of its views and events, and the game's module.
// Reference: docs/bridge.md.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include "arena/core/bot.hpp"
#include "arena/core/refinements/match_report.hpp"
#include "games/bridge/bots/bots.hpp"
#include "games/bridge/bridge.hpp"
#include "games/bridge/encoder.hpp"
#include "games/bridge/files/board_file.hpp"
#include "games/bridge/losses.hpp"
#include "protocols/bridge/review.hpp"
#include "protocols/bridge/screen.hpp"
#include "protocols/bridge/table_manager.hpp"
#include "protocols/json/json.hpp"

namespace arena::bridge {

/// A trick that is complete.
struct PastTrick {
  int leader = 0;
  std::vector<std::string> cards;  // in the order played
  int winner = 0;
};
BOOST_DESCRIBE_STRUCT(PastTrick, (), (leader, cards, winner))

/// What a bot sees, in the JSON protocol and in Python's `game_state`.
struct Fields {
  int seat = 0;
  std::string phase;              // "auction" or "play"
  std::vector<std::string> hand;  // what is left: S H D C, high to low
  int board = 1;
  int dealer = 0;
  Vulnerable vulnerable = Vulnerable::none;
  std::vector<std::string> calls;  // from the dealer
  std::string contract;            // such as 4SX; empty in the auction
  std::optional<int> declarer;     // after the auction
  std::optional<int> dummy;        // after the opening lead
  std::vector<std::string> table;  // what is left in dummy
  int turn = 0;                    // whose call or hand is next; dummy's for the declarer
  std::vector<std::string> trick;  // the cards on the table
  std::optional<int> leader;       // of this trick
  std::vector<PastTrick> tricks;   // complete ones
  std::array<int, 2> won{};        // tricks of N-S and E-W
  Scoring scoring = Scoring::imp;
  int deal = 1;                 // of the match
  int deals = 1;                // at most, of the match
  std::array<int, 2> totals{};  // points before this deal, of N-S and E-W, as the next two
  std::array<int, 2> below{};   // towards the current game
  std::array<int, 2> games{};   // won
};
BOOST_DESCRIBE_STRUCT(Fields, (),
                      (seat, phase, hand, board, dealer, vulnerable, calls, contract, declarer,
                       dummy, table, turn, trick, leader, tricks, won, scoring, deal, deals, totals,
                       below, games))

struct GameModule {
  using Game = Bridge;
  using Encoder = bridge::Encoder;
  using Protocols = std::tuple<JsonLines<GameModule>, TableManagerLines>;
  using Screen = bridge::Screen;
  using Review = BoardsReview;

  static Fields fields(const View& view);
  static boost::json::object event(const Event& event);
  /// PBN, LIN and links to a viewer.
  static std::span<const MatchFormat<Bridge>> formats();
  /// PBN and LIN.
  static std::span<const FileKind> file_kinds() { return board_file_kinds(); }
  static DealsOfFile<Deal> deals_of_file(std::string_view file, std::uint64_t seed);
  static Refusal refuses_deals(const Options& options);
  static ReportColumns report_columns();
  static ReportCells report_cells(const WholeMatch<Bridge>& match);
  static std::span<const Builtin<Bridge>> builtins() { return bridge::builtins(); }
  using Losses = bridge::Losses;
  static constexpr Levels levels = {
      "random",  "natural random=50%", "natural random=20%", "natural random=5%",
      "natural", "sampler samples=1",  "sampler samples=3",  "sampler samples=8",
      "sampler"};
};

}  // namespace arena::bridge
