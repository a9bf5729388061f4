// One match at its table: starts the bots that sit there, lets the game play it, and gathers what
// there is to say of each seat. Used once. Runs on its loop's thread. Not for: which matches there
// are (schedule.hpp), or many of them (series.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "arena/game/any_game.hpp"
#include "arena/peer/loop.hpp"
#include "arena/peer/peer.hpp"
#include "arena/process/process.hpp"
#include "arena/process/spawner.hpp"
#include "arena/series/bot_pool.hpp"
#include "arena/series/dialogue_file.hpp"
#include "arena/series/entrant.hpp"
#include "arena/series/series_settings.hpp"

namespace arena {

/// Who sits down at one seat.
struct Guest {
  const Entrant* entrant = nullptr;  // outlives the table
  std::unique_ptr<Peer>
      peer;  // connected already; null: the entrant's process or person is fetched
  std::unique_ptr<InProcessBot> callee{};  // of an entrant that is called; made at the table
  std::uint64_t seed = 0;                  // of a built-in bot
};

/// What there is to say of a seat after a match, beside the record.
struct SeatReport {
  int early_lines = 0;  // lines that answered nothing
  Pace pace;
  std::string stderr_tail;  // its last lines
  std::string stderr_log;   // the file that has all of them; empty: none
  std::string log_trouble;  // why its logs are not whole; empty if they are
};

struct PlayedMatch {
  int number = 0;              // in its series, from 0
  std::vector<int> player_at;  // by seat; filled by whoever knows the players' numbers
  Record record;
  std::vector<SeatReport> reports;  // by seat
  std::vector<LateFault> late;      // of bots whose processes, or objects, end with the match
};

/// What a record says of a player, less what is the default in matches of these settings.
[[nodiscard]] RecordedPlayer recorded_player(const Entrant& entrant,
                                             const SeriesSettings& settings);

/// Whether a bot was kept from thinking for more than 5 ms and a twentieth of the time that it
/// took.
[[nodiscard]] bool is_starved(const Pace& pace);
/// Whether one of its bots was: the host had more to do than it can, and the match may have gone
/// otherwise for it.
[[nodiscard]] bool is_overloaded(const PlayedMatch& match);

/// What becomes of a match whose bot cannot be started: none of it, as when a user's command does
/// not work at all, or the bot's forfeit.
enum class NoStart { error, forfeit };

class Table {
 public:
  /// `core`: where the bots start, and the loop runs; none: anywhere. The pool keeps the bots
  /// that play a whole series.
  Table(const SeriesSettings& settings, Loop& loop, Spawner& spawner, BotPool& pool,
        std::optional<int> core, NoStart no_start = NoStart::error)
      : settings_(settings),
        loop_(loop),
        spawner_(spawner),
        pool_(pool),
        core_(core),
        no_start_(no_start) {}

  /// Arena's own time for each question of the next match is added to `overhead`, which outlives
  /// that.
  void count_into(DurationCounts& overhead) { overhead_ = &overhead; }

  /// Plays match `number` to its end, after which nothing is left of its bots. Guests sit in seat
  /// order. Throws Error if a bot cannot be started and that is no forfeit, and std::runtime_error
  /// if arena has no room for it.
  boost::asio::awaitable<PlayedMatch> play(int number, DealSeed deal, std::vector<Guest> guests);
  /// Breaks the match off: it ends at once, and its result means nothing.
  void interrupt();

 private:
  SeatPlan seat_plan(std::size_t seat) const;
  boost::asio::awaitable<std::unique_ptr<Peer>> fetch(Seat seat, int number);
  [[nodiscard]] ProcessSettings settings_of(const Entrant& entrant, Seat seat, int number) const;
  /// The path of a seat's logs, without their endings.
  [[nodiscard]] std::string log_base(Seat seat, int number) const;
  /// Nothing where no logs are wanted.
  void log_dialogue(const Guest& guest, Seat seat, int number);
  void report(PlayedMatch& played);
  /// What bots ran beside their answers is no load of the host: nobody waited for that without a
  /// bot's doing.
  void look_at_load();

  const SeriesSettings& settings_;
  Loop& loop_;
  Spawner& spawner_;
  BotPool& pool_;
  std::optional<int> core_;
  NoStart no_start_;
  DurationCounts* overhead_ = nullptr;
  DealSeed deal_;
  Duration own_load_{0};
  bool interrupted_ = false;
  std::map<Seat, DialogueFile> dialogues_;  // outlive the peers
  std::vector<Guest> guests_;
};

}  // namespace arena
