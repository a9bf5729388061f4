// Live games: spectators of a phase follow one of its matches after the other. All of them share
// each message.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>

#include "arena/host/host.hpp"
#include "arena/http/web_socket.hpp"
#include "arena/util/time.hpp"

namespace arena::web {

class Live {
 public:
  explicit Live(host::Host& host);
  Live(const Live&) = delete;
  Live& operator=(const Live&) = delete;
  ~Live();

  /// A match is stored. Returns at once; any thread may call it.
  void played(const host::PhaseKey& phase, int match);
  /// What a spectator's WebSocket does. It gets {"type": "game", "match": 5, "game": {...}}, with
  /// the steps of the whole match, now and for each match that is shown later.
  [[nodiscard]] http::SocketEvents watch(const host::PhaseKey& phase);

 private:
  struct Channel {
    std::set<std::shared_ptr<http::WebSocket>> spectators;
    http::SharedText game;  // what a new spectator gets; null: none yet
    int latest = -1;        // the latest match that is stored and not shown; -1: none
    TimePoint until{};      // the present match is shown at least so long
  };

  void add(const host::PhaseKey& phase, const std::shared_ptr<http::WebSocket>& spectator);
  void run();
  /// The phase whose next match is due; null if there is none now.
  const host::PhaseKey* due(TimePoint now);
  void show(const host::PhaseKey& phase, int match);

  host::Host& host_;
  std::mutex mutex_;
  std::condition_variable news_;
  std::map<host::PhaseKey, Channel> channels_;  // of phases that somebody watches
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace arena::web
