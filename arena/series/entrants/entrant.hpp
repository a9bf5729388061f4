// A participant of a series, whatever seat it gets: a name, its own limits, and what plays for it.
// Only entrants.hpp knows what that is: a process, a built-in bot, a person, a bot in
// arena's own process, or a connection.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/core/noncopyable.hpp>

#include "arena/core/protocol.hpp"
#include "arena/game/any_game.hpp"
#include "arena/match/clock.hpp"
#include "arena/peer/peer.hpp"
#include "arena/players/in_process_bot.hpp"

namespace arena {

class BotPool;
class Loop;
class Spawner;
struct Entrant;
struct SeriesSettings;

/// What happens if a bot cannot start: an error that stops the run, as when a user's command does
/// not work, or the bot's forfeit.
enum class NoStart { error, forfeit };

/// Where a worker plays matches, one after the other. Its references outlive it.
struct Room {
  const SeriesSettings& settings;
  Loop& loop;
  Spawner& spawner;
  BotPool& pool;              // keeps the bots that play several matches
  std::optional<int> core{};  // for the loop and its bots; any core if none
  NoStart no_start = NoStart::error;
};

/// What a player at one seat of one match needs to know.
struct SeatInMatch {
  int match = 0;                        // its number
  std::optional<std::uint64_t> deal{};  // the seed of its deal, if known
  int table = 0;                        // which of the deal's matches it is, from 0
  Seat seat = 0;
  std::uint64_t bot_seed = 0;  // of a built-in bot
  std::string stderr_log{};    // the file for its stderr; empty if none exists
};

/// A player at a seat during a match; the game makes a Player of it.
struct Occupant {
  decltype(SeatPlan::who) who;          // refers to one of the next two
  std::unique_ptr<Peer> peer{};         // null if it uses no lines
  std::unique_ptr<InProcessBot> bot{};  // null unless it plays in arena's own process
};

/// Seats a peer. `screen` is for a person with a board, and replaces the entrant's protocol.
Occupant line_occupant(std::unique_ptr<Peer> peer, const Entrant& entrant,
                       const SeriesSettings& settings, std::optional<ScreenStyle> screen = {});

/// A bot that is a process that arena starts.
struct BotProcess {
  std::vector<std::string> program;     // resolved: the path of a file, then its arguments
  std::vector<std::string> words;       // as the user gave it, for records and messages
  std::vector<std::string> declared{};  // environment variables (bot_environment.hpp)
  bool module = false;  // the worker of a Python module; it fails only if the module does
};

/// What plays for an entrant: everything that a series, a check or a report needs of it.
class EntrantKind : boost::noncopyable {
 public:
  virtual ~EntrantKind() = default;

  /// Takes a seat. `entrant` has this kind and outlives the room's pool; the others outlive the
  /// call. Throws Error if the player cannot start and the room does not make that a forfeit.
  [[nodiscard]] virtual boost::asio::awaitable<Occupant> sit_down(
      const Entrant& entrant, const Room& room, const SeatInMatch& seat) const = 0;

  /// The process that arena starts for it, or null.
  [[nodiscard]] virtual const BotProcess* process() const { return nullptr; }
  /// True for the person who started arena.
  [[nodiscard]] virtual bool is_person() const { return false; }
  /// True if it can play several matches at the same time.
  [[nodiscard]] virtual bool plays_side_by_side() const { return true; }
  /// Whether its moves depend on how fast this machine is, though arena itself makes them.
  [[nodiscard]] virtual bool plays_by_clock(const AnyGame& /*game*/) const { return false; }
  /// The built-in bot that it is, if it is one. REQUIRES: `check` accepts it.
  [[nodiscard]] virtual std::optional<BuiltinIdentity> builtin(const AnyGame& /*game*/) const {
    return {};
  }
  /// Throws Error if it cannot play such matches.
  virtual void check(const SeriesSettings& /*settings*/, int /*seats*/) const {}
  /// What `read_kind` makes the same kind of in another process; null if only this process can play
  /// it.
  [[nodiscard]] virtual boost::json::value to_json() const { return nullptr; }
  /// Does slow computations before the first match. REQUIRES: the settings have a table_cache.
  virtual void prepare(const SeriesSettings& /*settings*/, int /*seats*/) const {}
};

struct Entrant {
  std::string name;  // unique in its series
  std::shared_ptr<const EntrantKind> kind;
  TimeControl time;
  std::string protocol;                 // by name; empty for the game's default
  Lifetime lifetime = Lifetime::match;  // of its process, or connection
  int max_refusals = 0;

  [[nodiscard]] const BotProcess* process() const { return kind->process(); }
  [[nodiscard]] bool is_person() const { return kind->is_person(); }
};

/// Throws Error if the game cannot have so many seats with these options, or if an entrant cannot
/// play such matches.
void check_entrants(const std::vector<Entrant>& entrants, const SeriesSettings& settings,
                    int seats);
/// Lets the entrants do their slow computations. REQUIRES: the settings have a table_cache.
void prepare_entrants(const std::vector<Entrant>& entrants, const SeriesSettings& settings,
                      int seats);
/// The identities of the built-in bots, by their names in records.
[[nodiscard]] json::object builtins_json(const std::vector<Entrant>& entrants, const AnyGame& game);
/// Gives entrants of the same name the names `x`, `x-2`, `x-3`.
void make_names_unique(std::vector<Entrant>& entrants);

/// The player as records describe it, without what is the default for these settings.
[[nodiscard]] RecordedPlayer recorded_player(const Entrant& entrant,
                                             const SeriesSettings& settings);

}  // namespace arena
