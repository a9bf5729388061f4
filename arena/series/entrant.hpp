// One who takes part in a series of matches, whatever seat it gets: a name, its own limits, and
// what plays for it. What that is, a process, a built-in bot, a person, a bot of arena's own
// process or a connection, only the folder entrants/ knows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

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

/// What becomes of a match whose bot cannot be started: none of it, as when a user's command does
/// not work at all, or the bot's forfeit.
enum class NoStart { error, forfeit };

/// Where matches are played, one after the other. What it refers to outlives it.
struct Room {
  const SeriesSettings& settings;
  Loop& loop;
  Spawner& spawner;
  BotPool& pool;              // keeps the bots that play a whole series
  std::optional<int> core{};  // where bots start, and the loop runs; none: anywhere
  NoStart no_start = NoStart::error;
};

/// What whoever sits down at one seat of one match has to know.
struct SeatInMatch {
  int match = 0;               // its number
  std::uint64_t deal = 0;      // the seed of its deal
  std::uint64_t bot_seed = 0;  // of a built-in bot
  std::string stderr_log{};    // the file for what it writes on stderr; empty: none
};

/// Who sits at a seat while a match is played, and what the game makes a player of.
struct Occupant {
  decltype(SeatPlan::who) who;          // refers to one of the next two
  std::unique_ptr<Peer> peer{};         // null if no lines go to and fro
  std::unique_ptr<InProcessBot> bot{};  // null unless it plays in arena's own process
};

/// Seats a peer. `screen`: of a person with a board, instead of the entrant's protocol.
Occupant line_occupant(std::unique_ptr<Peer> peer, const Entrant& entrant,
                       const SeriesSettings& settings, std::optional<ScreenStyle> screen = {});

/// A bot that is a process of arena's.
struct BotProcess {
  std::vector<std::string> program;     // resolved: the path of a file, then its arguments
  std::vector<std::string> words;       // as the user gave it, for records and messages
  std::vector<std::string> declared{};  // variables of its environment (bot_environment.hpp)
  bool module = false;  // a Python module's worker: it never fails but where the module does
};

/// What plays for an entrant: all that a series, a check or a report asks of it.
class EntrantKind {
 public:
  EntrantKind() = default;
  EntrantKind(const EntrantKind&) = delete;
  EntrantKind& operator=(const EntrantKind&) = delete;
  virtual ~EntrantKind() = default;

  /// Takes a seat. `entrant`: whose kind this is; it outlives the room's pool. The others outlive
  /// the call. Throws Error if it cannot be started and that is no forfeit.
  [[nodiscard]] virtual boost::asio::awaitable<Occupant> sit_down(
      const Entrant& entrant, const Room& room, const SeatInMatch& seat) const = 0;

  /// The process that arena starts for it; null if there is none.
  [[nodiscard]] virtual const BotProcess* process() const { return nullptr; }
  /// Whether it is the person who started arena.
  [[nodiscard]] virtual bool is_person() const { return false; }
  /// Whether it can play several matches at a time.
  [[nodiscard]] virtual bool plays_side_by_side() const { return true; }
  /// Throws Error if it does not play such matches.
  virtual void check(const SeriesSettings& /*settings*/, int /*seats*/) const {}
  /// Works out what takes long, before the first match. REQUIRES: the settings have a table_cache.
  virtual void prepare(const SeriesSettings& /*settings*/, int /*seats*/) const {}
};

struct Entrant {
  std::string name;  // unique in its series
  std::shared_ptr<const EntrantKind> kind;
  TimeControl time;
  std::string protocol;                 // by its name; empty: the game's default
  Lifetime lifetime = Lifetime::match;  // of its process, or connection
  int max_refusals = 0;

  [[nodiscard]] const BotProcess* process() const { return kind->process(); }
  [[nodiscard]] bool is_person() const { return kind->is_person(); }
};

/// Throws Error if the game is not played by so many with these options, or if an entrant does not
/// play so.
void check_entrants(const std::vector<Entrant>& entrants, const SeriesSettings& settings,
                    int seats);
/// Lets the entrants work out what takes long. REQUIRES: the settings have a table_cache.
void prepare_entrants(const std::vector<Entrant>& entrants, const SeriesSettings& settings,
                      int seats);
/// Gives entrants of the same name the names `x`, `x-2`, `x-3`.
void make_names_unique(std::vector<Entrant>& entrants);

/// What a record says of a player, less what is the default in matches of these settings.
[[nodiscard]] RecordedPlayer recorded_player(const Entrant& entrant,
                                             const SeriesSettings& settings);

}  // namespace arena
