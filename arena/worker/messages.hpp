// The lines between arena and its workers: each is a JSON object with one member, which has the
// name of the message, such as {"played":{...}}. What a message has not keeps its default; every
// reader checks the rest, and throws Error, which names the wrong field. A worker whose standard
// input ends kills its bots and ends.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/seat.hpp"
#include "arena/series/play/batch.hpp"
#include "arena/series/play/schedule.hpp"
#include "arena/series/play/table.hpp"

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

/// Reads lines from a descriptor, and waits for them. Not for: anything on a loop
/// (peer/channel.hpp).
class LineReader {
 public:
  /// Does not own `file`. Fails at a line that is longer than `longest`.
  /// `wait` is called before each read.
  LineReader(
      int file, std::size_t longest, std::function<void()> wait = [] {})
      : file_(file), longest_(longest), wait_(std::move(wait)) {}

  /// The next line, without its end, valid until the next call. Returns nothing at the end of the
  /// file, even if it has no line end. Throws Error if a line is too long.
  std::optional<std::string_view> next();

 private:
  bool read_more();

  int file_;
  std::size_t longest_;
  std::function<void()> wait_;
  std::string bytes_;  // lines not yet returned, then a part of one
  std::size_t begin_ = 0;
  std::size_t searched_ = 0;  // there is no line end from `begin_` to here
};

}  // namespace arena
