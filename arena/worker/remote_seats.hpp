// Players whose lines travel through a worker's standard input and output: people in a browser.
// They speak the JSON protocol, as over TCP: who leaves forfeits with "closed the connection".
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "arena/series/entrants/entrant.hpp"
#include "arena/util/file_io.hpp"

namespace arena {

/// Connects the seats of a worker's matches with what carries their lines. Thread-safe.
class RemoteSeats {
 public:
  /// Receives each line for a seat, without its end.
  using Send = std::function<void(int match, Seat seat, std::string_view line)>;

  explicit RemoteSeats(Send send) : send_(std::move(send)) {}

  /// A line from a seat. A seat that does not play, or that has sent far more than it was asked, is
  /// not there: then the line is dropped, and a flood ends the connection.
  void receive(int match, Seat seat, std::string_view line);
  /// The seat has left, or will never come.
  void leave(int match, Seat seat);

  /// The peer of such a seat. This outlives the peer.
  std::unique_ptr<Peer> connect(Loop& loop, int match, Seat seat);

 private:
  class Remote;
  using Place = std::pair<int, Seat>;

  void remove(const Place& place);

  Send send_;
  std::mutex mutex_;
  std::map<Place, FileDescriptor> lines_;  // where the peer reads its lines
  std::set<Place> gone_;
};

class RemoteEntrant final : public EntrantKind {
 public:
  /// `seats` is null in a process that only makes plans.
  explicit RemoteEntrant(RemoteSeats* seats = nullptr) : seats_(seats) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& entrant, const Room& room,
                                            const SeatInMatch& seat) const override;
  [[nodiscard]] boost::json::value to_json() const override;

 private:
  RemoteSeats* seats_;
};

/// A person, for the plan of a table. `time`: how long the person may think.
Entrant remote_entrant(std::string name, const TimeControl& time, int max_refusals);

}  // namespace arena
