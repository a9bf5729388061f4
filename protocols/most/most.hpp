// The protocol of Most: a line for each event and each question. Also the game's module, with
// everything that arena offers for it. Reference: docs/most.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "arena/core/baseline.hpp"
#include "arena/core/bot.hpp"
#include "arena/core/protocol.hpp"
#include "games/most/bots.hpp"
#include "games/most/most.hpp"
#include "protocols/json/json.hpp"
#include "protocols/most/fields.hpp"
#include "protocols/most/screen.hpp"

namespace arena::most {

class MostLines {
 public:
  using Game = Most;
  static constexpr Terms terms = {.name = "native", .max_refusals = 20};

  explicit MostLines(Seat seat) : seat_(seat) {}

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  /// Repeats the question after the reason.
  void refuse(const Refusal& refusal, std::string& out);
  Reading<Most> read(const View& view, std::string_view line);
  std::string write(const Move& move) { return Most::write(move); }

 private:
  Seat seat_;
  std::string asked_;
};

struct GameModule {
  using Game = Most;
  using Protocols = std::tuple<MostLines, JsonLines<GameModule>>;
  using Screen = most::Screen;

  static Fields fields(const View& view) { return most::fields(view); }
  static boost::json::object event(const Event& event) { return event_fields(event); }
  static std::span<const Builtin<Most>> builtins() { return most::builtins(); }
  static constexpr std::string_view default_builtin = "melder";

  struct Baseline {
    static constexpr int version = 1;
    static constexpr std::string_view summary = "melder's margin against itself";
    static std::vector<double> of(const Setup<Most>& setup) {
      return self_play_margins(setup, builtins(), "melder");
    }
  };
};

}  // namespace arena::most
