// One table at which people play. Messages to a browser are the lines of the JSON protocol as they
// are, and two more: {"type": "table", "seats": [{"name": "ann", "here": true}], "you": 0, "state":
// "waiting"}, where the state is waiting, running, over or failed, and {"type": "view", "view":
// {...}} after each move, with what has changed in the seat's own view. Messages from a browser are
// its answers.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/host/host.hpp"
#include "arena/http/web_socket.hpp"
#include "arena/record/record.hpp"
#include "arena/series/entrant.hpp"
#include "arena/util/time.hpp"
#include "arena/web/match_feed.hpp"
#include "arena/web/seat_link.hpp"
#include "arena/worker/table_worker.hpp"

namespace arena::web {

/// Thread-safe.
class PlayTable {
 public:
  struct Seating {
    std::string name;
    std::string person;  // the key of whoever sits there; empty: a bot, or a free seat
    bool is_bot = false;
  };

  /// `entrants`: by seat; those of people are `remote_entrant`.
  PlayTable(const host::Contest& contest, std::vector<Seating> seats, std::vector<Entrant> entrants,
            std::vector<std::string> worker);

  [[nodiscard]] const host::Contest& contest() const { return contest_; }
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] bool is_waiting() const;
  [[nodiscard]] bool is_running() const;
  [[nodiscard]] bool is_over() const;
  [[nodiscard]] TimePoint used_at() const;
  [[nodiscard]] std::optional<Seat> seat_of(std::string_view person) const;
  /// Takes a free seat. Throws Error if no seat is free.
  void join(std::string person, std::string name);
  /// The person is here; starts the match when all are.
  void come(Seat seat, std::shared_ptr<http::WebSocket> socket);
  void leave(Seat seat, const std::shared_ptr<http::WebSocket>& socket);
  void answer(Seat seat, std::string_view line);
  [[nodiscard]] std::optional<Record> record() const;
  /// Ends a match that is being played.
  void stop();

 private:
  enum class State { waiting, running, over, failed };
  struct At {
    Seating seating;
    SeatLink link{};  // of a person
  };

  // REQUIRES, here and below: the mutex is locked.
  void start();
  void tell_all() const;
  void send_views();

  // Hooks of the worker's thread.
  void begin(const LiveMatch& match);
  template <class Event>
  void go_on(const Event& event);
  void got_line(Seat seat, std::string_view line);
  void finished(State state, std::optional<Record> record);

  const host::Contest& contest_;
  const std::vector<std::string> command_;
  std::vector<Entrant> entrants_;
  mutable std::mutex mutex_;
  std::vector<At> seats_;
  State state_ = State::waiting;
  std::optional<Record> record_;
  std::optional<MatchFeed> feed_;
  TimePoint used_at_ = Clock::now();
  std::unique_ptr<TableWorker> worker_;  // last: its thread ends first
};

}  // namespace arena::web
