// The protocol of yard bridge: lines of fields, and one `turn:` line with everything a bot needs.
// Also its screen and its module, with everything that arena offers for it. Reference:
// docs/yard_bridge.md.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/bot.hpp"
#include "arena/core/protocol.hpp"
#include "arena/core/refinements/baseline.hpp"
#include "games/yard_bridge/encoder.hpp"
#include "games/yard_bridge/yard_bridge.hpp"
#include "protocols/json/json.hpp"
#include "protocols/terminal/screen.hpp"

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

/// Draws the players, the pile, the hand and the turn so far. It fits 24 lines. REQUIRES: it is the
/// seat's turn.
void draw_table(const View& view, const Audience& audience, ansi::AnsiWriter writer);
/// The players, the pile and all hands. `views` are by seat.
void draw_table(std::span<const View> views, const Audience& audience, ansi::AnsiWriter writer);

/// The terminal screen of yard bridge: the table, what has happened since the last turn, and what
/// is possible now.
class Screen : public CommonScreen<Screen, YardBridge> {
 public:
  static const std::string_view help;

  using CommonScreen::CommonScreen;

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  void prompt(const View& view, std::string& out);
  void watch(std::span<const View> views, std::string& out);
  Reading<YardBridge> read(const View& view, std::string_view line);

 private:
  /// One sentence describes the turn of a seat: continues it, or begins one.
  ansi::AnsiWriter continue_sentence(Seat who, std::string& out);
  /// Counts cards that a seat takes one after the other.
  void continue_taking(const Took& took, std::string& out);
  void end_sentence(std::string& out);

  std::string sentence_;     // not shown yet
  Seat who_ = 0;             // the subject of the sentence
  int taken_ = 0;            // cards, if the sentence ends with taking
  std::vector<Card> drawn_;  // these cards, if the audience may see them
  std::size_t taking_ = 0;   // where that part of the sentence begins
};

struct GameModule {
  using Game = YardBridge;
  using Encoder = yard_bridge::Encoder;
  using Protocols = std::tuple<YardBridgeLines, JsonLines<GameModule>>;
  using Screen = yard_bridge::Screen;

  /// What a bot sees, in the JSON protocol and in Python's `game_state`.
  static boost::json::object fields(const View& view);
  static boost::json::object event(const Event& event);
  static std::span<const Builtin<YardBridge>> builtins() { return yard_bridge::builtins(); }
  static constexpr Levels levels = {"random",
                                    "loader random=75%",
                                    "loader random=50%",
                                    "loader random=25%",
                                    "loader",
                                    "search iterations=200",
                                    "search iterations=500",
                                    "search iterations=1000",
                                    "search iterations=5000"};

  struct Losses : LossesByMove<Game, move_loss> {
    using LossesByMove::LossesByMove;
    static constexpr std::string_view method = "the best move, if all then play as loader does";
  };

  struct Baseline {
    static constexpr int version = 1;
    static constexpr std::string_view summary = "loader's margin against itself";
    static std::vector<double> of(const Setup<YardBridge>& setup) {
      return self_play_margins(setup, builtins(), "loader");
    }
  };
};

}  // namespace arena::yard_bridge
