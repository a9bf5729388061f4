// One match at its table: seats the players, lets the game play it, and gathers what there is to
// say of each seat. Used once. Runs on its room's loop. Not for: which matches there are
// (schedule.hpp), or many of them (run.hpp).
#pragma once

#include <map>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "arena/game/any_game.hpp"
#include "arena/peer/peer.hpp"
#include "arena/series/bot_pool.hpp"
#include "arena/series/dialogue_file.hpp"
#include "arena/series/entrant.hpp"
#include "arena/series/schedule.hpp"

namespace arena {

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
  std::vector<int> player_at;  // by seat: which of the players
  Record record;
  std::vector<SeatReport> reports;  // by seat
  std::vector<LateFault> late;      // of bots whose processes, or objects, end with the match
};

/// Whether a bot was kept from thinking for more than 5 ms and a twentieth of the time that it
/// took.
[[nodiscard]] bool is_starved(const Pace& pace);
/// Whether one of its bots was: the host had more to do than it can, and the match may have gone
/// otherwise for it.
[[nodiscard]] bool is_overloaded(const PlayedMatch& match);

class Table {
 public:
  explicit Table(const Room& room) : room_(room) {}

  /// Arena's own time for each question of the match is added to `overhead`, which outlives that.
  void count_into(DurationCounts& overhead) { overhead_ = &overhead; }

  /// Plays the match to its end, after which nothing is left of its bots. `players`: those that
  /// `match.player_at` counts; they outlive the room's pool. Throws Error if a bot cannot be
  /// started and that is no forfeit, and std::runtime_error if arena has no room for it.
  boost::asio::awaitable<PlayedMatch> play(const ScheduledMatch& match,
                                           const std::vector<Entrant>& players);
  /// Breaks the match off: it ends at once, and its result means nothing.
  void interrupt();

 private:
  struct Seated {
    const Entrant* entrant;
    Occupant occupant;
  };

  boost::asio::awaitable<void> seat(const ScheduledMatch& match, const Entrant& entrant);
  void report(PlayedMatch& played);
  void report(Seat seat, PlayedMatch& played);
  /// What bots ran beside their answers is no load of the host: nobody waited for that without a
  /// bot's doing.
  void look_at_load();

  Room room_;
  DurationCounts* overhead_ = nullptr;
  Duration own_load_{0};
  bool interrupted_ = false;
  std::map<Seat, DialogueFile> dialogues_;  // outlive the peers
  std::vector<Seated> seated_;              // by seat
};

}  // namespace arena
