#include "arena/peer/tcp.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <chrono>
#include <exception>
#include <utility>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>

#include "arena/util/error.hpp"

namespace arena {

namespace asio = boost::asio;
using boost::asio::redirect_error;
using boost::asio::use_awaitable;
using boost::asio::ip::tcp;
using boost::system::error_code;

namespace {

using Socket = asio::basic_stream_socket<tcp, Loop::Executor>;
using Resolver = asio::ip::basic_resolver<tcp, Loop::Executor>;

constexpr std::chrono::milliseconds last_read{200};
constexpr std::chrono::milliseconds after_failure{50};  // such as too many open files
constexpr int backlog = 128;

std::string text(const tcp::endpoint& endpoint) {
  const std::string address = endpoint.address().to_string();
  return endpoint.address().is_v6() ? fmt::format("[{}]:{}", address, endpoint.port())
                                    : fmt::format("{}:{}", address, endpoint.port());
}

std::string client_at(const asio::ip::address& address) {
  if (address.is_v4()) return address.to_string();
  const asio::ip::address_v6 v6 = address.to_v6();
  if (v6.is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, v6).to_string();
  constexpr unsigned short of_one_user = 64;
  return asio::ip::make_network_v6(v6, of_one_user).canonical().to_string();
}

FileDescriptor duplicate(const FileDescriptor& descriptor) {
  return FileDescriptor(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, 3));
}

void set_no_delay(int socket) {
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

ChannelSettings for_connection() {
  ChannelSettings settings;
  settings.no_more_lines = settings.cannot_be_sent_to =
      Fault{FaultKind::disconnect, "closed the connection"};
  return settings;
}

/// Returns null if resources run out; later connections may work.
std::unique_ptr<TcpPeer> accepted(Loop& loop, Socket& socket) {
  try {
    ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
    error_code gone;
    const tcp::endpoint remote = socket.remote_endpoint(gone);
    return std::make_unique<TcpPeer>(loop, FileDescriptor(socket.release()), remote);
  } catch (const std::exception&) {
    return nullptr;
  }
}

[[noreturn]] void fail(const char* what, const std::string& host, std::uint16_t port,
                       const error_code& error) {
  throw Error(fmt::format("cannot {} {}:{}: {}", what, host, port, error.message()));
}

}  // namespace

TcpPeer::TcpPeer(Loop& loop, FileDescriptor socket, const tcp::endpoint& remote)
    : address_(text(remote)),
      client_(client_at(remote.address())),
      channel_(loop, std::move(socket), for_connection()) {
  set_no_delay(channel_.output());
  const int on = 1;
  ::setsockopt(channel_.output(), SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
}

bool TcpPeer::connected() const {
  pollfd state{channel_.output(), POLLRDHUP, 0};
  return channel_.output() >= 0 && ::poll(&state, 1, 0) == 0;
}

asio::awaitable<void> TcpPeer::end(Ending ending) {
  if (ending == Ending::kept) {
    co_await channel_.deliver();
    co_return;
  }
  if (ending == Ending::finished) {
    co_await channel_.deliver();
  } else {
    co_await channel_.send_all(Clock::now());
  }
  ::shutdown(channel_.output(), SHUT_WR);
  // Bytes that arena leaves unread would make the kernel reset the connection and lose lines.
  co_await channel_.read_to_end(Clock::now() + last_read);
  ::shutdown(channel_.output(), SHUT_RDWR);
  channel_.close_output();
}

Listener::Listener(Loop& loop, const std::string& host, std::uint16_t port)
    : loop_(loop), acceptor_(loop.executor()) {
  error_code error;
  Resolver resolver(loop.executor());
  const auto found = resolver.resolve(host, std::to_string(port), Resolver::passive, error);
  if (error) fail("listen on", host, port, error);
  const tcp::endpoint endpoint = found.begin()->endpoint();
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(backlog, error);
  if (error) fail("listen on", host, port, error);
  ::fcntl(acceptor_.native_handle(), F_SETFD, FD_CLOEXEC);
  port_ = acceptor_.local_endpoint().port();
}

std::string Listener::address() const { return text(acceptor_.local_endpoint()); }

asio::awaitable<std::unique_ptr<TcpPeer>> Listener::accept() {
  while (acceptor_.is_open()) {
    Socket socket(loop_.executor());
    error_code error;
    co_await acceptor_.async_accept(socket, redirect_error(use_awaitable, error));
    if (!error) {
      if (auto peer = accepted(loop_, socket)) co_return std::move(peer);
    }
    if (!acceptor_.is_open()) break;
    co_await loop_.pause(after_failure);
  }
  co_return nullptr;
}

void Listener::close() {
  error_code ignored;
  acceptor_.close(ignored);
}

asio::awaitable<Connection> open_connection(Loop& loop, std::string host, std::uint16_t port) {
  error_code error;
  Resolver resolver(loop.executor());
  const auto found = co_await resolver.async_resolve(host, std::to_string(port),
                                                     redirect_error(use_awaitable, error));
  if (error) fail("connect to", host, port, error);
  Socket socket(loop.executor());
  co_await asio::async_connect(socket, found, redirect_error(use_awaitable, error));
  if (error) fail("connect to", host, port, error);
  ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
  set_no_delay(socket.native_handle());
  FileDescriptor in(socket.release());
  FileDescriptor out = duplicate(in);
  co_return Connection{std::move(in), std::move(out)};
}

}  // namespace arena
