// Tables at which people play in the browser, against bots and each other. Each match runs in a
// worker of its own, and the browser speaks the JSON protocol.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/host/host.hpp"
#include "arena/http/web_socket.hpp"
#include "arena/record/record.hpp"
#include "arena/util/time.hpp"

namespace arena::web {

class PlayTable;

struct PlayLimits {
  std::size_t tables = 200;            // in all, with those that wait for people
  std::size_t running = 16;            // matches at a time
  std::size_t tables_of_person = 4;    // guests of one address are one person
  std::size_t tables_of_address = 12;  // of all who have it
  std::chrono::minutes kept{30};       // after the last thing that happened
  std::chrono::seconds move_time{180};
};

/// A table in the lobby.
struct TableInfo {
  std::string id;
  std::vector<std::string> seats;  // names; empty: free
  bool is_running = false;
};

class Play {
 public:
  /// `worker`: the command that starts a worker.
  Play(host::Host& host, std::vector<std::string> worker, PlayLimits limits = {});
  Play(const Play&) = delete;
  Play& operator=(const Play&) = delete;
  ~Play();

  /// Whoever plays: an account, or a browser without one.
  struct Person {
    std::string key;  // secret
    std::string name;
    std::string address{};
    bool is_guest = false;  // has no account; may be a new person for each request
  };

  /// Opens a table. `bots`: by seat from the second one on; an empty name is a seat for a person.
  /// Returns its id. Throws Error if a bot cannot play, or there are too many tables.
  std::string open(const host::Contest& contest, const std::vector<std::string>& bots,
                   const Person& person);
  /// Takes a free seat, unless the person sits there already. Throws Error if no seat is free.
  void join(const std::string& contest, const std::string& id, const Person& person);
  /// Tables that wait for people or play.
  [[nodiscard]] std::vector<TableInfo> tables(const std::string& contest);
  /// The WebSocket of a person at the table. Throws Error for others.
  [[nodiscard]] http::SocketEvents socket(const std::string& contest, const std::string& id,
                                          const Person& person);
  /// The record of a table's match, for those who played it; none before it is over.
  [[nodiscard]] std::optional<Record> record(const std::string& contest, const std::string& id,
                                             const Person& person);

 private:
  std::shared_ptr<PlayTable> find(const std::string& contest, const std::string& id);
  // REQUIRES, here and below: the mutex is locked.
  [[nodiscard]] bool is_full() const;
  void check_limits(const Person& person) const;
  void forget_old(TimePoint now);

  host::Host& host_;
  const std::vector<std::string> worker_;
  const PlayLimits limits_;
  std::mutex mutex_;
  struct Opened {
    std::shared_ptr<PlayTable> table;
    Person by;
  };
  std::map<std::string, Opened> tables_;  // by id
};

}  // namespace arena::web
