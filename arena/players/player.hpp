// Answers for a seat in one match: a bot process, a socket, a person, or a built-in bot. The
// arbiter shows it events, asks it questions, and receives its answer or fault.
#pragma once

#include <string>
#include <variant>

#include <boost/asio/awaitable.hpp>
#include <boost/core/noncopyable.hpp>

#include "arena/core/fault.hpp"
#include "arena/core/game.hpp"
#include "arena/core/protocol.hpp"
#include "arena/peer/peer.hpp"
#include "arena/util/time.hpp"

namespace arena {

/// The result of waiting for a seat: a move (not yet checked), a text that is no move, or a fault.
/// `text` is what the player wrote, trimmed, as the record stores it.
template <class G>
struct Answer {
  std::variant<Refusal, typename G::Move, Fault> what;
  std::string text;
  TimePoint asked{};    // when it could start to think
  Duration thought{0};  // the time that counts
  std::string note{};   // what it said with the answer
};

template <class G>
class Player : boost::noncopyable {
 public:
  virtual ~Player() = default;

  /// Called first.
  virtual void begin(const Opening& /*opening*/) {}
  /// An event as this seat may see it.
  virtual void see(const typename G::Event& event) = 0;
  /// A question. A call of `answer` follows, with the time `left`.
  virtual void ask(const typename G::View& view, Duration left) = 0;
  /// `allowance` counts from the time when the seat received the question, or the last refusal.
  virtual boost::asio::awaitable<Answer<G>> answer(const typename G::View& view,
                                                   Duration allowance) = 0;
  /// The last answer was refused. If the seat may try again, `answer` follows. Returns true if the
  /// seat receives the refusal; then its thinking time starts again.
  virtual bool refused(const Refusal& refusal) = 0;
  /// How the record spells a refused move, so that it reads back as the same move.
  virtual std::string wire_text(const typename G::Move& move) = 0;
  /// How the match ended, or that this seat must leave it. `end` follows.
  virtual void close(const Closing& /*closing*/) {}
  /// The match is over for this seat. Returns when the player has ended. No call follows.
  virtual boost::asio::awaitable<void> end(Ending ending) = 0;
};

}  // namespace arena
