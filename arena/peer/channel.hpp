// A conversation in lines over two descriptors (pipes or a terminal), or over one socket.
// It enforces the limits and the absolute deadline of each question, and drops what came before it.
// It uses one coroutine, one write and no timer per question. A wait returns how it ended.
// process.hpp manages processes; protocols/ knows what lines mean.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include "arena/core/fault.hpp"
#include "arena/peer/handler_guard.hpp"
#include "arena/peer/line_buffer.hpp"
#include "arena/peer/loop.hpp"
#include "arena/peer/peer.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/time.hpp"

namespace arena {

struct ChannelSettings {
  std::size_t longest_line = 64 * 1024;
  std::size_t most_dropped = 1024 * 1024;  // bytes between two answers
  bool drop_early = true;  // false: a line before the question answers it (a person types ahead)
  Fault no_more_lines{FaultKind::exit, "closed its output"};
  Fault cannot_be_sent_to{FaultKind::exit, "closed its input"};
};

class Channel final : public Talk, private Flushable {
 public:
  /// Makes both descriptors non-blocking. REQUIRES of the destructor: no coroutine is inside.
  Channel(Loop& loop, FileDescriptor in, FileDescriptor out, ChannelSettings settings);
  Channel(Loop& loop, FileDescriptor socket, ChannelSettings settings);
  ~Channel() override;

  /// As in `Peer`.
  std::string& outbox() { return outbox_; }
  void flush_soon() { loop_.flush_soon(*this); }
  boost::asio::awaitable<Reply> ask(Duration allowance);
  void hear(std::function<void(Reply)> heard) override;
  void flush_now() override {
    if (!flush()) flush_soon();
  }
  void record_transcript(Dialogue* dialogue) { dialogue_ = dialogue; }
  [[nodiscard]] int early_lines() const { return early_lines_; }
  [[nodiscard]] int crlf_lines() const { return lines_.crlf_lines(); }
  /// How long the last `ask` or `offer` waited, until its answer or the end of its time.
  [[nodiscard]] Duration waited() const { return waited_; }

  /// Sends the first byte of the outbox, and returns when the other end has read everything. A bot
  /// that looks at the pipe without reading gets nothing to think about before its time runs. Until
  /// it has read, everything that it sends is early. There is no deadline; `interrupt` ends the
  /// wait. REQUIRES: `out` is a pipe.
  boost::asio::awaitable<std::optional<Fault>> offer();

  /// Ends the wait in `ask` or `offer` with this fault, unless the answer has already come.
  void interrupt(Fault fault);
  /// Ends the wait in `ask` or `offer`, and every later one immediately.
  void break_off();
  /// The other end has ended, although the pipe may be open. What it sent before still counts.
  void peer_gone();

  /// Sends the outbox, but gives up after a second.
  boost::asio::awaitable<void> deliver();
  /// Sends the outbox. Returns false if that was not possible before `deadline`.
  boost::asio::awaitable<bool> send_all(TimePoint deadline);
  /// Reads and drops what comes, to the end or until `deadline`. REQUIRES: no `ask` follows.
  boost::asio::awaitable<void> read_to_end(TimePoint deadline);
  /// A socket stays open until the channel is destroyed.
  void close_output();

  [[nodiscard]] int output() const { return output_; }

 private:
  using Descriptor = boost::asio::posix::basic_stream_descriptor<Loop::Executor>;
  struct Read {
    std::size_t size = 0;
    boost::system::error_code error;
  };
  enum class Sent { all, some, closed };
  enum class Stop { none, time, gone, interrupted, broken_off };

  bool flush() override;
  Sent send(std::size_t end);
  class Waiting;

  void begin(TimePoint deadline);
  void note_question();
  void note_wait() { waited_ = loop_.now() - asked_; }
  void watch_deadline();
  void stop(Stop why);
  bool read_waiting();
  bool drop_waiting();
  void hear_on();
  void hear_waiting();
  auto next_read();
  /// Throws std::system_error if the kernel refuses to watch more descriptors for this user.
  Descriptor& out_waiter();
  Reply answer(std::string_view line);
  boost::asio::awaitable<void> readable_or_writable();
  boost::asio::awaitable<std::optional<Fault>> send_rest(std::size_t end);
  Reply no_line();
  Fault reason();
  [[nodiscard]] Fault too_late() const;
  [[nodiscard]] Fault too_much() const;
  [[nodiscard]] bool output_broken() const;

  Loop& loop_;
  ChannelSettings settings_;
  Dialogue* dialogue_ = nullptr;
  Descriptor in_;
  FileDescriptor out_;                    // empty if `in_` is a socket
  int output_;                            // where to write; negative if closed
  std::optional<Descriptor> out_waiter_;  // borrows out_; only for a write that must wait

  std::string outbox_;
  std::size_t sent_ = 0;  // bytes of the outbox
  LineBuffer lines_;
  std::string repaired_;
  int early_lines_ = 0;
  int early_now_ = 0;        // of these, since the last answer
  std::size_t dropped_ = 0;  // bytes since the last answer
  bool input_ended_ = false;

  // Times on the loop's own clock:
  TimePoint asked_{};
  TimePoint deadline_ = TimePoint::max();
  TimePoint watched_ = TimePoint::max();  // when the timer wakes
  TimePoint asked_by_wall_{};             // on `Clock`
  Duration waited_{0};
  Loop::Timer timer_;
  bool waiting_ = false;
  std::function<void(Reply)> heard_;  // null: lines answer questions
  bool hears_ = false;                // a handler is on its way
  Stop stop_ = Stop::none;
  Fault interruption_;
  HandlerGuard guard_;
};

}  // namespace arena
