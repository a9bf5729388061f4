// Who answers for a seat in one match: a bot process, a socket, a person, or a built-in bot.
// The arbiter shows it events, asks it questions, and takes its answer, refusal or fault.
#pragma once

#include <string>
#include <variant>

#include <boost/asio/awaitable.hpp>

#include "arena/core/fault.hpp"
#include "arena/core/game.hpp"
#include "arena/core/protocol.hpp"
#include "arena/peer/peer.hpp"
#include "arena/util/time.hpp"

namespace arena {

/// What came of waiting for a seat: a move (not yet checked), a text that is no move, or a fault.
/// `text`: the player's own words, trimmed, as the record keeps them.
template <class G>
struct Answer {
  std::variant<Refusal, typename G::Move, Fault> what;
  std::string text;
  TimePoint asked{};    // from when it could think
  Duration thought{0};  // what of that counts
  std::string note{};   // what it said beside
};

template <class G>
class Player {
 public:
  Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  virtual ~Player() = default;

  /// Before all else.
  virtual void begin(const Opening& /*opening*/) {}
  /// An event as this seat may see it.
  virtual void see(const typename G::Event& event) = 0;
  /// A question: `answer` follows, within `left`.
  virtual void ask(const typename G::View& view, Duration left) = 0;
  /// `allowance` counts from when the seat was asked, or was told of a refusal.
  virtual boost::asio::awaitable<Answer<G>> answer(const typename G::View& view,
                                                   Duration allowance) = 0;
  /// The last answer was refused; if the seat may try again, `answer` follows. True: it is told so,
  /// and what it thinks from then on is counted anew.
  virtual bool refused(const Refusal& refusal) = 0;
  /// How the record spells a refused move, so that it reads back as what it was.
  virtual std::string wire_text(const typename G::Move& move) = 0;
  /// How the match ended, or that this seat has to leave it: `end` follows.
  virtual void close(const Closing& /*closing*/) {}
  /// The match is over for this seat. Returns when nothing of the player is left. No call follows.
  virtual boost::asio::awaitable<void> end(Ending ending) = 0;
};

}  // namespace arena
