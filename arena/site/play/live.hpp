// Live games: spectators of a phase see its matches, one after the other, each when its deal is
// over. All of them share each message.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "arena/contest/host.hpp"
#include "arena/http/web_socket.hpp"
#include "arena/util/time.hpp"

namespace arena::site {

/// The match that spectators see after `shown`: the next one, or a later one if many more have been
/// played. None if they have seen all. A phase that is played again begins with smaller numbers.
std::optional<int> match_after(std::optional<int> shown, int newest);

class Live {
 public:
  explicit Live(contest::Host& host);
  Live(const Live&) = delete;
  Live& operator=(const Live&) = delete;
  ~Live();

  /// What a spectator's WebSocket does. It gets the messages of docs/web_api.md.
  [[nodiscard]] http::SocketEvents watch(const contest::PhaseKey& phase);

 private:
  struct Channel {
    std::set<std::shared_ptr<http::WebSocket>> spectators;
    std::optional<int> match;  // the one that is shown
    http::SharedText game;     // the message; null: none yet
    TimePoint until{};         // it is shown so long
  };

  void add(const contest::PhaseKey& phase, const std::shared_ptr<http::WebSocket>& spectator);
  void remove(const contest::PhaseKey& phase, const std::shared_ptr<http::WebSocket>& spectator);
  void run();
  /// Shows the match after this one, if there is one.
  void show_next(const contest::PhaseKey& phase, std::optional<int> shown);
  /// Changes the channel, if anybody watches.
  template <class Change>
  void change(const contest::PhaseKey& phase, Change change);

  contest::Host& host_;
  std::mutex mutex_;
  std::condition_variable news_;
  std::map<contest::PhaseKey, Channel> channels_;  // of phases with spectators
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace arena::site
