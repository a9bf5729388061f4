// The text of yard bridge: lines of fields, one `turn:` line that holds all a bot needs, and the
// module that gathers what arena offers for this game. Told in full in docs/yard_bridge.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <tuple>

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
  std::string asked_;  // the line of the open question, for after an error
};

struct GameModule {
  using Game = YardBridge;
  using Protocols = std::tuple<YardBridgeLines, JsonLines<GameModule>>;
  using Screen = yard_bridge::Screen;

  static Fields fields(const View& view) { return yard_bridge::fields(view); }
  static boost::json::object event(const Event& event) { return event_fields(event); }
  static std::span<const Builtin<YardBridge>> builtins() { return yard_bridge::builtins(); }
  static constexpr std::string_view default_builtin = "loader";
};

}  // namespace arena::yard_bridge
