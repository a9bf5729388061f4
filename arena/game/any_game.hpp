// A game behind plain interfaces, so that the command line and series need no game's type: what is
// known of it as values, and its parts, one subject each. The type is erased here, once per match,
// never per move.
#pragma once

#include <chrono>
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
#include <boost/core/noncopyable.hpp>
#include <boost/json.hpp>

#include "arena/core/builtin_identity.hpp"
#include "arena/core/described.hpp"
#include "arena/core/game.hpp"
#include "arena/core/playouts.hpp"
#include "arena/core/protocol_list.hpp"
#include "arena/core/refinements/analysis.hpp"
#include "arena/core/refinements/conversation.hpp"
#include "arena/core/refinements/match_report.hpp"
#include "arena/core/refinements/move_loss.hpp"
#include "arena/game/any_state.hpp"
#include "arena/game/learning/any_encoder.hpp"
#include "arena/game/learning/any_lookahead.hpp"
#include "arena/match/clock.hpp"
#include "arena/match/replay_result.hpp"
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

/// What users may set, from a described type.
template <class Options>
std::vector<OptionInfo> described_options() {
  std::vector<OptionInfo> list;
  const Options defaults{};
  described::for_each_member(defaults, [&list](const char* name, const auto& value) {
    list.push_back({name, described::to_json(value)});
  });
  return list;
}

struct BuiltinInfo {
  std::string_view name;
  std::string_view summary;
  int version = 1;  // as Builtin::version
};

/// Rules and protocol as Markdown, for authors of bots.
struct RulesTexts {
  std::string_view english;
  std::string_view russian;  // may be empty
};

/// The players of a match, from which a game makes Player objects.
struct LineSeat {
  Peer* peer = nullptr;                 // outlives the match
  std::string protocol;                 // by name
  std::optional<ScreenStyle> screen{};  // of a person with a board; replaces the protocol
};
struct BuiltinSeat {
  std::string name;
  std::uint64_t seed = 0;
};
struct SeatPlan {
  std::variant<LineSeat, BuiltinSeat, InProcessBot*> who;  // an InProcessBot outlives the match
  TimeControl time;
  int max_refusals = 0;
};

struct MatchPlan {
  json::object options;  // as checked by AnyOptions
  DealSeed seed;
  json::object deal{};  // what it fixes does not come from the seed. REQUIRES: it is possible
  std::vector<SeatPlan> seats;
  std::vector<std::string> names;  // by seat
  bool record_times = false;
  bool shows_times = true;  // to the players, at the end
  /// An answer is passed on at the next multiple of this time after its question; 0: at once. The
  /// player's own time counts.
  Duration quantum{0};
  /// If it becomes true, the match ends at its next question, and its result has no meaning. Read
  /// on the match's loop; null: never.
  const bool* interrupted = nullptr;
  DurationCounts* overhead = nullptr;  // receives arena's own time for each question; may be null
  std::function<void()> over = [] {};  // called before the players end
  TableCache* table_cache = nullptr;   // for the built-in bots; may be null
  /// Called at the start and after each answer that counts, before the seats learn of it; of
  /// simultaneous answers, after all have come. Null if no one watches; this costs nothing.
  MatchProgress progress{};
};

/// One seat at another server (core/refinements/conversation.hpp).
struct VisitPlan {
  Peer* server = nullptr;  // connected; outlives the visit
  std::string protocol;    // by name
  WantedSeat seat;
  std::string team;
  json::object options;                       // as checked by AnyOptions
  Duration patience = std::chrono::hours(1);  // for each line of the server
  TableCache* table_cache = nullptr;          // for built-in bots; may be null
  /// Gives the player of the next match; `get_up` follows when it has ended.
  std::function<boost::asio::awaitable<SeatPlan>(Seat)> sit_down{};
  std::function<void()> get_up{};
  /// Receives the result of each match, with the names by seat.
  std::function<void(const std::vector<std::string>& names, const Closing&)> played{};
};

/// The options of a game, and what follows from them: `options` are from `check`.
class AnyOptions : boost::noncopyable {
 public:
  virtual ~AnyOptions() = default;

