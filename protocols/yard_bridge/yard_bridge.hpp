// The protocol of yard bridge: lines of fields, and one `turn:` line with everything a bot needs.
// Also the game's module, with everything that arena offers for it. Reference: docs/yard_bridge.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "arena/core/baseline.hpp"
#include "arena/core/bot.hpp"
#include "arena/core/protocol.hpp"
#include "games/yard_bridge/bots.hpp"
#include "games/yard_bridge/yard_bridge.hpp"
#include "protocols/json/json.hpp"
#include "protocols/yard_bridge/fields.hpp"
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

struct GameModule {
  using Game = YardBridge;
  using Protocols = std::tuple<YardBridgeLines, JsonLines<GameModule>>;
  using Screen = yard_bridge::Screen;

  static Fields fields(const View& view) { return yard_bridge::fields(view); }
  static boost::json::object event(const Event& event) { return event_fields(event); }
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
