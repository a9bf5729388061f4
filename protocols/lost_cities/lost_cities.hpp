// The protocol of Lost Cities: the lines of the Ruby quiz's own server, byte for byte. Also its
// screen and its module, with everything that arena offers for it. Reference: docs/lost_cities.md.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/bot.hpp"
#include "arena/core/protocol.hpp"
#include "games/lost_cities/encoder.hpp"
#include "games/lost_cities/lost_cities.hpp"
#include "protocols/json/json.hpp"
#include "protocols/terminal/screen.hpp"

namespace arena::lost_cities {

class LostCitiesLines {
 public:
  using Game = LostCities;
  static constexpr Terms terms = {.name = "native", .max_refusals = 20};

  explicit LostCitiesLines(Seat seat) : seat_(seat) {}

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  void refuse(const Refusal& refusal, std::string& out);
  Reading<LostCities> read(const View& view, std::string_view line);
  std::string write(const Move& move);

 private:
  Seat seat_;
};

/// The terminal screen of Lost Cities: a board of five columns, events as sentences, and
/// explanations of refused entries. It fits 24 lines.
class Screen : public CommonScreen<Screen, LostCities> {
 public:
  static const std::string_view help;

  using CommonScreen::CommonScreen;

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  void prompt(const View& view, std::string& out);
  void watch(std::span<const View> views, std::string& out);
  Reading<LostCities> read(const View& view, std::string_view line);
  std::string write(const Move& move);

 private:
  std::array<Cards, 2> laid_{};  // expeditions by seat, collected from the events
};

struct GameModule {
  using Game = LostCities;
  using Encoder = lost_cities::Encoder;
  using Protocols = std::tuple<LostCitiesLines, JsonLines<GameModule>>;
  using Screen = lost_cities::Screen;

  /// What a bot sees, in the JSON protocol and in Python's `game_state`.
  static boost::json::object fields(const View& view);
  static boost::json::object event(const Event& event);
  static std::span<const Builtin<LostCities>> builtins() { return lost_cities::builtins(); }
  static constexpr Levels levels = {"random",
                                    "greedy random=75%",
                                    "greedy random=50%",
                                    "greedy random=25%",
                                    "greedy",
                                    "search iterations=1250",
                                    "search iterations=2500",
                                    "search iterations=5000",
                                    "search iterations=10000"};

  struct Losses : LossesByMove<Game, move_loss> {
    using LossesByMove::LossesByMove;
    static constexpr std::string_view method = "the best move, if all then play as greedy does";
  };

  struct Baseline {
    static constexpr int version = 1;
    static constexpr std::string_view summary = "greedy's margin against itself on nearby decks";
    static std::vector<double> of(const Setup<LostCities>& setup) {
      return baseline_margins(setup);
    }
  };
};

}  // namespace arena::lost_cities
