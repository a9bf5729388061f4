// Who is connected to `arena listen`: the connections that wait for a seat, and what one address
// may have. An address (of IPv6, a network of 64 bits) stands for a client, as a client can always
// connect anew. Not for: the games themselves (listen.cpp).
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/peer/tcp.hpp"
#include "arena/util/time.hpp"

namespace arena::cli {

struct LobbyLimits {
  int connections = 512;          // at a time, in all
  int per_address = 64;           // of these
  std::optional<int> forfeits{};  // games that an address may forfeit; none: any number
};

/// What is known of an address. It has as many connections as there are visitors that share this.
struct Client {
  int forfeits = 0;
  TimePoint free_at{};  // until then it gets no seat
};

struct Visitor {
  std::unique_ptr<TcpPeer> peer;
  std::shared_ptr<Client> client;
};

class Lobby {
 public:
  explicit Lobby(LobbyLimits limits) : limits_(limits) {}

  /// Lets a connection in. If a bound is reached the connection is closed; returns why, or an empty
  /// string.
  std::string admit(std::unique_ptr<TcpPeer> peer, TimePoint now);
  /// The next visitors for a table, in the order in which they came. Drops connections that have
  /// been closed. Returns none if there are fewer than `count` that may sit down now.
  std::vector<Visitor> take(std::size_t count, TimePoint now);
  /// When a visitor that waits may sit down that may not now; nothing if there is none.
  [[nodiscard]] std::optional<TimePoint> next_time(TimePoint now) const;
  /// The client has forfeited a game: it pauses for a second, and for one more for each further
  /// forfeit in that time, up to five.
  static void forfeited(Client& client, TimePoint now);
  /// Whether it has forfeited too many games to play on.
  [[nodiscard]] bool is_barred(const Client& client) const {
    return limits_.forfeits && client.forfeits >= *limits_.forfeits;
  }
  /// Closes all connections that wait.
  void clear() { waiting_.clear(); }

 private:
  void drop_gone(TimePoint now);

  LobbyLimits limits_;
  std::map<std::string, std::shared_ptr<Client>> clients_;  // by address
  std::deque<Visitor> waiting_;
};

}  // namespace arena::cli
