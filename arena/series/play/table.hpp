// One match at its table: it seats the players, lets the game play the match, and collects a report
// of each seat. Used once, on its room's loop. schedule.hpp chooses the matches; run.hpp plays
// many.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "arena/game/any_game.hpp"
#include "arena/peer/peer.hpp"
#include "arena/series/entrants/bot_pool.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/series/play/dialogue_file.hpp"
#include "arena/series/play/schedule.hpp"

namespace arena {

struct PlayedMatch {
  int number = 0;              // in its series, from 0
  std::vector<int> player_at;  // by seat: the player's number
  Record record;
  std::vector<PeerReport> reports;  // by seat; `log_trouble` is of all its logs
  std::vector<LateFault> late;      // of bots whose process or object ends with the match
};

/// True if a bot waited for a processor for more than 5 ms and a twentieth of its time.
[[nodiscard]] bool is_starved(const Pace& pace);
/// True if one of its bots waited so: the host was overloaded, which may have changed the result.
[[nodiscard]] bool is_overloaded(const PlayedMatch& match);

/// See MatchPlan. The match's number comes first.
using TableProgress = std::function<void(int match, std::span<const RecordedMove> moves,
                                         std::span<const RecordedForfeit> forfeits)>;

class Table {
 public:
  /// Adds arena's own time for each question to `overhead`. Both may be null.
  explicit Table(const Room& room, DurationCounts* overhead = nullptr, TableProgress progress = {})
      : room_(room), overhead_(overhead), progress_(std::move(progress)) {}

  /// Plays the match to its end; then its bots have ended. `match.player_at` counts `players`,
  /// which outlive the room's pool. Throws Error if a bot cannot start and the room does not make
  /// that a forfeit. Throws std::runtime_error if arena runs out of resources.
  boost::asio::awaitable<PlayedMatch> play(const ScheduledMatch& match,
                                           const std::vector<Entrant>& players);
  /// Breaks off the match: it ends immediately, and its result has no meaning.
  void interrupt();

 private:
  struct Seated {
    const Entrant* entrant;
    Occupant occupant;
  };

  boost::asio::awaitable<void> seat(const ScheduledMatch& match, const Entrant& entrant);
  void report(PlayedMatch& played);
  void report(Seat seat, PlayedMatch& played);
  /// Measures what bots ran besides answering, at this table or waiting for their next match. The
  /// bots caused this load themselves, so it is no overload of the host.
  void look_at_load();

  Room room_;
  DurationCounts* overhead_;
  TableProgress progress_;
  Duration own_load_{0};
  bool interrupted_ = false;
  std::map<Seat, DialogueFile> dialogues_;  // outlive the peers
  std::vector<Seated> seated_;              // by seat
};

}  // namespace arena
