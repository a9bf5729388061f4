// The lines between arena and its workers: one JSON object each, with one of the names below. Every
// reader checks what it reads, and throws Error, which names the wrong field.
//   to a worker:   {"plan": {...}}, again after "done"
//                  {"line": "...", "match": 3, "seat": 0}  from a remote seat
//                  {"gone": {"match": 3, "seat": 0}}       the remote seat has left
//   from a worker: {"begun": 3}, {"move": {"match": 3, ...}}, {"forfeit": {"match": 3, ...}}
//                  {"line": "...", "match": 3, "seat": 0}  to a remote seat
//                  {"alive": true}: a match goes on, about once a second
//                  {"played": {...}}, then at the end {"done": {...}}
//                  {"error": "..."}: a user's mistake; {"failed": "..."}: the worker's trouble
// A worker whose standard input ends kills its bots and ends.
#pragma once

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

/// A line of a remote seat, in either direction, without its end.
struct SeatLine {
  std::string text;
  int match = 0;
  Seat seat = 0;
};
struct SeatGone {
  int match = 0;
  Seat seat = 0;
};
struct PlanMessage {
  boost::json::object plan;  // see read_plan
};
using ToWorker = std::variant<PlanMessage, SeatLine, SeatGone>;

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
/// The match that is played goes on.
struct StillPlaying {};
struct PlanDone {
  HostReport host;
  std::vector<LateFault> late_faults;
};
struct WorkerError {
  std::string what;
};
struct WorkerFailure {
  std::string what;
};
using FromWorker = std::variant<MatchBegun, LiveMove, LiveForfeit, SeatLine, StillPlaying,
                                PlayedMatch, PlanDone, WorkerError, WorkerFailure>;

/// Lines without their end.
std::string to_line(const ToWorker& message);
std::string to_line(const FromWorker& message);
ToWorker read_to_worker(std::string_view line);
FromWorker read_from_worker(std::string_view line);

}  // namespace arena
