// A game behind one plain interface, so that the command line and series of matches name none.
// Erasure happens here, once a match, never per move.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>

#include "arena/core/game.hpp"
#include "arena/core/protocol_list.hpp"
#include "arena/game/any_analysis.hpp"
#include "arena/game/any_state.hpp"
#include "arena/match/clock.hpp"
#include "arena/match/replayed.hpp"
#include "arena/record/record.hpp"
#include "arena/util/duration_counts.hpp"
#include "arena/util/table_cache.hpp"

namespace arena {

class InProcessBot;
class Peer;

struct OptionInfo {
  std::string name;
  json::value default_value;
};

struct BuiltinInfo {
  std::string_view name;
  std::string_view summary;
};

/// Who sits at a seat of one match, for AnyGame to make a player of.
struct LineSeat {
  Peer* peer = nullptr;                 // outlives the match
  std::string protocol;                 // its name
  std::optional<ScreenStyle> screen{};  // of a person with a board, instead of the protocol
};
struct BuiltinSeat {
  std::string name;
  std::uint64_t seed = 0;
};
struct SeatPlan {
  std::variant<LineSeat, BuiltinSeat, InProcessBot*> who;  // a bot outlives the match
  TimeControl time;
  int max_refusals = 0;
};

struct MatchPlan {
  json::object options;  // as checked by `check_options`
  DealSeed seed;
  std::vector<SeatPlan> seats;
  std::vector<std::string> names;  // by seat
  bool record_times = false;
  DurationCounts* overhead = nullptr;  // is given what each question took of arena's own
  std::function<void()> over = [] {};  // called before the players end
  TableCache* table_cache =
      nullptr;  // of the built-in bots; none: each works things out for itself
};

/// Random play for measuring: what was played, and a number that depends on all of it.
struct Playouts {
  std::uint64_t matches = 0;
  std::uint64_t moves = 0;
  std::int64_t score_sum = 0;
};

class AnyGame {
 public:
  AnyGame() = default;
  AnyGame(const AnyGame&) = delete;
  AnyGame& operator=(const AnyGame&) = delete;
  virtual ~AnyGame() = default;

  [[nodiscard]] virtual const GameInfo& info() const = 0;
  /// The default one first.
  [[nodiscard]] virtual std::span<const Terms> protocols() const = 0;
  /// Of the protocol of this name; empty: of the default one. Throws Error naming those there are.
  [[nodiscard]] const Terms& terms(std::string_view protocol = {}) const {
    return protocol.empty() ? protocols().front() : find_protocol(protocols(), protocol);
  }
  /// Rules and protocol for a bot's author, as text.
  [[nodiscard]] virtual std::string_view rules() const = 0;
  [[nodiscard]] virtual std::vector<OptionInfo> options() const = 0;
  [[nodiscard]] virtual std::vector<BuiltinInfo> builtins() const = 0;
  /// The built-in that fills free seats.
  [[nodiscard]] virtual std::string_view default_builtin() const = 0;

  /// Whether a seat's legal moves can be listed (`AnyView::legal`).
  [[nodiscard]] virtual bool lists_moves() const = 0;

  /// A question of the JSON protocol from the midst of a match of random moves, always the same:
  /// for the authors of bots to look at.
  [[nodiscard]] virtual json::object example_turn() const = 0;

  /// The options with their types right and those of the default left out; `max_refusals` is one of
  /// them in every game. Throws Error naming what is wrong.
  [[nodiscard]] virtual json::object check_options(const json::object& options) const = 0;
  /// Throws Error if the game is not played by so many, or not by so many with these options, as
  /// checked.
  virtual void check_seats(int seats, const json::object& options) const = 0;
  /// Throws Error if there is no such built-in, or if it does not play with so many seats and these
  /// options, as checked.
  virtual void check_builtin(std::string_view name, const json::object& options,
                             int seats) const = 0;
  /// Puts on the table_cache what this built-in will want to find there in a match of this kind.
  /// REQUIRES: check_builtin takes it.
  virtual void prepare_builtin(std::string_view name, const json::object& options, int seats,
                               TableCache& table_cache) const = 0;
  /// The refusals in a row that these options allow.
  [[nodiscard]] virtual int max_refusals(const json::object& options) const = 0;

  /// The margin that a player loses by who forfeits before the first move. In all games but Most to
  /// a target, nobody gets beyond it by play.
  [[nodiscard]] virtual int most_margin(const json::object& options, int seats) const = 0;

  /// Plays one match and ends its players. The record lacks what the plan does not know: names and
  /// commands.
  [[nodiscard]] virtual boost::asio::awaitable<Record> play(MatchPlan plan) const = 0;
  /// Throws Error if the record's options, deal or players are impossible.
  [[nodiscard]] virtual Replayed replay(const Record& record, ReplayOptions options) const = 0;
  /// A match to be stepped from outside. Throws Error if options, seats or deal are impossible.
  [[nodiscard]] virtual std::unique_ptr<AnyState> start(const StateSetup& setup) const = 0;
  /// The state that gave `bytes` in this very build. Throws Error if that cannot be.
  [[nodiscard]] virtual std::unique_ptr<AnyState> restore(std::string_view bytes) const = 0;
  /// The same for a view.
  [[nodiscard]] virtual std::shared_ptr<const AnyView> restore_view(
      std::string_view bytes) const = 0;
  /// A built-in bot for a seat of such a match. Throws Error if there is none of that name, or if
  /// it does not play so.
  [[nodiscard]] virtual std::unique_ptr<AnyBot> builtin(const BuiltinSeat& wanted,
                                                        const StateSetup& setup, Seat seat,
                                                        TableCache* table_cache) const = 0;
  /// Uniformly random whole matches in this thread, deals 0 to matches-1 of `seed`. `pause` is
  /// called every few milliseconds, or more often; what it throws ends them. Throws Error if
  /// options or seats are impossible.
  [[nodiscard]] virtual Playouts playouts(const json::object& options, int seats,
                                          std::uint64_t matches, std::uint64_t seed,
                                          const std::function<void()>& pause) const = 0;
  /// The same with default options and as few seats as the game takes.
  [[nodiscard]] Playouts playouts(
      std::uint64_t matches, std::uint64_t seed, const std::function<void()>& pause = [] {}) const {
    return playouts({}, info().least_seats, matches, seed, pause);
  }

  /// The options of the game's analysis, beside those of the game; nothing: it has none.
  [[nodiscard]] virtual std::optional<std::vector<OptionInfo>> analysis_options() const = 0;
  /// The game's options for which an analysis has defaults of its own. `options` as checked by
  /// `check_options`, `own` are those of the analysis. Throws Error naming what is wrong.
  [[nodiscard]] virtual json::object analysis_defaults(const json::object& options,
                                                       const json::object& own) const = 0;
  /// `options` as checked by `check_options`. Throws Error naming what is wrong, or what cannot be
  /// solved. REQUIRES: analysis_options(). The table_cache outlives the analysis.
  [[nodiscard]] virtual std::unique_ptr<AnyAnalysis> analyse(const json::object& options,
                                                             const json::object& own,
                                                             TableCache* table_cache) const = 0;
};

}  // namespace arena
