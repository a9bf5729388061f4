// The clients of `arena listen`: connections that wait for a seat, and the limits per address. An
// address (for IPv6, a network of 64 bits) identifies a client, because a client can always
// reconnect. Not for: the games (listen.cpp).
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "arena/cli/match_command.hpp"
#include "arena/core/refinements/conversation.hpp"
#include "arena/peer/tcp.hpp"
#include "arena/util/time.hpp"

namespace arena::cli {

struct LobbyLimits {
  int connections = 512;          // at a time, in total
  int per_address = 64;           // at a time
  std::optional<int> forfeits{};  // allowed per address; no limit if empty
};

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
  explicit Lobby(LobbyLimits limits) : limits_(limits) {}

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

  LobbyLimits limits_;
  std::map<std::string, std::shared_ptr<Client>> clients_;  // by address
  std::deque<Visitor> waiting_;
};

// The limits of `arena listen` for its clients, as typed: parallel games, connections, forfeits.

struct ListenOptions {
  MatchOptions match;
  std::string host = "127.0.0.1";
  int port = 0;
  int games = 0;  // 0: without end
  int jobs = 0;   // parallel games; 0: depends on the players
  LobbyLimits limits;
  // Only for clients that choose their seats:
  std::string wait = "60";  // for a client that lost its connection
  bool shows_times = true;
  int line_delay = 0;  // milliseconds between two lines to a client
  Compatibility compatibility;
};

/// Adds the options for the limits to the command.
void add_bounds(CLI::App& command, ListenOptions& options);

/// Adds the options for sessions whose clients choose their seats.
void add_session_options(CLI::App& command, ListenOptions& options);

/// The number of parallel games, each with `processes` bot processes.
[[nodiscard]] int jobs_for(const ListenOptions& options, int processes);

/// The limits from the options, reduced so that arena's open files suffice: for `processes` and for
/// the logs of `seats`, per game. Throws Error if there is no room for a single game.
[[nodiscard]] LobbyLimits limits_for(const ListenOptions& options, int jobs, int processes,
                                     int seats);

}  // namespace arena::cli
