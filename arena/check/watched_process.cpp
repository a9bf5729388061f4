#include "arena/check/watched_process.hpp"

#include <utility>

namespace arena {

WatchedProcess::WatchedProcess(std::unique_ptr<ProcessPeer> process, ProcessSeen& seen)
    : WrappedPeer(std::move(process)),
      process_(static_cast<ProcessPeer&>(*wrapped())),
      seen_(seen) {
  process_.record_transcript(this);
}

boost::asio::awaitable<Reply> WatchedProcess::ask(Duration allowance) {
  Reply reply = co_await process_.ask(allowance);
  note_dropped_lines();
  seen_.crlf_lines = process_.crlf_lines();
  const auto* line = std::get_if<Line>(&reply);
  if (line == nullptr) co_return reply;
  if (seen_.first_answer) {
    seen_.thoughts.push_back(line->thought);
  } else {
    seen_.first_answer = line->text;
    seen_.startup = line->asked - started_;
    seen_.first_thought = line->thought;
  }
  co_return reply;
}

void WatchedProcess::dropped(std::string_view bytes) {
  std::string& first = seen_.first_answer ? seen_.extra : seen_.greeting;
  if (first.empty()) first = bytes.substr(0, bytes.find('\n'));
}

/// Does not count lines from after the last match, because they harm nobody.
void WatchedProcess::note_dropped_lines() {
  const int lines = process_.report().early_lines - dropped_lines_;
  dropped_lines_ += lines;
  (seen_.first_answer ? seen_.extra_lines : seen_.greetings) += lines;
}

boost::asio::awaitable<void> WatchedProcess::end(Ending ending) {
  if (ending == Ending::finished) weigh();
  co_await process_.end(ending);
  seen_.finished = ending == Ending::finished;
  seen_.left_after = process_.left_after();
  const PeerReport report = process_.report();
  seen_.failure = report.failure;
  if (!seen_.failure.empty()) seen_.stderr_tail = report.stderr_tail;
  seen_.left_behind = process_.left_behind();
}

}  // namespace arena
