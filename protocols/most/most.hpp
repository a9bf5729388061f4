// The protocol of Most: a line for each event and each question. Also its screen and its module,
// with everything that arena offers for it. Reference: docs/most.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/bot.hpp"
#include "arena/core/protocol.hpp"
#include "arena/core/refinements/baseline.hpp"
#include "games/most/most.hpp"
#include "protocols/json/json.hpp"
#include "protocols/terminal/screen.hpp"

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

/// The terminal screen of Most: the table, what has happened since the person's last turn, and what
/// is possible now.
class Screen : public CommonScreen<Screen, Most> {
 public:
  static const std::string_view help;

  using CommonScreen::CommonScreen;

  void tell(const Event& event, std::string& out);
  void ask(const View& view, std::string& out);
  void prompt(const View& view, std::string& out);
  void watch(std::span<const View> views, std::string& out);
  Reading<Most> read(const View& view, std::string_view line);
};

/// What a person can type for a move: short verbs, cards in any order, jokers without a name if
/// there is only one possibility, numbers of suggestions, and canonical text. Returns the move that
/// was meant, legal or not, or a sentence that says why it is no move.
std::variant<Move, std::string> read_typed(const View& view, std::string_view line);

struct GameModule {
  using Game = Most;
  using Protocols = std::tuple<MostLines, JsonLines<GameModule>>;
  using Screen = most::Screen;

  /// What a bot sees, in the JSON protocol and in Python's `game_state`.
  static boost::json::object fields(const View& view);
  static boost::json::object event(const Event& event);
  static std::span<const Builtin<Most>> builtins() { return most::builtins(); }
  static constexpr Levels levels = {"random",
                                    "melder random=75%",
                                    "melder random=50%",
                                    "melder random=25%",
                                    "melder",
                                    "search iterations=100",
                                    "search iterations=300",
                                    "search iterations=1000",
                                    "search iterations=2000"};

  struct Losses : LossesByMove<Game, move_loss> {
    using LossesByMove::LossesByMove;
    static constexpr std::string_view method = "the best move, if all then play as melder does";
  };

  struct Baseline {
    static constexpr int version = 1;
    static constexpr std::string_view summary = "melder's margin against itself";
    static std::vector<double> of(const Setup<Most>& setup) {
      return self_play_margins(setup, builtins(), "melder");
    }
  };
};

}  // namespace arena::most
