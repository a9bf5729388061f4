// A WebSocket on Boost.Beast. Only for server.cpp and tests, because Beast takes long to compile.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>

#include "arena/http/server.hpp"
#include "arena/http/web_socket.hpp"

namespace arena::http {

/// What messages may be, in both directions.
template <class Stream>
void set_messages(Stream& stream, const ServerLimits& limits) {
  stream.read_message_max(limits.socket_message);
  stream.text(true);
  stream.auto_fragment(false);
}

class BeastSocket final : public WebSocket, public std::enable_shared_from_this<BeastSocket> {
 public:
  using Stream = boost::beast::websocket::stream<boost::beast::tcp_stream>;

  BeastSocket(boost::beast::tcp_stream stream, const ServerLimits& limits)
      : stream_(std::move(stream)), most_queued_(limits.socket_queue) {
    namespace websocket = boost::beast::websocket;
    boost::beast::get_lowest_layer(stream_).expires_never();  // the WebSocket has its own timeouts
    websocket::stream_base::timeout timeout{};
    timeout.handshake_timeout = limits.write;
    timeout.idle_timeout = limits.socket_idle;
    timeout.keep_alive_pings = true;
    stream_.set_option(timeout);
    set_messages(stream_, limits);
  }

  Stream& stream() { return stream_; }

  void send(SharedText message) override {
    boost::asio::post(stream_.get_executor(),
                      [self = shared_from_this(), message = std::move(message)]() mutable {
                        self->add(std::move(message));
                      });
  }

  void close() override {
    boost::asio::post(stream_.get_executor(), [self = shared_from_this()] {
      self->closing_ = true;
      if (self->queue_.empty()) self->close_now();
    });
  }

  /// Closes the connection without a word. Only for the thread of the connection.
  void drop() {
    gone_ = true;
    boost::beast::get_lowest_layer(stream_).close();
  }

 private:
  void add(SharedText message) {
    if (gone_ || closing_) return;
    if (queued_ + message->size() > most_queued_) return drop();
    queued_ += message->size();
    queue_.push_back(std::move(message));
    if (queue_.size() == 1) write();
  }

  void write() {
    stream_.async_write(boost::asio::buffer(*queue_.front()),
                        [self = shared_from_this()](boost::beast::error_code error, std::size_t) {
                          self->written(error);
                        });
  }

  void written(boost::beast::error_code error) {
    queued_ -= queue_.front()->size();
    queue_.pop_front();
    if (error || gone_) return drop();
    if (!queue_.empty()) return write();
    if (closing_) close_now();
  }

  void close_now() {
    if (std::exchange(gone_, true)) return;
    stream_.async_close(boost::beast::websocket::close_code::normal,
                        [self = shared_from_this()](boost::beast::error_code) {});
  }

  Stream stream_;
  const std::size_t most_queued_;
  std::deque<SharedText> queue_;  // the first is being written
  std::size_t queued_ = 0;        // bytes in the queue
  bool closing_ = false;
  bool gone_ = false;
};

}  // namespace arena::http
