#include "arena/worker/remote_seats.hpp"

#include <fcntl.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include "arena/core/protocol_list.hpp"
#include "arena/peer/handler_guard.hpp"
#include "arena/peer/tcp.hpp"
#include "arena/peer/wrapped_peer.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace asio = boost::asio;

namespace {

struct SocketPair {
  FileDescriptor near;
  FileDescriptor far;
};

SocketPair make_socket_pair() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "a remote seat has no connection");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

FileDescriptor duplicate(int descriptor) {
  return FileDescriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, 3));
}

}  // namespace

/// A connection like that of any bot, whose other end is in this process: the channel keeps the
/// deadlines and limits.
class RemoteSeats::Remote final : public WrappedPeer {
 public:
  Remote(RemoteSeats& seats, Loop& loop, Place place, SocketPair sockets)
      : WrappedPeer(
            std::make_unique<TcpPeer>(loop, std::move(sockets.near), asio::ip::tcp::endpoint())),
        seats_(seats),
        place_(place),
        far_(loop.executor(), sockets.far.release()) {
    read();
  }
  ~Remote() override { seats_.remove(place_); }

 private:
  void read() {
    far_.async_read_some(asio::buffer(buffer_),
                         guard_([this](const boost::system::error_code& error, std::size_t size) {
                           if (error) return close();
                           pass_on({buffer_.data(), size});
                           read();
                         }));
  }
  /// The match is over, and waits until all has been read.
  void close() {
    seats_.remove(place_);
    far_.close();
  }
  void pass_on(std::string_view bytes) {
    unfinished_ += bytes;
    take_lines(unfinished_,
               [this](std::string_view line) { seats_.send_(place_.first, place_.second, line); });
  }

  RemoteSeats& seats_;
  Place place_;
  asio::posix::basic_stream_descriptor<Loop::Executor> far_;
  std::array<char, 4096> buffer_{};
  std::string unfinished_;
  HandlerGuard guard_;
};

std::unique_ptr<Peer> RemoteSeats::connect(Loop& loop, int match, Seat seat) {
  SocketPair sockets = make_socket_pair();
  FileDescriptor lines = duplicate(sockets.far.number());
  if (!lines) throw std::system_error(errno, std::generic_category(), "a remote seat");
  const Place place{match, seat};
  {
    const std::lock_guard lock(mutex_);
    if (gone_.contains(place)) ::shutdown(lines.number(), SHUT_WR);
    lines_.insert_or_assign(place, std::move(lines));
  }
  return std::make_unique<Remote>(*this, loop, place, std::move(sockets));
}

void RemoteSeats::receive(int match, Seat seat, std::string_view line) {
  const std::lock_guard lock(mutex_);
  const auto found = lines_.find({match, seat});
  if (found == lines_.end()) return;
  const std::string whole = std::string(line) + '\n';
  const int socket = found->second.number();
  // The peer reads at each question what came before it, so only a flood can fill the socket.
  if (::send(socket, whole.data(), whole.size(), MSG_DONTWAIT | MSG_NOSIGNAL) !=
      static_cast<ssize_t>(whole.size()))
    ::shutdown(socket, SHUT_WR);
}

void RemoteSeats::leave(int match, Seat seat) {
  const std::lock_guard lock(mutex_);
  gone_.insert({match, seat});
  const auto found = lines_.find({match, seat});
  if (found != lines_.end()) ::shutdown(found->second.number(), SHUT_WR);
}

void RemoteSeats::remove(const Place& place) {
  const std::lock_guard lock(mutex_);
  lines_.erase(place);
}

asio::awaitable<Occupant> RemoteEntrant::sit_down(const Entrant& entrant, const Room& room,
                                                  const SeatInMatch& seat) const {
  if (seats_ == nullptr) throw std::logic_error("a remote seat plays in a worker");
  Occupant occupant =
      line_occupant(seats_->connect(room.loop, seat.match, seat.seat), entrant, room.settings);
  co_return occupant;
}

boost::json::value RemoteEntrant::to_json() const { return boost::json::object{{"remote", true}}; }

Entrant remote_entrant(std::string name, const TimeControl& time, int max_refusals) {
  Entrant entrant;
  entrant.name = std::move(name);
  entrant.kind = std::make_shared<RemoteEntrant>();
  entrant.time = time;
  entrant.protocol = shared_protocol;
  entrant.max_refusals = max_refusals;
  return entrant;
}

}  // namespace arena
