// The program, socket or person at the other end of a line protocol.
// A peer carries lines both ways and enforces their limits and deadlines; it knows no game.
// protocols/ knows what the lines mean, match/ whose turn it is.
#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include <boost/asio/awaitable.hpp>
#include <boost/core/noncopyable.hpp>

#include "arena/core/fault.hpp"
#include "arena/util/time.hpp"

namespace arena {

/// One line from a peer, without its end. `text` is valid until the next `ask`.
struct Line {
  std::string_view text;
  TimePoint asked;      // when the question was sent, or later, when the peer was ready
  Duration thought{0};  // since then, on the clock of the peer
};

using Reply = std::variant<Line, Fault>;

/// Timing so far. Zero unless the peer is a process that arena started.
struct Pace {
  Duration thought{0};  // on the wall clock
  Duration starved{0};  // of it, at least this long without a processor
};

/// The state of a peer so far.
struct PeerReport {
  int early_lines = 0;  // dropped because they came before their question
  Pace pace;
  std::string stderr_tail;  // its last lines, escaped for a terminal
  std::string stderr_file;  // the file with all of its stderr; empty if none exists
  std::string log_trouble;  // why that file is incomplete, as a sentence; empty if it is complete
  bool has_left = false;    // it ended itself in order (status 0), or never started
  std::string failure;      // after its end: how it failed, such as "exited with status 1"
};

enum class Ending {
  kept,      // another match follows: the peer gets its last lines and stays
  finished,  // the peer works, but all matches are over: it may read its last lines and exit
  leaving,   // it did not answer between two matches: it gets a moment to exit
  faulted,   // the peer ended, or broke a limit: it is removed immediately
};

/// Receives what a peer and arena send each other, for a log. All calls come from the thread of the
/// peer's loop.
class Dialogue : boost::noncopyable {
 public:
  virtual ~Dialogue() = default;

  virtual void sent(std::string_view text) = 0;      // as written: whole lines, or parts of them
  virtual void received(std::string_view line) = 0;  // an answer, without its end
  virtual void dropped(std::string_view bytes) = 0;  // came before its question
};

/// What protocols keep over the life of a peer, from one match to the next.
struct PeerMemory {
  std::int64_t question_number = 0;  // of the last question, for protocols with numbers
  std::any conversation;             // see core/refinements/conversation.hpp
  std::string farewell;              // sent when all matches are over
};

/// What protocols need in which the bot asks: it is read all the time. REQUIRES: `Peer::ask` is not
/// used.
class Talk {
 public:
  /// From now on `heard` receives each line as it comes, in the loop's thread, and then once the
  /// fault that ends them. Null stops that, and keeps what comes for later. REQUIRES: `heard` does
  /// not destroy the peer.
  virtual void hear(std::function<void(Reply)> heard) = 0;
  /// Sends the outbox now, as far as possible, and the rest soon.
  virtual void flush_now() = 0;
  /// Says more about why a peer that was heard has ended, if there is more to know.
  virtual boost::asio::awaitable<Fault> explained(Fault fault) { co_return fault; }

 protected:
  ~Talk() = default;
};

class Peer : boost::noncopyable {
 public:
  virtual ~Peer() = default;

  /// Text to send; protocols append to it. The string is reused, so it seldom allocates.
  virtual std::string& outbox() = 0;

  /// Sends the outbox within about 2 ms, unless a question sends it earlier. For text without a
  /// question.
  virtual void flush_soon() = 0;

  /// Sends the outbox as a question and waits for the next line, at most `allowance` from then, on
  /// the clock of the peer. Lines that came before the question was sent answer nothing: they are
  /// dropped and counted. With an empty outbox it continues waiting for the answer to the last
  /// question, and `allowance` counts from when that was sent.
  virtual boost::asio::awaitable<Reply> ask(Duration allowance) = 0;

  /// Instead of `ask`, with the same outbox.
  virtual Talk& talk() = 0;

  /// Breaks off the match: the current `ask` and every later one end with a fault, and `end` does
  /// not wait.
  virtual void interrupt() = 0;

  /// Sends the rest of the outbox, unless the peer reads it too slowly. Unless the peer is kept,
  /// closes, and returns when the peer has ended. Then only `interrupt`, `record_transcript` and
  /// `report` may follow.
  virtual boost::asio::awaitable<void> end(Ending ending) = 0;

  /// From now on `dialogue` receives all lines; it outlives the peer. Null stops that.
  virtual void record_transcript(Dialogue* /*dialogue*/) {}

  [[nodiscard]] virtual PeerReport report() const { return {}; }

  /// How long its processes ran besides answering, since the last call or else since the first
  /// answer. It reads every process of the system, so call it only if necessary.
  virtual Duration run_beside() { return Duration::zero(); }

  virtual PeerMemory& memory() { return memory_; }

 private:
  PeerMemory memory_;
};

}  // namespace arena
