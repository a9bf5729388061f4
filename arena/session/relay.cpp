#include "arena/session/relay.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>
#include <utility>
#include <variant>

#include <boost/asio/buffer.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include "arena/peer/loop.hpp"
#include "arena/peer/task.hpp"
#include "arena/peer/tcp.hpp"
#include "arena/peer/terminal.hpp"
#include "arena/process/limits/bot_processes.hpp"
#include "arena/util/error.hpp"

namespace arena::session {

namespace {

namespace asio = boost::asio;
using namespace asio::experimental::awaitable_operators;

using Descriptor = asio::posix::basic_stream_descriptor<Loop::Executor>;

constexpr std::chrono::seconds leaving{1};

/// Copies everything from `from` to `to` until `from` ends or `to` fails. Then closes `to`, because
/// the other end may wait for that. Makes both non-blocking. `heard` sees all bytes first.
asio::awaitable<void> copy_bytes(
    Loop& loop, FileDescriptor from, FileDescriptor to,
    const HeardBytes& heard = [](std::string&) {}) {
  Descriptor in(loop.executor(), from.release());
  Descriptor out(loop.executor(), to.release());
  for (;;) {
    std::string bytes(4096, '\0');
    boost::system::error_code error;
    bytes.resize(co_await in.async_read_some(asio::buffer(bytes),
                                             asio::redirect_error(asio::use_awaitable, error)));
    if (error) break;
    heard(bytes);
    co_await asio::async_write(out, asio::buffer(bytes),
                               asio::redirect_error(asio::use_awaitable, error));
    if (error) break;
  }
  ::shutdown(out.native_handle(), SHUT_WR);  // the other direction of a socket stays open
}

class Relay {
 public:
  Relay(const ServerAddress& server, const HeardBytes& heard)
      : server_(server), heard_([this, &heard](std::string& bytes) {
          relayed_.is_silent = false;
          heard(bytes);
        }) {}

  Relayed bot(const ProcessSettings& settings, Spawner& spawner) {
    run_task(loop_, play_bot(settings, spawner));
    return std::move(relayed_);
  }

  Relayed person() {
    run_task(loop_, play_person());
    return std::move(relayed_);
  }

 private:
  asio::awaitable<void> play_bot(const ProcessSettings& settings, Spawner& spawner) {
    Connection connection = co_await open_connection(loop_, server_.host, server_.port);
    SpawnRequest request = settings.request();
    auto result = co_await spawner.spawn(std::move(request));
    if (auto* fault = std::get_if<Fault>(&result)) throw Error(fault->detail);
    if (auto* full = std::get_if<NoRoom>(&result)) throw std::runtime_error(full->reason);
    auto& bot = std::get<Spawned>(result);
    const BotProcesses processes(bot.pid, bot.marker, spawner.leaders(), std::move(bot.group));
    StderrLog err(loop_, std::move(bot.err));
    // The server's end closes the bot's stdin, the bot's end the connection. So both copies end.
    co_await (copy_bytes(loop_, std::move(connection.in), std::move(bot.in), heard_) ||
              copy_then_wait(std::move(bot.out), std::move(connection.out)));
    co_await leave(bot.pidfd, bot.pid);
    err.drain();
    relayed_.complaint = err.tail();
  }

  asio::awaitable<void> play_person() {
    Connection connection = co_await open_connection(loop_, server_.host, server_.port);
    BorrowedDescriptor in(STDIN_FILENO, O_RDONLY);
    BorrowedDescriptor out(STDOUT_FILENO, O_WRONLY);
    co_await (copy_bytes(loop_, std::move(connection.in), out.take(), heard_) ||
              copy_then_wait(in.take(), std::move(connection.out)));
  }

  /// A bot may be silent before the server has sent its last message.
  asio::awaitable<void> copy_then_wait(FileDescriptor from, FileDescriptor to) {
    co_await copy_bytes(loop_, std::move(from), std::move(to));
    co_await loop_.pause(leaving);
  }

  /// Gives the bot a second to exit by itself.
  asio::awaitable<void> leave(FileDescriptor& pidfd, pid_t pid) {
    Descriptor ended(loop_.executor(), pidfd.release());
    co_await (ended.async_wait(ended.wait_read, asio::use_awaitable) || loop_.pause(leaving));
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT);
    if (info.si_pid != 0)
      relayed_.exit_status = info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
  }

  const ServerAddress& server_;
  HeardBytes heard_;
  Loop loop_;
  Relayed relayed_;
};

}  // namespace

Relayed relay_bot(const ServerAddress& server, const ProcessSettings& bot, Spawner& spawner,
                  const HeardBytes& heard) {
  return Relay(server, heard).bot(bot, spawner);
}

Relayed relay_person(const ServerAddress& server, const HeardBytes& heard) {
  return Relay(server, heard).person();
}

}  // namespace arena::session
