// One table at which people play. Messages to a browser are the lines of the JSON protocol, and
// three more, as docs/web_api.md has them: who is at the table, which is waiting, running, over or
// failed; who has forfeited; and what has changed in the seat's own view. Messages from a browser
// are its answers.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/contest/host.hpp"
#include "arena/http/web_socket.hpp"
#include "arena/record/record.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/site/play/match_feed.hpp"
#include "arena/site/play/seat_link.hpp"
#include "arena/util/time.hpp"
#include "arena/worker/table_worker.hpp"

namespace arena::site {

/// Whoever plays: an account, or a browser without one.
struct Person {
  std::string key;  // secret
  std::string name;
  std::string address{};
  std::optional<contest::AccountId> account{};  // a guest has no account

  [[nodiscard]] bool is_guest() const { return !account; }
};

/// Stores the game of a table that is over, so that it is there for good; returns whether it could.
using KeepGame =
    std::function<bool(const Record& record, const std::vector<contest::AccountId>& players)>;

/// Thread-safe.
class PlayTable {
 public:
  struct Seating {
    std::string name;
    std::optional<Person> person{};  // empty: a bot, or a free seat
    bool is_bot = false;
    bool has_left = false;  // the person, who forfeits
  };

  /// `entrants`: by seat; those of people are `remote_entrant`.
  PlayTable(const contest::Contest& contest, std::vector<Seating> seats,
            std::vector<Entrant> entrants, std::vector<std::string> worker, KeepGame keep);

  [[nodiscard]] const contest::Contest& contest() const { return contest_; }
  [[nodiscard]] std::vector<std::string> names() const;
  /// The names of the bots.
  [[nodiscard]] std::vector<std::string> bots() const;
  [[nodiscard]] bool is_waiting() const;
  [[nodiscard]] bool is_running() const;
  [[nodiscard]] bool is_over() const;
  /// A person has its page open.
  [[nodiscard]] bool is_visited() const;
  [[nodiscard]] TimePoint used_at() const;
  /// `person`, here and below: a key. None if the person has left the table.
  [[nodiscard]] std::optional<Seat> seat_of(std::string_view person) const;
  [[nodiscard]] bool has_free_seat() const;
  /// Takes a free seat, unless the person sits here already. Throws Error if no seat is free.
  void join(const Person& person);
  /// Leaves the table for good. Before the match the seat is free again, and a table that all have
  /// left is over; in a match the person forfeits. Whoever has no seat here may call it, too.
  void leave(std::string_view person);
  /// Whether the match begins as soon as the person is here.
  [[nodiscard]] bool waits_only_for(std::string_view person) const;
  /// The person is here; starts the match when all are. Closes the socket of whoever has no seat,
  /// and if the table is over: then its page shows the game.
  void come(std::string_view person, std::shared_ptr<http::WebSocket> socket);
  /// The window is closed; the person may come back.
  void lose(std::string_view person, const std::shared_ptr<http::WebSocket>& socket);
  void answer(std::string_view person, std::string_view line);
  [[nodiscard]] std::optional<Record> record() const;
  /// Ends a match that is being played.
  void stop();
  /// Ends the table without a result, and returns when its match has ended.
  void close();

 private:
  enum class State { waiting, running, over, failed };
  struct At {
    Seating seating;
    SeatLink link{};  // of a person
    [[nodiscard]] bool is_free() const { return !seating.is_bot && !seating.person; }
  };

  /// Of those who have sat here.
  [[nodiscard]] std::vector<contest::AccountId> accounts() const;
  // REQUIRES, here and below: the mutex is locked.
  [[nodiscard]] std::optional<Seat> find(std::string_view person) const;
  [[nodiscard]] At& at(Seat seat) { return seats_[static_cast<std::size_t>(seat)]; }
  void start();
  void tell_all() const;
  void send_steps();

  // Hooks of the worker's thread.
  void begin(const ScheduledMatch& match);
  template <class Event>
  void go_on(const Event& event);
  void got_line(Seat seat, std::string_view line);
  void finished(State state, std::optional<Record> record);

  const contest::Contest& contest_;
  const std::vector<std::string> command_;
  const KeepGame keep_;
  std::vector<Entrant> entrants_;
  mutable std::mutex mutex_;
  std::condition_variable ended_;  // the match
  std::vector<At> seats_;
  State state_ = State::waiting;
  std::optional<Record> record_;
  bool is_kept_ = false;  // the record, for good
  std::optional<MatchFeed> feed_;
  TimePoint used_at_ = Clock::now();
  std::unique_ptr<TableWorker> worker_;  // last: its thread ends first
};

}  // namespace arena::site
