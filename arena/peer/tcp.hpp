// Players at the other end of a TCP connection, and the making of connections.
// One write per question and no delay for small ones; a connection that ends is a fault.
// Not for: what is said before a game (names, table managers), which is the callers' business.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "arena/peer/channel.hpp"
#include "arena/peer/peer.hpp"

namespace arena {

class TcpPeer final : public Peer {
 public:
  /// `socket` is connected; `remote` is the other end.
  TcpPeer(Loop& loop, FileDescriptor socket, const boost::asio::ip::tcp::endpoint& remote);

  std::string& outbox() override { return channel_.outbox(); }
  void flush_soon() override { channel_.flush_soon(); }
  boost::asio::awaitable<Reply> ask(Duration allowance) override { return channel_.ask(allowance); }
  void interrupt() override { channel_.break_off(); }
  /// Sees to it that the other end gets its last lines, unless it is too slow in reading them.
  boost::asio::awaitable<void> end(Ending ending) override;
  void record_transcript(Dialogue* dialogue) override { channel_.record_transcript(dialogue); }
  [[nodiscard]] PeerReport report() const override {
    PeerReport report;
    report.early_lines = channel_.early_lines();
    return report;
  }

  /// False: the other end has closed, or will at least send nothing more.
  [[nodiscard]] bool connected() const;
  /// "127.0.0.1:5000", "[::1]:5000".
  [[nodiscard]] const std::string& address() const { return address_; }
  /// Whose connection it is: the address alone or, of IPv6, the network that one user has:
  /// "127.0.0.1", "2001:db8:0:1::/64".
  [[nodiscard]] const std::string& client() const { return client_; }

 private:
  std::string address_;
  std::string client_;
  Channel channel_;
};

class Listener {
 public:
  /// Listens on `host` (a name or an address). Port 0: a free one is chosen.
  /// Throws Error, naming host and port.
  Listener(Loop& loop, const std::string& host, std::uint16_t port);

  [[nodiscard]] std::uint16_t port() const { return port_; }
  /// What was bound, such as 127.0.0.1:9016 or [::1]:9016.
  [[nodiscard]] std::string address() const;

  /// The next connection; nothing after `close`. What cannot be accepted for want of room, such as
  /// descriptors, is waited for or dropped.
  boost::asio::awaitable<std::unique_ptr<TcpPeer>> accept();
  /// Ends a pending `accept`, too.
  void close();

 private:
  Loop& loop_;
  boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, Loop::Executor> acceptor_;
  std::uint16_t port_ = 0;
};

/// Two descriptors of one connected socket.
struct Connection {
  FileDescriptor in;
  FileDescriptor out;
};

/// Connects to a server. Throws Error, naming host and port.
boost::asio::awaitable<Connection> open_connection(Loop& loop, std::string host,
                                                   std::uint16_t port);

}  // namespace arena
