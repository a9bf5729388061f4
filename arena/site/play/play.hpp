// Tables at which people play in the browser, against bots and each other. Each match runs in a
// worker of its own, and the browser speaks the JSON protocol.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/contest/host.hpp"
#include "arena/http/rate_limit.hpp"
#include "arena/http/web_socket.hpp"
#include "arena/record/record.hpp"
#include "arena/site/play/play_table.hpp"
#include "arena/util/error.hpp"
#include "arena/util/time.hpp"

namespace arena::site {

struct PlayLimits {
  std::size_t tables = 200;            // in all, with those that wait for people
  std::size_t running = 16;            // matches at a time
  std::size_t tables_of_person = 4;    // guests of one address are one person
  std::size_t tables_of_address = 12;  // of all who have it
  std::chrono::minutes kept{30};       // after the last thing that happened
  /// Of an account, or of guests of one address: what is played is stored.
  double tables_at_once = 300;
  double tables_per_second = 1.0 / 60;
};

/// A table that waits for people or plays.
struct TableInfo {
  std::string contest;
  std::string id;
  std::vector<std::string> seats;  // names; empty: free
  bool is_running = false;
  bool has_free_seat = false;
  bool is_own = false;  // whoever asks sits there
};

/// Too many tables are open. The sentence is for the person.
class TooManyTables : public Error {
 public:
  using Error::Error;
};

class Play {
 public:
  /// `worker`: the command that starts a worker.
  Play(contest::Host& host, std::vector<std::string> worker, PlayLimits limits = {});
  Play(const Play&) = delete;
  Play& operator=(const Play&) = delete;
  ~Play();

  /// Opens a table. `bots`: by seat from the second one on; an empty name is a seat for a person.
  /// Returns its id. Throws Error if a bot cannot play, and TooManyTables.
  std::string open(const contest::Contest& contest, const std::vector<std::string>& bots,
                   const Person& person);
  /// Closes tables with bots against which people may not play any more.
  void close_refused();
  /// Takes a free seat, unless the person sits there already. Throws Error if no seat is free.
  void join(const std::string& contest, const std::string& id, const Person& person);
  /// See PlayTable::leave.
  void leave(const std::string& contest, const std::string& id, const Person& person);
  /// Tables that are not over, of all contests.
  [[nodiscard]] std::vector<TableInfo> tables(const Person& person);
  /// None if the table is over, or closed.
  [[nodiscard]] std::optional<TableInfo> table(const std::string& contest, const std::string& id,
                                               const Person& person);
  /// The WebSocket of a person at the table. Throws Error for others.
  [[nodiscard]] http::SocketEvents socket(const std::string& contest, const std::string& id,
                                          const Person& person);
  /// The record of a table's match; none before it is over.
  [[nodiscard]] std::optional<Record> record(const std::string& contest, const std::string& id);

 private:
  /// Null if the table is closed.
  std::shared_ptr<PlayTable> find(const std::string& contest, const std::string& id);
  /// Throws Refused if the table is closed.
  std::shared_ptr<PlayTable> needed(const std::string& contest, const std::string& id);
  // REQUIRES, here and below: the mutex is locked.
  [[nodiscard]] bool is_full() const;
  void check_limits(const Person& person) const;
  void forget_old(TimePoint now);

  contest::Host& host_;
  const std::vector<std::string> worker_;
  const PlayLimits limits_;
  http::RateLimit openings_;
  std::mutex mutex_;
  struct Opened {
    std::shared_ptr<PlayTable> table;
    Person by;
  };
  std::map<std::string, Opened> tables_;  // by id
};

}  // namespace arena::site
