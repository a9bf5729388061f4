// The protocol of Lost Cities: the lines of the Ruby quiz's own server, byte for byte. Also the
// game's module, with everything that arena offers for it. Reference: docs/lost_cities.md.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include "arena/core/bot.hpp"
#include "arena/core/protocol.hpp"
#include "games/lost_cities/bots.hpp"
#include "games/lost_cities/lost_cities.hpp"
#include "protocols/json/json.hpp"
#include "protocols/lost_cities/screen.hpp"

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

/// Cards by the letter of their land, oldest first.
using Table = std::map<std::string, std::vector<Card>>;

/// What a bot sees, in the JSON protocol and in Python's `game_state`.
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

struct GameModule {
  using Game = LostCities;
  using Protocols = std::tuple<LostCitiesLines, JsonLines<GameModule>>;
  using Screen = lost_cities::Screen;

  static Fields fields(const View& view);
  static boost::json::object event(const Event& event);
  static std::span<const Builtin<LostCities>> builtins() { return lost_cities::builtins(); }
  static constexpr std::string_view default_builtin = "dumb";

  struct Baseline {
    static constexpr int version = 1;
    static constexpr std::string_view summary = "greedy's margin against itself on nearby decks";
    static std::vector<double> of(const Setup<LostCities>& setup) {
      return baseline_margins(setup);
    }
  };
};

}  // namespace arena::lost_cities
