// A WebSocket as the rest of arena sees it.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace arena::http {

/// A message that many connections share.
using SharedText = std::shared_ptr<const std::string>;

/// Any thread may call it.
class WebSocket {
 public:
  WebSocket() = default;
  WebSocket(const WebSocket&) = delete;
  WebSocket& operator=(const WebSocket&) = delete;
  virtual ~WebSocket() = default;

  /// Sends a text, after all that were sent before. Closes the connection if too much waits to be
  /// sent, because its reader is too slow.
  virtual void send(SharedText message) = 0;
  /// Closes the connection after what has been sent.
  virtual void close() = 0;
};

/// What happens at a WebSocket. One call at a time, in threads of the pool; `closed` is the last.
struct SocketEvents {
  std::function<void(std::shared_ptr<WebSocket>)> opened;
  std::function<void(std::string)> message;
  std::function<void()> closed;
};

}  // namespace arena::http
