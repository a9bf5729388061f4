// Players at the other end of a TCP connection, and how connections are made. It uses one write per
// question and no delay for small ones. A connection that ends is a fault. Callers handle what
// comes before a game (names, table managers).
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
  /// REQUIRES: `socket` is connected to `remote`.
  TcpPeer(Loop& loop, FileDescriptor socket, const boost::asio::ip::tcp::endpoint& remote);

  std::string& outbox() override { return channel_.outbox(); }
  void flush_soon() override { channel_.flush_soon(); }
  boost::asio::awaitable<Reply> ask(Duration allowance) override { return channel_.ask(allowance); }
  Talk& talk() override { return channel_; }
  void interrupt() override { channel_.break_off(); }
  /// Gives the other end time to read its last lines, unless it is too slow.
  boost::asio::awaitable<void> end(Ending ending) override;
  void record_transcript(Dialogue* dialogue) override { channel_.record_transcript(dialogue); }
  [[nodiscard]] PeerReport report() const override {
    PeerReport report;
    report.early_lines = channel_.early_lines();
    return report;
  }

  /// False if the other end has closed, or at least will send nothing more.
  [[nodiscard]] bool connected() const;
  /// "127.0.0.1:5000", "[::1]:5000".
  [[nodiscard]] const std::string& address() const { return address_; }
  /// Identifies the client: an IPv4 address alone, or the IPv6 network that one user has:
  /// "127.0.0.1", "2001:db8:0:1::/64".
  [[nodiscard]] const std::string& client() const { return client_; }

 private:
  std::string address_;
  std::string client_;
  Channel channel_;
};

class Listener {
 public:
  /// Listens on `host` (a name or an address). Port 0 means any free port. Throws Error with host
  /// and port.
  Listener(Loop& loop, const std::string& host, std::uint16_t port);

  [[nodiscard]] std::uint16_t port() const { return port_; }
  /// The bound address, such as 127.0.0.1:9016 or [::1]:9016.
  [[nodiscard]] std::string address() const;

  /// Returns the next connection, or null after `close`. If resources such as descriptors run out,
  /// it waits and retries, and may drop connections.
  boost::asio::awaitable<std::unique_ptr<TcpPeer>> accept();
  /// Also ends a pending `accept`.
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

/// Connects to a server. Throws Error with host and port.
boost::asio::awaitable<Connection> open_connection(Loop& loop, std::string host,
                                                   std::uint16_t port);

}  // namespace arena