  [[nodiscard]] virtual std::vector<OptionInfo> list() const = 0;
  /// Returns the options with the right types and without default values. Every game has the option
  /// `max_refusals`. Throws Error that names a wrong option.
  [[nodiscard]] virtual json::object check(const json::object& options) const = 0;
  /// Throws Error if the game, or the game with these options, cannot have so many seats.
  virtual void check_seats(int seats, const json::object& options) const = 0;
  /// The refusals in a row that these options allow.
  [[nodiscard]] virtual int max_refusals(const json::object& options) const = 0;
  /// The margin that a player loses by who forfeits before the first move. In all games but Most to
  /// a target, no player gets beyond it by play.
  [[nodiscard]] virtual int most_margin(const json::object& options, int seats) const = 0;
  /// How tables of the same deal are compared; null if they are not.
  [[nodiscard]] virtual TableComparison table_comparison(const json::object& options) const = 0;
};

/// The built-in bots of a game.
class AnyBuiltins : boost::noncopyable {
 public:
  virtual ~AnyBuiltins() = default;

  [[nodiscard]] virtual std::vector<BuiltinInfo> list() const = 0;
  /// From a beginner to the best: "level=1" stands for the first, and so on. Empty if the game has
  /// no levels.
  [[nodiscard]] virtual std::span<const std::string_view> levels() const = 0;
  /// The one that fills free seats: of the middle level, if the game has levels.
  [[nodiscard]] virtual std::string_view default_name() const = 0;
  /// Throws Error if there is no such bot, or if it cannot play with so many seats and these
  /// options.
  virtual void check(std::string_view name, const json::object& options, int seats) const = 0;
  /// Whether its moves depend on the time that it has on this machine, so that the same seed need
  /// not give the same match. REQUIRES: `check` accepts it.
  [[nodiscard]] virtual bool plays_by_clock(std::string_view name) const = 0;
  /// REQUIRES: `check` accepts it.
  [[nodiscard]] virtual BuiltinIdentity identity(std::string_view name) const = 0;
  /// Fills `table_cache` with what this bot needs in a match of this kind. REQUIRES: `check`
  /// accepts it.
  virtual void prepare(std::string_view name, const json::object& options, int seats,
                       TableCache& table_cache) const = 0;
  /// A bot for a seat of a match that the caller steps. Throws Error as `check` does.
  [[nodiscard]] virtual std::unique_ptr<AnyBot> make(const BuiltinSeat& wanted,
                                                     const StateSetup& setup, Seat seat,
                                                     TableCache* table_cache) const = 0;
};

/// Whole matches: played, and read from their records.
class AnyMatches : boost::noncopyable {
 public:
  virtual ~AnyMatches() = default;

  /// Plays one match and ends its players. The caller adds the names and commands of the players to
  /// the record.
  [[nodiscard]] virtual boost::asio::awaitable<Record> play(MatchPlan plan) const = 0;
  /// Throws Error if the record's options, deal or players are impossible.
  [[nodiscard]] virtual Replayed replay(const Record& record, ReplayOptions options) const = 0;
};

/// Matches that the caller steps.
class AnyStates : boost::noncopyable {
 public:
  virtual ~AnyStates() = default;

  /// Throws Error if options, seats or deal are impossible.
  [[nodiscard]] virtual std::unique_ptr<AnyState> start(const StateSetup& setup) const = 0;
  /// The state that gave `bytes` in the same build. Throws Error if they are not such bytes.
  [[nodiscard]] virtual std::unique_ptr<AnyState> restore(std::string_view bytes) const = 0;
  /// The same for a view.
  [[nodiscard]] virtual std::shared_ptr<const AnyView> restore_view(
      std::string_view bytes) const = 0;
  /// True if the game lists the legal moves of a seat (`AnyView::legal`).
  [[nodiscard]] virtual bool lists_moves() const = 0;
  /// Plays whole matches with uniformly random moves in this thread, deals 0 to matches-1 of
  /// `seed`. It calls `pause` at least every few milliseconds; an exception of `pause` ends the
  /// matches. Throws Error if options or seats are impossible.
  [[nodiscard]] virtual Playouts playouts(const json::object& options, int seats,
                                          std::uint64_t matches, std::uint64_t seed,
                                          const std::function<void()>& pause) const = 0;
  /// A question of the JSON protocol from the middle of a match with random moves, as an example
  /// for authors of bots. It is always the same.
  [[nodiscard]] virtual json::object example_turn() const = 0;
};

