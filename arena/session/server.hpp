// What sessions share, however they seat their clients: the loop, the listener, the matches that
// are played, and the end. Not for: callers, see session.hpp.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/core/noncopyable.hpp>

#include "arena/peer/loop.hpp"
#include "arena/peer/tcp.hpp"
#include "arena/process/spawn/spawner.hpp"
#include "arena/series/entrants/bot_pool.hpp"
#include "arena/series/play/schedule.hpp"
#include "arena/series/play/table.hpp"
#include "arena/session/session.hpp"

namespace arena::session {

/// Who sits where, and when the session ends: then it closes the server.
class Seating : boost::noncopyable {
 public:
  virtual ~Seating() = default;

  /// The server listens.
  virtual void begin() = 0;
  virtual void arrived(std::unique_ptr<TcpPeer> peer) = 0;
  /// No further client will come.
  virtual void closed() = 0;
  /// The current matches end; whatever waits must go on.
  virtual void broken_off() = 0;
};

/// All in the thread of `run`.
class Server : boost::noncopyable {
 public:
  Server(const SessionPlan& plan, const SessionHooks& hooks);

  /// Serves until the seating has closed the server and all matches are over.
  SessionResults run(Seating& seating);

  [[nodiscard]] const SessionPlan& plan() const { return plan_; }
  [[nodiscard]] const SessionHooks& hooks() const { return hooks_; }
  [[nodiscard]] const Schedule& schedule() const { return schedule_; }
  [[nodiscard]] Loop& loop() { return loop_; }
  [[nodiscard]] SessionResults& results() { return results_; }
  [[nodiscard]] bool is_closed() const { return is_closed_; }
  [[nodiscard]] bool is_broken_off() const { return broken_off_; }

  /// Runs a task on the loop, and then `after`. If the task fails, that ends the session.
  void start(
      boost::asio::awaitable<void> task, std::function<void()> after = [] {});
  /// A client as a player; `hand_over` gives its connection.
  [[nodiscard]] Entrant client(std::string name, const Terms& terms, Lifetime lifetime,
                               PeerMaker hand_over) const;
  /// A match that is broken off has no meaning.
  boost::asio::awaitable<PlayedMatch> play(int number, const std::vector<Entrant>& players,
                                           BotPool& pool);
  /// The match counts.
  void report(const PlayedMatch& match, const std::vector<Entrant>& players);
  void close();

 private:
  class Playing;

  boost::asio::awaitable<void> accept_all();
  void serve_all();
  void break_off();
  void note(std::exception_ptr error);

  const SessionPlan& plan_;
  const SessionHooks& hooks_;
  const SeriesSettings& settings_;
  Schedule schedule_;
  SessionResults results_;
  Spawner spawner_;
  std::set<Table*> tables_;  // with a match
  Loop loop_;
  std::unique_ptr<Listener> listener_;
  Seating* seating_ = nullptr;  // while it runs
  bool is_closed_ = false;
  bool broken_off_ = false;
};

/// Gives the seats in the order of arrival. If the game's bots stay for a series, so do clients.
std::unique_ptr<Seating> by_arrival(Server& server);
/// Lets the clients choose, and plays one session at one table. REQUIRES: the plan has a choice.
std::unique_ptr<Seating> by_choice(Server& server);

}  // namespace arena::session
