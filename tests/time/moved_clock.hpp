// The clock of arena in this program: it stands still until a test moves it, however long the
// machine takes. So what is judged by time is judged exactly, and no test waits.
#pragma once

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <catch2/catch.hpp>

#include "arena/peer/loop.hpp"
#include "arena/peer/tcp.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/time.hpp"

namespace arena::test {

using namespace std::chrono_literals;

/// Runs what is ready on the loop, timers that are due included.
void settle(Loop& loop);
/// Moves the clock by `time`, in steps after which the loop runs: arena sees every 10 ms.
void pass(Loop& loop, Duration time);
/// Moves the clock at once, while the loop does not run: arena was stopped, or too busy.
void stop_arena(Duration time);

/// A program at the other end of a connection to arena.
class FarEnd {
 public:
  explicit FarEnd(Loop& loop) {
    int ends[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0);
    socket_.reset(ends[0]);
    peer_ =
        std::make_unique<TcpPeer>(loop, FileDescriptor(ends[1]), boost::asio::ip::tcp::endpoint());
  }

  [[nodiscard]] TcpPeer& peer() { return *peer_; }
  void say(std::string_view text) const {
    REQUIRE(::write(socket_.number(), text.data(), text.size()) ==
            static_cast<ssize_t>(text.size()));
  }
  /// What has come since the last call.
  [[nodiscard]] std::string heard() const {
    std::string all(64 * 1024, '\0');
    const ssize_t size = ::read(socket_.number(), all.data(), all.size());
    all.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    return all;
  }

 private:
  FileDescriptor socket_;
  std::unique_ptr<TcpPeer> peer_;
};

/// A coroutine that has begun. REQUIRES of the destructor: it has ended.
template <class T>
class Begun {
 public:
  Begun(Loop& loop, boost::asio::awaitable<T> task) {
    boost::asio::co_spawn(loop.context(), std::move(task),
                          [this](std::exception_ptr error, T value) {
                            if (error) std::rethrow_exception(error);
                            result_ = std::move(value);
                          });
    settle(loop);
  }
  [[nodiscard]] bool has_ended() const { return result_.has_value(); }
  [[nodiscard]] T& result() {
    REQUIRE(has_ended());
    return *result_;
  }

 private:
  std::optional<T> result_;
};

}  // namespace arena::test
