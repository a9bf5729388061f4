// The program, socket or person at the other end of a line protocol.
// A peer carries lines both ways and keeps their bounds and deadlines; it knows no game.
// Not for: what the lines mean (protocols/), or whose turn it is (match/).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include <boost/asio/awaitable.hpp>

#include "arena/core/fault.hpp"
#include "arena/peer/dialogue.hpp"
#include "arena/util/time.hpp"

namespace arena {

/// One line from a peer, without its end. `text` is valid until the next `ask`.
struct Line {
  std::string_view text;
  TimePoint asked;      // when the question was sent, or the peer's start-up was over
  Duration thought{0};  // what counts as its thinking, by the clock that it is under
};

using Reply = std::variant<Line, Fault>;

/// How a peer got on with its questions so far; nothing for who is no process of arena's.
struct Pace {
  Duration thought{0};  // by the wall
  Duration starved{0};  // at least so much of it, it was kept waiting for a processor
};

enum class Ending {
  finished,  // the match is over for a peer that works: it may read its last lines and leave by
             // itself
  faulted,   // the peer is gone, late or out of bounds: it is removed at once
};

class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  virtual ~Peer() = default;

  /// Text waiting to be sent; protocols append to it. Reused, so that it seldom allocates.
  virtual std::string& outbox() = 0;

  /// The outbox holds news for a peer that is not asked: send it within about 2 ms, unless a
  /// question takes it along before.
  virtual void flush_soon() = 0;

  /// Sends the outbox as news, unless the peer is too slow in taking it.
  virtual boost::asio::awaitable<void> deliver() = 0;

  /// The next question is new, and its answer may take so long by the clock that the peer is under.
  virtual void allow(Duration /*left*/) {}

  /// Sends the outbox as a question and waits for the next line, at most until `deadline`.
  /// Lines that came before the question was sent are dropped and counted: they answer nothing.
  virtual boost::asio::awaitable<Reply> ask(TimePoint deadline) = 0;

  /// The match is broken off: a wait in `ask` ends with a fault, and so does every later one; `end`
  /// waits for nothing.
  virtual void interrupt() = 0;

  /// Sends what is left, closes, and returns when nothing of the peer is left. After it only
  /// `interrupt`, `overhear` and what is const may be called.
  virtual boost::asio::awaitable<void> end(Ending ending) = 0;

  /// The number of the question that was asked last, where a protocol numbers them; rises over the
  /// life of the peer.
  virtual std::int64_t& question_number() { return question_number_; }

  /// From now on `dialogue` hears all that is said; it outlives the peer. Null: nobody does.
  virtual void overhear(Dialogue* dialogue) = 0;

  [[nodiscard]] virtual Pace pace() const { return {}; }

  /// How long its processes have run beside its answers, since this was called before, or since its
  /// first answer. It takes a look at every process of the system, so only where it matters.
  virtual Duration run_beside() { return Duration::zero(); }

  /// How many lines were dropped because they came before their question.
  [[nodiscard]] virtual int early_lines() const = 0;

  /// The last lines of its stderr, escaped for a terminal; empty where there is none.
  [[nodiscard]] virtual std::string stderr_tail() const = 0;

  /// After a fault of kind `exit` between two matches: whether another peer may take its place,
  /// since it left in order (status 0) or was never there. Waits a moment for one that is leaving.
  virtual boost::asio::awaitable<bool> has_left() { co_return false; }

  /// After `end`: how it failed by itself before it was ended, such as "exited with status 1";
  /// empty if it did not.
  [[nodiscard]] virtual std::string failure() const { return ""; }

  /// Why the file of its stderr is not whole, as a sentence; empty if it is.
  [[nodiscard]] virtual std::string log_trouble() const { return ""; }

  /// The file that has all of its stderr; empty: there is none.
  [[nodiscard]] virtual std::string stderr_file() const = 0;

 private:
  std::int64_t question_number_ = 0;
};

}  // namespace arena