/// The protocols whose clients choose their seats (Terms::seats_by_choice). Throws Error if there
/// is no protocol of that name.
class AnyConversations : boost::noncopyable {
 public:
  virtual ~AnyConversations() = default;

  /// Reads the first line of a client.
  [[nodiscard]] virtual std::variant<Introduction, Refusal> introduction(
      std::string_view protocol, std::string_view line) const = 0;
  /// Begins the talk with this client at a seat: answers its first line in the outbox.
  virtual void welcome(std::string_view protocol, std::string_view line, Seat seat,
                       Compatibility compatibility, Peer& client) const = 0;
  /// The seat with this name, or "any". Throws Error if no seat has it, or if the protocol has no
  /// guests.
  [[nodiscard]] virtual WantedSeat wanted_seat(std::string_view protocol,
                                               std::string_view name) const = 0;
  /// Plays at another server until that server ends the session. Throws Error if the server or the
  /// player fails.
  [[nodiscard]] virtual boost::asio::awaitable<void> visit(VisitPlan plan) const = 0;
};

/// Files and reports of matches, in the words of the game (core/refinements/match_report.hpp).
class AnyFiles : boost::noncopyable {
 public:
  virtual ~AnyFiles() = default;

  /// The formats of other programs in which matches can be written.
  [[nodiscard]] virtual std::vector<FileFormat> formats() const = 0;
  /// A recorded match in such a format, as far as it keeps the rules. `number` is its place in its
  /// file. Throws Error as `replay` and the format do. REQUIRES: the format is one of `formats`.
  [[nodiscard]] virtual std::string written(const Record& record, int number,
                                            std::string_view format,
                                            const ExportSettings& settings) const = 0;
  /// The kinds of other programs' files that reviews and deals are read from.
  [[nodiscard]] virtual std::span<const FileKind> kinds() const = 0;
  [[nodiscard]] virtual bool has_deals() const = 0;
  /// Deals for `MatchPlan` from a file of another program; what the file leaves to chance comes
  /// from the seed. Throws Error if matches with these options cannot have such deals. REQUIRES:
  /// has_deals().
  [[nodiscard]] virtual DealsOfFile<json::object> deals(std::string_view file,
                                                        const json::object& options,
                                                        std::uint64_t seed) const = 0;
  /// nullopt if reports say no more of a match than its score.
  [[nodiscard]] virtual std::optional<ReportColumns> report_columns() const = 0;
  /// As the columns say. Throws Error as `replay` does. REQUIRES: report_columns().
  [[nodiscard]] virtual ReportCells report_cells(const Record& record) const = 0;
};

/// What the luck of a game's deals is measured by (core/refinements/baseline.hpp).
class AnyBaseline : boost::noncopyable {
 public:
  virtual ~AnyBaseline() = default;

  [[nodiscard]] virtual int version() const = 0;
  [[nodiscard]] virtual std::string_view summary() const = 0;
  /// By seat, what this deal is worth to it. What `deal` fixes does not come from the seed. Throws
  /// Error if options, seats or deal are impossible.
  [[nodiscard]] virtual std::vector<double> of(const json::object& options, int seats,
                                               DealSeed seed,
                                               const json::object& deal = {}) const = 0;
};

/// A solved game, asked about what seats see (core/refinements/analysis.hpp).
class AnySolution : boost::noncopyable {
 public:
  virtual ~AnySolution() = default;

  /// Throws Error for a view of another game or of other options.
  virtual void check(const AnyView& view) const = 0;
  // Both throw as `check`. REQUIRES: the match is not over, and no seat forfeited.
  [[nodiscard]] virtual double value(const AnyView& view) const = 0;
  /// The legal moves, in the order of `AnyView::legal`. Throws Error if the seat owes none.
  [[nodiscard]] virtual std::vector<SolvedMove<std::string>> moves(const AnyView& view) const = 0;
};

