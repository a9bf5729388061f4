// Live games: spectators of a phase follow one of its matches after the other, move by move. All of
// them share each message.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include <boost/json.hpp>

#include "arena/host/host.hpp"
#include "arena/http/web_socket.hpp"
#include "arena/util/time.hpp"
#include "arena/web/match_feed.hpp"

namespace arena::web {

class Live {
 public:
  explicit Live(host::Host& host);
  Live(const Live&) = delete;
  Live& operator=(const Live&) = delete;
  ~Live();

  /// For HostEvents::live.
  [[nodiscard]] LiveHooks hooks(const host::PhaseKey& phase);
  /// A match is stored, so it is not being played. Any thread may call it.
  void played(const host::PhaseKey& phase, int match);
  /// What a spectator's WebSocket does. It gets the messages of docs/web_pages.md.
  [[nodiscard]] http::SocketEvents watch(const host::PhaseKey& phase);

 private:
  struct Channel {
    std::set<std::shared_ptr<http::WebSocket>> spectators;
    TimePoint since{};              // there are spectators
    int match = -1;                 // the one that is shown; -1: none yet
    boost::json::object game;       // what of it has been sent, for new spectators
    http::SharedText encoded;       // the same as a message; null: not written yet
    std::optional<MatchFeed> feed;  // none if no match is followed now
    TimePoint begun{};              // the match that is shown
    TimePoint until{};              // it is shown at least so long
    TimePoint asked{};              // the host, for a match to follow
  };
  using Channels = std::map<host::PhaseKey, Channel>;

  void add(const host::PhaseKey& phase, const std::shared_ptr<http::WebSocket>& spectator);
  void run();
  /// Asks for a match that is played now.
  void look_at(const host::PhaseKey& phase, bool shows_stored);
  void show_stored(const host::PhaseKey& phase);

  // Hooks.
  void begin(const host::PhaseKey& phase, const LiveMatch& match);
  template <class Event>
  void go_on(const host::PhaseKey& phase, int match, const Event& event);

  // REQUIRES, here and below: the mutex is locked.
  /// Null if no one watches.
  Channel* channel(const host::PhaseKey& phase);
  static void show(Channel& channel, int match, boost::json::object game);
  static void send_steps(Channel& channel);
  static void send(const Channel& channel, const boost::json::object& message);

  host::Host& host_;
  std::mutex mutex_;
  std::condition_variable news_;
  Channels channels_;  // of phases with watchers
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace arena::web
