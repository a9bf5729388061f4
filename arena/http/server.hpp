// An HTTP server with WebSockets: connections, limits and timeouts. What it serves is a Service.
// One thread waits for all connections; handlers run in a pool of threads.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "arena/http/message.hpp"
#include "arena/http/web_socket.hpp"

namespace arena::http {

struct ServerLimits {
  std::chrono::seconds head{20};  // to wait for a request and to read its headers
  std::chrono::seconds body{15};  // and in addition the time at `bytes_per_second`
  std::chrono::seconds write{15};
  std::size_t bytes_per_second = 16'384;  // slower clients are closed
  std::uint32_t header_bytes = 16'384;
  std::size_t target_bytes = 4'096;
  std::size_t connections = 12'000;
  std::size_t connections_per_address = 512;  // but not of trusted proxies
  std::size_t requests_waiting = 2'000;       // for a thread
  std::size_t bodies = 256'000'000;           // bytes of the requests that are not answered yet
  std::size_t socket_message = 65'536;
  double socket_messages_per_second = 50;
  std::size_t socket_queue = 4'000'000;  // bytes that wait to be sent
  std::chrono::seconds socket_idle{60};  // without an answer to a ping
  std::chrono::seconds goodbye{2};  // for answers to the end of WebSockets when the server stops
  std::chrono::seconds stop{10};    // then, for requests that run
};

struct ServerSettings {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  // 0: the system chooses
  int threads = 4;
  std::vector<std::string> trusted_proxies{};  // addresses whose X-Forwarded-For counts
  ServerLimits limits{};
};

/// What a server serves. Called by threads of the pool, but for `body_limit`.
class Service {
 public:
  Service() = default;
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;
  virtual ~Service() = default;

  /// The most bytes of the body of a request, of which only the head is there. Called by the thread
  /// that waits for connections: returns at once.
  [[nodiscard]] virtual std::size_t body_limit(const Request& head) const = 0;
  [[nodiscard]] virtual Response answer(Request request) noexcept = 0;
  [[nodiscard]] virtual std::variant<Response, SocketEvents> upgrade(Request request) noexcept = 0;
  /// The answer to what the server itself refuses: 400, 413, 431, 503.
  [[nodiscard]] virtual Response refusal(int status, const std::string& address) noexcept = 0;
};

class Server {
 public:
  /// Listens. Throws Error if it cannot.
  Server(ServerSettings settings, Service& service);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  [[nodiscard]] std::uint16_t port() const;
  /// Serves until `stop`.
  void run();
  /// Accepts no more, waits for requests that run, then ends `run`. Any thread may call it.
  void stop();
  [[nodiscard]] std::size_t connections() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace arena::http
