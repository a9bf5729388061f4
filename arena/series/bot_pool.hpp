// The bots that play match after match in one process, or over one connection: kept from one match
// to the next, and started again after they are gone. One pool a worker; runs on its loop.
// Not for: bots that are started for every match, whose peers belong to the match.
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
#include "arena/series/entrant.hpp"

namespace arena {

/// Makes a new peer. Throws Error if that cannot be.
using PeerMaker = std::function<boost::asio::awaitable<std::unique_ptr<Peer>>()>;

/// A bot that failed when it was asked nothing more: after its last answer of a match, whose result
/// stands, or when a called bot was shown the end.
struct LateFault {
  std::string name;  // of the bot
  int match = 0;     // in its series, from 0
  std::string what;  // such as "exited with status 1"
  std::string stderr_tail;
};

/// One sentence.
std::string late_fault_text(const LateFault& fault);

class BotPool {
 public:
  /// A bot's peer for one match, which owns it meanwhile. A bot for one match has a new one. The
  /// end of another's leaves the process alive, unless that was at fault; when it is destroyed, the
  /// pool keeps the process for the next match. The maker is used where the bot is not there.
  /// `deal`: the seed of what is played, if it is known. A process that has played the deal
  /// already, in another seat, is ended first: it would know the cards. A kept process that ended
  /// by itself between two matches is started again if it left with status 0; otherwise it has
  /// failed at the first question of the later match. `match`: its number. REQUIRES: the last match
  /// of this bot is over; the pool and what `make` refers to outlive the peer.
  boost::asio::awaitable<std::unique_ptr<Peer>> take(const Entrant& bot, int match,
                                                     std::optional<std::uint64_t> deal,
                                                     PeerMaker make);

  /// Whether this bot is there, from an earlier match. False during a match.
  [[nodiscard]] bool keeps(const Entrant& bot) const;

  /// Ends what is kept of other bots than these. REQUIRES: no match is under way.
  boost::asio::awaitable<void> keep_only(std::set<const Entrant*> bots);
  /// Ends all that is kept. REQUIRES: no match is under way.
  boost::asio::awaitable<void> close();

  /// The bots that turned out to have failed after their last match, since this was called before.
  std::vector<LateFault> take_late_faults() { return std::exchange(late_faults_, {}); }

 private:
  struct Kept {
    std::unique_ptr<Peer> peer;  // null: to be made, or in a match
    bool has_played = false;     // a whole match
    bool broken_off = false;
    int match = 0;                        // the last that is over
    std::optional<std::uint64_t> deal{};  // that it has seen last
  };
  class PooledBot;

  boost::asio::awaitable<void> keep_from_knowing(const Entrant& bot, std::uint64_t deal);
  boost::asio::awaitable<void> end(const Entrant& bot, Kept& kept);

  std::map<const Entrant*, Kept> kept_;
  std::vector<LateFault> late_faults_;
};

}  // namespace arena
