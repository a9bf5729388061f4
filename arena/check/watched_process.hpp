// A bot's process, observed: how long it starts and thinks, its extra lines, how it exits and which
// processes it leaves. Does not change its behaviour. Not for: judging this (findings.hpp).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/peer/wrapped_peer.hpp"
#include "arena/process/process.hpp"

namespace arena {

/// Observations of one process.
struct ProcessSeen {
  std::optional<Duration> startup;        // until it has read its first question
  std::optional<Duration> first_thought;  // from then until its answer
  std::vector<Duration> thoughts;         // for all other answers
  std::optional<std::string> first_answer;
  int greetings = 0;     // lines before its first question
  std::string greeting;  // the first of these lines
  int extra_lines = 0;   // lines after an answer and before the next question
  std::string extra;     // the first of these lines
  int crlf_lines = 0;
  MemoryUse memory;       // at the end of the last match
  bool finished = false;  // it lived until its matches were over; the rest says how it exited
  std::optional<Duration> left_after;  // no value if it did not exit by itself
  std::string failure;                 // such as "exited with status 1"
  std::string stderr_tail;             // if it failed
  std::vector<std::string> left_behind;
};

class WatchedProcess final : public WrappedPeer, private Dialogue {
 public:
  /// REQUIRES: `seen` outlives this.
  WatchedProcess(std::unique_ptr<ProcessPeer> process, ProcessSeen& seen);

  boost::asio::awaitable<Reply> ask(Duration allowance) override;
  boost::asio::awaitable<void> end(Ending ending) override;
  void record_transcript(Dialogue* /*dialogue*/) override {}  // already in use

  /// Measures its memory now.
  void weigh() { seen_.memory = memory_use(process_.processes()); }

 private:
  void sent(std::string_view /*text*/) override {}
  void received(std::string_view /*line*/) override {}
  void dropped(std::string_view bytes) override;
  void note_dropped_lines();

  ProcessPeer& process_;  // the wrapped process
  ProcessSeen& seen_;
  TimePoint started_ = Clock::now();
  int dropped_lines_ = 0;  // those counted so far
};

}  // namespace arena
