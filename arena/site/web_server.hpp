// A contest's server: the host, its site, and HTTP around them.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arena/contest/host.hpp"
#include "arena/http/server.hpp"
#include "arena/site/site.hpp"

namespace arena::site {

struct WebSettings {
  contest::HostSettings host;
  http::ServerSettings http{};
  SiteSettings site{};
  std::vector<std::string> worker{};  // the command that starts a worker
};

class WebServer {
 public:
  /// Throws Error for a contest that cannot be played, and if it cannot listen.
  WebServer(contest::ContestFile file, WebSettings settings);
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;
  ~WebServer();

  [[nodiscard]] contest::Host& host();
  /// Where it listens.
  [[nodiscard]] std::uint16_t port() const;
  /// Plays and serves until `stop`.
  void run();
  /// Any thread may call it.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace arena::site
