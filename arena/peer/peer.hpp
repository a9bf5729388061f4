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
  Duration thought{0};  // since then, by the clock that it is under
};

using Reply = std::variant<Line, Fault>;

/// How a peer got on with its questions so far; nothing for who is no process of arena's.
struct Pace {
  Duration thought{0};  // by the wall
  Duration starved{0};  // at least so much of it, it was kept waiting for a processor
};

/// What there is to say of a peer so far.
struct PeerReport {
  int early_lines = 0;  // that were dropped because they came before their question
  Pace pace;
  std::string stderr_tail;  // its last lines, escaped for a terminal
  std::string stderr_file;  // that has all of its stderr; empty: there is none
  std::string log_trouble;  // why that is not whole, as a sentence; empty: it is
  bool has_left = false;    // by itself and in order (status 0), or was never there
  std::string failure;  // after its end: how it failed by itself, such as "exited with status 1"
};

enum class Ending {
  kept,      // the match is over, and another follows: it gets its last lines and stays
  finished,  // all is over for a peer that works: it may read its last lines and leave by itself
  leaving,   // between two matches it did not answer, as it may have left: it has a moment for that
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

  /// Sends the outbox as a question and waits for the next line, for at most `allowance` from then,
  /// by the clock that the peer is under. Lines that came before the question was sent are dropped
  /// and counted: they answer nothing. With nothing to send it goes on waiting for the answer to
  /// the last question, and `allowance` counts from when that was sent.
  virtual boost::asio::awaitable<Reply> ask(Duration allowance) = 0;

  /// The match is broken off: a wait in `ask` ends with a fault, and so does every later one; `end`
  /// waits for nothing.
  virtual void interrupt() = 0;

  /// Sends what is left, unless the peer is too slow in taking it. Unless it is kept, closes, and
  /// returns when nothing of it is left; then only `interrupt`, `record_transcript` and `report`
  /// may follow.
  virtual boost::asio::awaitable<void> end(Ending ending) = 0;

  /// From now on `dialogue` hears all that is said; it outlives the peer. Null: nobody does.
  virtual void record_transcript(Dialogue* /*dialogue*/) {}

  [[nodiscard]] virtual PeerReport report() const { return {}; }

  /// How long its processes have run beside its answers, since this was called before, or since its
  /// first answer. It takes a look at every process of the system, so only where it matters.
  virtual Duration run_beside() { return Duration::zero(); }

  /// The number of the question that was asked last, where a protocol numbers them; rises over the
  /// life of the peer.
  virtual std::int64_t& question_number() { return question_number_; }

 private:
  std::int64_t question_number_ = 0;
};

}  // namespace arena
