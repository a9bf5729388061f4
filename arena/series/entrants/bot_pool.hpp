// The bots that play match after match in one process, or over one connection. The pool keeps them
// between matches, and starts them again after they end. Each worker has one pool, on its loop. A
// bot that is started for every match has a peer that belongs to the match instead. If deals are
// played at two tables, a bot has two processes, one for each, so that both can stay and none sees
// a deal twice.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>

#include "arena/peer/peer.hpp"
#include "arena/series/entrants/entrant.hpp"

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
  /// `apart`: no process stays while another table of the deals that it plays is played.
  explicit BotPool(bool apart = false) : apart_(apart) {}

  /// Returns a handle of a bot for one match. A bot that lives for one match gets a new peer. For
  /// others, ending the handle keeps the process, unless it failed; destroying the handle returns
  /// the process to the pool. `make` is used if the pool does not have the bot. A process that has
  /// played this deal at another table would know the cards, so it is ended first; so is one with
  /// Lifetime::seat, if its seat changes. If a kept process ended itself between two matches with
  /// status 0, it is started again; with another status, it fails at the first question of the
  /// later match. REQUIRES: the last match of this bot is over; the pool and what `make` refers to
  /// outlive the handle.
  boost::asio::awaitable<std::unique_ptr<Peer>> take(const Entrant& bot, const SeatInMatch& seat,
                                                     PeerMaker make);

  /// True if the pool has this bot from an earlier match. False during a match.
  [[nodiscard]] bool keeps(const Entrant& bot) const;

  /// How long the bots that do not play now have run besides answering, since the last call.
  [[nodiscard]] Duration run_beside() const;

  /// The next match may have the deal of the last one, because that begins again.
  void forget_deals() {
    for (auto& [key, kept] : kept_) kept.deal.reset();
  }
  /// Ends this bot, whose connection is lost. REQUIRES: its match is over.
  boost::asio::awaitable<void> remove(const Entrant& bot);
  /// Ends all other bots than these. REQUIRES: no match is running.
  boost::asio::awaitable<void> keep_only(std::set<const Entrant*> bots);
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
    Seat seat = 0;                        // the last one
    std::optional<std::uint64_t> deal{};  // the last one that it has seen
  };
  class PooledBot;
  using Key = std::pair<const Entrant*, int>;  // a bot, and which of its two processes

  boost::asio::awaitable<void> end(const Entrant& bot, Kept& kept);
  /// Ends the processes that play the other tables.
  boost::asio::awaitable<void> end_others(int process);

  bool apart_;
  std::map<Key, Kept> kept_;
  std::vector<LateFault> late_faults_;
};

}  // namespace arena
