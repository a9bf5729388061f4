// A bot's process with somebody beside it who notes what it does: how long it starts and thinks,
// what it says unasked, how it leaves and what it leaves behind. It changes nothing of that.
// Not for: what all this means (check.cpp).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/peer/wrapped_peer.hpp"
#include "arena/process/memory_use.hpp"
#include "arena/process/process.hpp"

namespace arena {

/// What was seen of one process.
struct ProcessSeen {
  std::optional<Duration> startup;        // until it had read its first question
  std::optional<Duration> first_thought;  // from then on, until its answer
  std::vector<Duration> thoughts;         // of all other answers
  std::optional<std::string> first_answer;
  int greetings = 0;     // lines before its first question
  std::string greeting;  // the first of these
  int extra_lines = 0;   // lines that came after an answer and before the next question
  std::string extra;     // the first of these
  int crlf_lines = 0;
  MemoryUse memory;       // when the last match was over
  bool finished = false;  // it was there when its matches were over: the rest says how it left
  std::optional<Duration> left_after;  // nothing: it did not leave by itself
  std::string failure;                 // such as "exited with status 1"; empty: none
  std::string stderr_tail;             // of one that failed
  std::vector<std::string> left_behind;
};

class WatchedProcess final : public WrappedPeer, private Dialogue {
 public:
  /// `seen` outlives this.
  WatchedProcess(std::unique_ptr<ProcessPeer> process, ProcessSeen& seen);

  boost::asio::awaitable<Reply> ask(Duration allowance) override;
  boost::asio::awaitable<void> end(Ending ending) override;
  void record_transcript(Dialogue* /*dialogue*/) override {}  // it is overheard already

  /// Notes what memory it has now.
  void weigh() { seen_.memory = memory_use(process_.processes()); }

 private:
  void sent(std::string_view /*text*/) override {}
  void received(std::string_view /*line*/) override {}
  void dropped(std::string_view bytes) override;
  void note_dropped_lines();

  ProcessPeer& process_;  // that is wrapped
  ProcessSeen& seen_;
  TimePoint started_ = Clock::now();
  int dropped_lines_ = 0;  // that are noted already
};

}  // namespace arena
