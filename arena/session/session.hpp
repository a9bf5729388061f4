// Matches with players who come over TCP: `serve` listens, seats the clients, and plays. They take
// seats in the order in which they come, at any number of tables (by_arrival.cpp), or where they
// choose, at one table (by_choice.cpp). It prints nothing and writes no records; callers do that in
// hooks. Not for: series between given players (series/play/run.hpp), a bot at another's server
// (visit.hpp).
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "arena/core/refinements/conversation.hpp"
#include "arena/series/entrants/checked_settings.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/series/play/run.hpp"
#include "arena/util/time.hpp"

namespace arena::session {

struct ClientLimits {
  int connections = 512;          // at a time, in total
  int per_address = 64;           // at a time
  std::optional<int> forfeits{};  // allowed per address; no limit if empty
};

/// The game's protocol in which clients choose their seats; null if it has none.
[[nodiscard]] const Terms* protocol_by_choice(const AnyGame& game);

/// Of a session whose clients choose their seats.
struct SeatChoice {
  const Terms* protocol = nullptr;  // of the game, with `seats_by_choice`
  Duration wait{0};                 // for a client that lost its connection
  int line_delay = 0;               // milliseconds between two lines to a client
  Compatibility compatibility{};
};

struct SessionPlan {
  const CheckedSettings& checked;  // outlives the session
  std::vector<Entrant> players{};  // sit where no client does
  int seats = 0;                   // at a table
  int games = 0;                   // 0: without end; a session with chosen seats has an end
  int jobs = 0;                    // games at a time, where clients do not choose their seats
  std::string host{};              // a name or an address
  std::uint16_t port = 0;          // 0: any free one
  ClientLimits limits{};
  std::optional<SeatChoice> choice{};

  /// The seats of each table that are for clients.
  [[nodiscard]] int clients() const { return seats - static_cast<int>(players.size()); }
};

/// For clients that sit as they come. Fills in the plan's jobs and its limit of forfeits if they
/// are 0 or empty, and lowers its connections so that arena's open files suffice. Throws Error if
/// not even one game has room.
void settle(SessionPlan& plan);

/// What a caller does while a session runs. All calls come from the thread of `serve`.
struct SessionHooks {
  /// From now on clients can come, to this address, such as "127.0.0.1:9016".
  std::function<void(const std::string& address)> listening;
  /// News of clients, as a line: who came, was refused, or is waited for.
  std::function<void(const std::string& line)> said;
  /// `players` are by seat.
  std::function<void(const PlayedMatch& match, const std::vector<Entrant>& players)> played;
  /// Of bots that play several matches, what failed after the last of them.
  std::function<void(const std::vector<LateFault>&)> failed_late;
  /// A request ends the current matches, which then do not count.
  std::stop_token stop{};
};

struct SessionResults {
  int games = 0;           // played
  bool cut_short = false;  // a client did not come back
  /// Where clients choose their seats, once all have come.
  std::optional<CountedSeries> series{};
  std::exception_ptr failure{};  // the error that ended the session, or null
};

/// Returns after the plan's games, soon after a stop request, or after a failure. Throws Error or
/// std::runtime_error if it cannot begin. REQUIRES: the plan has clients, and is settled unless
/// they choose their seats.
SessionResults serve(const SessionPlan& plan, const SessionHooks& hooks);

}  // namespace arena::session
