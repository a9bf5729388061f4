// The clients that take seats in the order of arrival: connections that wait for a seat, and the
// limits per address. An address (for IPv6, a network of 64 bits) identifies a client, because a
// client can always reconnect. Not for: the games (by_arrival.cpp).
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/peer/tcp.hpp"
#include "arena/session/session.hpp"
#include "arena/util/time.hpp"

namespace arena::session {

/// The data of an address. The visitors that share it are the address's connections.
struct Client {
  int forfeits = 0;
  TimePoint free_at{};  // it gets no seat before
};

struct Visitor {
  std::unique_ptr<TcpPeer> peer;
  std::shared_ptr<Client> client;
};

class Lobby {
 public:
  explicit Lobby(ClientLimits limits) : limits_(limits) {}

  /// Admits a connection. If a limit is reached, closes the connection and returns the reason.
  /// Otherwise returns an empty string.
  std::string admit(std::unique_ptr<TcpPeer> peer, TimePoint now);
  /// Returns the next `count` visitors for a table, in the order in which they came, or none if
  /// fewer may sit down now. Drops closed connections.
  std::vector<Visitor> take(std::size_t count, TimePoint now);
  /// When the next waiting visitor whose client is pausing may sit down. No value if no such
  /// visitor waits.
  [[nodiscard]] std::optional<TimePoint> next_time(TimePoint now) const;
  /// Records a forfeit: the client pauses for one second, plus one second for each further forfeit
  /// during the pause, at most five.
  static void forfeited(Client& client, TimePoint now);
  /// Whether it has forfeited too many games to continue.
  [[nodiscard]] bool is_barred(const Client& client) const {
    return limits_.forfeits && client.forfeits >= *limits_.forfeits;
  }
  /// Closes all waiting connections.
  void clear() { waiting_.clear(); }

 private:
  void drop_gone(TimePoint now);

  ClientLimits limits_;
  std::map<std::string, std::shared_ptr<Client>> clients_;  // by address
  std::deque<Visitor> waiting_;
};

}  // namespace arena::session
