// The protocol of the bidding game: the lines of the Ruby quiz's engine, byte for byte. Also its
// screen and its module, with everything that arena offers for it. Reference: docs/bidding.md.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include "arena/core/bot.hpp"
#include "arena/core/protocol.hpp"
#include "arena/core/refinements/analysis.hpp"
#include "games/bidding/bidding.hpp"
#include "games/bidding/bots.hpp"
#include "games/bidding/encoder.hpp"
#include "games/bidding/losses.hpp"
#include "games/bidding/optimal.hpp"
#include "games/bidding/value_table.hpp"
#include "protocols/json/json.hpp"
#include "protocols/terminal/screen.hpp"

namespace arena::bidding {

class BiddingLines {
 public:
  using Game = Bidding;
  static constexpr Terms terms = {.name = "native", .move_time = std::chrono::seconds(30)};

  explicit BiddingLines(Seat seat) : seat_(seat) {}

  void tell(const Event& event, std::string& out) const;
  void ask(const View& view, std::string& out);
  void refuse(const Refusal& /*refusal*/, std::string& /*out*/) {}
  /// Takes the whole number with which a line begins.
  Reading<Bidding> read(const View& view, std::string_view line);
  static Reading<Bidding> read_exactly(const View& view, std::string_view text);
  std::string write(const Move& move) { return Bidding::write(move); }

 private:
  Seat seat_;
};

/// The terminal screen of the bidding game: scores, unused cards of all seats, the prize and the
/// prizes to come.
class Screen : public CommonScreen<Screen, Bidding> {
 public:
  static const std::string_view help;

  using CommonScreen::CommonScreen;

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  void prompt(const View& view, std::string& out);
  void watch(std::span<const View> views, std::string& out);
  Reading<Bidding> read(const View& view, std::string_view line);

 private:
  int seats_ = 2;  // from the last view
  Seats gone_;
};

struct AnalysisOptions {
  /// What the players maximise.
  Objective objective = Objective::difference;
};
BOOST_DESCRIBE_STRUCT(AnalysisOptions, (), (objective))

struct GameModule {
  using Game = Bidding;
  using Encoder = bidding::Encoder;
  using Protocols = std::tuple<BiddingLines, JsonLines<GameModule>>;
  using Screen = bidding::Screen;

  /// What a bot sees, in the JSON protocol and in Python's `game_state`.
  static boost::json::object fields(const View& view);
  static boost::json::object event(const Event& event);
  static std::span<const Builtin<Bidding>> builtins() { return bidding::builtins(); }
  static constexpr Levels levels = {"random",
                                    "scatter random=75%",
                                    "scatter random=50%",
                                    "scatter random=25%",
                                    "scatter",
                                    "search iterations=200",
                                    "search iterations=700",
                                    "search iterations=3000",
                                    "search iterations=20000"};

  using Losses = bidding::Losses;

  /// `arena analyse` for two seats: the value of the game, how a best player begins, and what the
  /// best answer wins against a built-in bot. games/bidding does the computations.
  struct Analysis {
    using Options = AnalysisOptions;

    /// Fewer cards than in a game, so that everything is solved in about a second.
    static bidding::Options with_defaults(bidding::Options given, const Options& options);
    static Refusal check(const Setup<Bidding>& setup, const Options& options);
    static Solution solution(const Setup<Bidding>& setup, const Options& options,
                             TableCache* table_cache) {
      return {contest_of(setup.options, options.objective), table_cache};
    }
    static AnalysisReport solve(const Setup<Bidding>& setup, const Options& options,
                                TableCache* table_cache);
    static std::optional<double> exploitability(const Setup<Bidding>& setup, const Options& options,
                                                std::string_view builtin, TableCache* table_cache);
    static std::string_view best_builtin(const Options& options) {
      return options.objective == Objective::win ? "optimal_win" : "optimal";
    }
    static double gain(const Options& options, std::span<const int> scores, Seat seat);
    static std::string_view unit(const Options& options) {
      return options.objective == Objective::win ? "wins minus losses" : "points";
    }
  };
};

}  // namespace arena::bidding
