// The bots that play match after match in one process, or over one connection. The pool keeps them
// between matches, and starts them again after they end. Each worker has one pool, on its loop. A
// bot that is started for every match has a peer that belongs to the match instead.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "arena/peer/peer.hpp"
#include "arena/series/entrant.hpp"

namespace arena {

/// Makes a new peer. Throws Error if it cannot.
using PeerMaker = std::function<boost::asio::awaitable<std::unique_ptr<Peer>>()>;

/// A bot that failed after its last question: after its last answer of a match, whose result
/// stands, or when an in-process bot received the end.
struct LateFault {
  std::string name;  // of the bot
  int match = 0;     // in its series, from 0
  std::string what;  // such as "exited with status 1"
  std::string stderr_tail;
};

std::string late_fault_text(const LateFault& fault);

class BotPool {
 public:
  /// Returns a handle of a bot for one match. A bot that lives for one match gets a new peer. For
  /// others, ending the handle keeps the process, unless it failed; destroying the handle returns
  /// the process to the pool. `make` is used if the pool does not have the bot. `deal` is the seed
  /// of the match, if known: a process that has played this deal in another seat would know the
  /// cards, so it is ended first. If a kept process ended itself between two matches with status 0,
  /// it is started again; with another status, it fails at the first question of the later match.
  /// `match` is the number of the match. REQUIRES: the last match of this bot is over; the pool and
  /// what `make` refers to outlive the handle.
  boost::asio::awaitable<std::unique_ptr<Peer>> take(const Entrant& bot, int match,
                                                     std::optional<std::uint64_t> deal,
                                                     PeerMaker make);

  /// True if the pool has this bot from an earlier match. False during a match.
  [[nodiscard]] bool keeps(const Entrant& bot) const;

  /// Ends all bots. REQUIRES: no match is running.
  boost::asio::awaitable<void> close();

  /// The bots that failed after their last match, since the last call.
  std::vector<LateFault> take_late_faults() { return std::exchange(late_faults_, {}); }

 private:
  struct Kept {
    std::unique_ptr<Peer> peer;  // null before the first match, and during a match
    bool has_played = false;     // a whole match
    bool broken_off = false;
    int match = 0;                        // the last one that is over
    std::optional<std::uint64_t> deal{};  // the last one that it has seen
  };
  class PooledBot;

  boost::asio::awaitable<void> end_if_it_knows(const Entrant& bot, std::uint64_t deal);
  boost::asio::awaitable<void> end(const Entrant& bot, Kept& kept);

  std::map<const Entrant*, Kept> kept_;
  std::vector<LateFault> late_faults_;
};

}  // namespace arena
