// The protocol of Lost Cities: the lines of the Ruby quiz's own server, byte for byte. Also the
// game's module, with everything that arena offers for it. Reference: docs/lost_cities.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "arena/core/bot.hpp"
#include "arena/core/protocol.hpp"
#include "games/lost_cities/bots.hpp"
#include "games/lost_cities/lost_cities.hpp"
#include "protocols/json/json.hpp"
#include "protocols/lost_cities/fields.hpp"
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

struct GameModule {
  using Game = LostCities;
  using Protocols = std::tuple<LostCitiesLines, JsonLines<GameModule>>;
  using Screen = lost_cities::Screen;

  static Fields fields(const View& view) { return lost_cities::fields(view); }
  static boost::json::object event(const Event& event) { return event_fields(event); }
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
