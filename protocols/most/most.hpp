// The protocol of Most: a line for each event and each question. Also the game's module, with
// everything that arena offers for it. Reference: docs/most.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <boost/describe.hpp>
#include <boost/json.hpp>

#include "arena/core/baseline.hpp"
#include "arena/core/bot.hpp"
#include "arena/core/protocol.hpp"
#include "games/most/bots.hpp"
#include "games/most/most.hpp"
#include "protocols/json/json.hpp"
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

struct MeldFields {
  int id = 1;
  int owner = 0;                   // the seat that laid it
  std::vector<std::string> cards;  // `7S`, or `*7S` for a joker that stands for it
};
BOOST_DESCRIBE_STRUCT(MeldFields, (), (id, owner, cards))

/// What a bot sees, in the JSON protocol and in Python's `game_state`.
struct Fields {
  Phase phase = Phase::get;
  int seat = 0;
  std::vector<Card> hand;    // sorted
  std::vector<Card> bridge;  // oldest first
  std::vector<MeldFields> melds;
  bool can_lay = false;     // the seat has laid a meld in this deal
  std::vector<int> counts;  // hand sizes by seat
  std::vector<int> laid;    // points laid in this deal, by seat
  std::vector<int> totals;  // before this deal, by seat
  int stock = 0;            // number of cards
  int deal = 1;             // counted from 1
  int dealer = 0;
  int discards = 0;  // in this deal so far
  int target = 0;    // an option, like the next three
  int deals = 0;
  int max_turns = 0;
  int max_deals = 0;
  std::vector<std::string> possible;  // some of the legal moves: at least one, seldom all
};
BOOST_DESCRIBE_STRUCT(Fields, (),
                      (phase, seat, hand, bridge, melds, can_lay, counts, laid, totals, stock, deal,
                       dealer, discards, target, deals, max_turns, max_deals, possible))

struct GameModule {
  using Game = Most;
  using Protocols = std::tuple<MostLines, JsonLines<GameModule>>;
  using Screen = most::Screen;

  static Fields fields(const View& view);
  static boost::json::object event(const Event& event);
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