/// The analysis of one game with given options: the functions of the refinement Analysis.
struct AnyAnalysis {
  std::function<std::unique_ptr<AnySolution>()> solution;
  std::function<AnalysisReport()> solve;
  std::function<std::optional<double>(std::string_view builtin)> exploitability;
  std::function<std::string_view()> best_builtin;
  std::function<double(std::span<const int> scores, Seat seat)> gain;
  std::function<std::string_view()> unit;
};

/// The analyses of a game that can be solved.
class AnyAnalyses : boost::noncopyable {
 public:
  virtual ~AnyAnalyses() = default;

  /// Those of the analysis itself.
  [[nodiscard]] virtual std::vector<OptionInfo> options() const = 0;
  /// The game's options for which the analysis has other defaults. `own` are those of the analysis.
  /// Throws Error that names a wrong option.
  [[nodiscard]] virtual json::object defaults(const json::object& options,
                                              const json::object& own) const = 0;
  /// Throws Error that says what is wrong, or what cannot be solved. The table_cache outlives the
  /// analysis.
  [[nodiscard]] virtual AnyAnalysis make(const json::object& options, const json::object& own,
                                         TableCache* table_cache) const = 0;
};

/// A review of played matches (core/refinements/analysis.hpp), of one game.
class AnyReview : boost::noncopyable {
 public:
  virtual ~AnyReview() = default;

  /// Adds a match, as far as it keeps the rules. `number` is its place in its file. Throws Error if
  /// the record's options, deal or players are impossible.
  virtual void add(const Record& record, int number) = 0;
  virtual ReviewedFile add_file(std::string_view file) = 0;
  [[nodiscard]] virtual AnalysisReport report(const ReviewSettings& settings) const = 0;
};

/// What a decision of a recorded match lost.
struct RecordedLoss {
  std::size_t number = 0;  // of the move in the record, from 1
  Seat seat = 0;
  std::string move;  // canonical
  MoveLoss lost;
};

/// What decisions lost against the best ones (core/refinements/move_loss.hpp).
class AnyLosses : boost::noncopyable {
 public:
  virtual ~AnyLosses() = default;

  [[nodiscard]] virtual std::string_view unit() const = 0;
  [[nodiscard]] virtual std::string_view method() const = 0;
  /// Of these seats, in the order of the record, as far as it keeps the rules. Throws Error as
  /// `replay` does.
  [[nodiscard]] virtual std::vector<RecordedLoss> of(const Record& record, Seats seats,
                                                     LossSettings settings) const = 0;
};

/// A game. Its parts have static storage; those that a game may lack are null without them.
struct AnyGame {
  GameInfo info;
  std::span<const Terms> protocols;  // the default one first
  RulesTexts rules;
  const AnyOptions& options;
  const AnyBuiltins& builtins;
  const AnyMatches& matches;
  const AnyStates& states;
  const AnyLookahead& lookahead;

  const AnyConversations* conversations = nullptr;
  const AnyFiles* files = nullptr;
  const AnyBaseline* baseline = nullptr;
  const AnyAnalyses* analyses = nullptr;
  std::unique_ptr<AnyReview> (*new_review)() = nullptr;
  const AnyLosses* losses = nullptr;
  /// For a game with finitely many moves. Throws Error if options or seats are impossible.
  std::unique_ptr<AnyEncoder> (*new_encoder)(const json::object& options, int seats) = nullptr;

  /// The protocol of this name, or the default one if empty. Throws Error with the known names.
  [[nodiscard]] const Terms& terms(std::string_view protocol = {}) const {
    return protocol.empty() ? protocols.front() : find_protocol(protocols, protocol);
  }
  /// As AnyStates::playouts, with default options and the least number of seats.
  [[nodiscard]] Playouts playouts(
      std::uint64_t count, std::uint64_t seed, const std::function<void()>& pause = [] {}) const {
    return states.playouts({}, info.least_seats, count, seed, pause);
  }
};

}  // namespace arena
