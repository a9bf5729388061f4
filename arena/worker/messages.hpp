// The lines between arena and its workers: each is a JSON object with one member, which has the
// name of the message, such as {"played":{...}}. What a message has not keeps its default; every
// reader checks the rest, and throws Error, which names the wrong field. A worker whose standard
// input ends kills its bots and ends.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/seat.hpp"
#include "arena/series/batch.hpp"
#include "arena/series/schedule.hpp"
#include "arena/series/table.hpp"

namespace arena {

/// A longer line is refused, in both directions.
inline constexpr std::size_t longest_worker_line = std::size_t{64} << 20U;

/// Of a remote seat, in either direction, without its end.
struct SeatLine {
  std::string text;
  int match = 0;
  Seat seat = 0;
};
/// The player of a remote seat is gone.
struct SeatGone {
  int match = 0;
  Seat seat = 0;
};
/// Another one may follow PlanDone.
struct PlanMessage {
  boost::json::object plan;  // see read_plan
};
using ToWorker = std::variant<PlanMessage, SeatLine, SeatGone>;
inline constexpr std::array to_worker_names{"plan", "line", "gone"};

/// It and the next two only come if the plan is live.
struct MatchBegun {
  int match = 0;
};
struct LiveMove {
  int match = 0;
  RecordedMove move;
};
struct LiveForfeit {
  int match = 0;
  RecordedForfeit forfeit;
};
/// The match that is played goes on, about once a second.
struct StillPlaying {};
/// After a PlayedMatch for each match.
struct PlanDone {
  HostReport host;
  std::vector<LateFault> late_faults;
};
/// A user's mistake.
struct WorkerError {
  std::string what;
};
/// The worker's own trouble.
struct WorkerFailure {
  std::string what;
};
using FromWorker = std::variant<MatchBegun, LiveMove, LiveForfeit, SeatLine, StillPlaying,
                                PlayedMatch, PlanDone, WorkerError, WorkerFailure>;
inline constexpr std::array from_worker_names{"begun",  "move", "forfeit", "line",  "alive",
                                              "played", "done", "error",   "failed"};

/// Lines without their end.
std::string to_line(const ToWorker& message);
std::string to_line(const FromWorker& message);
ToWorker read_to_worker(std::string_view line);
FromWorker read_from_worker(std::string_view line);

}  // namespace arena
