// One match at a table with remote seats, such as people in a browser, in a child process of its
// own. It has a thread that reads what the worker writes, and calls the hooks; nothing blocks the
// caller.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "arena/record/record.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/series/entrants/series_settings.hpp"
#include "arena/series/play/schedule.hpp"
#include "arena/series/play/table.hpp"
#include "arena/worker/messages.hpp"
#include "arena/worker/plan.hpp"
#include "arena/worker/worker_process.hpp"

namespace arena {

/// Called from the table's thread, one at a time; they must not destroy the table, and must not
/// throw. At the end either `played` or `failed` is called once, and nothing after it.
struct TableHooks {
  std::function<void()> begun = [] {};
  /// An accepted or refused answer, as the record will have it. Of simultaneous answers, the first
  /// comes when all have been given.
  std::function<void(const RecordedMove& move)> moved = [](const RecordedMove&) {};
  std::function<void(const RecordedForfeit& forfeit)> forfeited = [](const RecordedForfeit&) {};
  /// A line of the JSON protocol for a remote seat, without its end.
  std::function<void(Seat seat, std::string_view line)> line = [](Seat, std::string_view) {};
  std::function<void(const PlayedMatch& match)> played = [](const PlayedMatch&) {};
  /// The worker ended too early, or `stop` was called. The text is for the log.
  std::function<void(const std::string& why)> failed = [](const std::string&) {};
};

/// A match in which entrant n sits at seat n. `bot_seeds` are drawn from the deal's seed.
ScheduledMatch table_match(std::uint64_t deal_seed, int seats);

class TableWorker {
 public:
  /// Starts the worker. `command` is as in WorkerPlayer; `entrants` are those that
  /// `match.player_at` counts, with `remote_entrant` for people. Throws Error if an entrant can
  /// only play in this process, and std::system_error if no process can be started.
  TableWorker(const std::vector<std::string>& command, const SeriesSettings& settings,
              const std::vector<Entrant>& entrants, const ScheduledMatch& match, TableHooks hooks);
  TableWorker(const TableWorker&) = delete;
  TableWorker& operator=(const TableWorker&) = delete;
  /// Ends the worker with its bots, and its thread. REQUIRES: not called from a hook.
  ~TableWorker();

  /// A line of a remote seat, without its end. Lines that answer no question are dropped, as of any
  /// bot; so are those that contain a line end. Any thread may call it.
  void send(Seat seat, std::string_view line);
  /// The seat has left: it forfeits. Any thread may call it.
  void gone(Seat seat);
  /// Ends the match without a result. Any thread may call it.
  void stop();

 private:
  void read();
  void take(const FromWorker& message);
  [[nodiscard]] int number() const { return plan_.matches.front().number; }

  TableHooks hooks_;
  const WorkerPlan plan_;  // of one match
  WorkerProcess worker_;
  Duration patience_{};
  std::thread reader_;
};

}  // namespace arena
