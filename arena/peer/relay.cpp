#include "arena/peer/relay.hpp"

#include <fcntl.h>
#include <sys/socket.h>

#include <array>

#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include "arena/util/text.hpp"

namespace arena {

namespace asio = boost::asio;
using boost::asio::redirect_error;
using boost::asio::use_awaitable;
using boost::system::error_code;

namespace {

constexpr std::size_t longest_line = 64 * 1024;

using Descriptor = asio::posix::basic_stream_descriptor<Loop::Executor>;

}  // namespace

void LastLines::add(std::string_view bytes) {
  unfinished_ += bytes;
  take_lines(unfinished_, [this](std::string_view line) {
    lines_.emplace_back(line);
    if (lines_.size() > most_) lines_.pop_front();
  });
  if (unfinished_.size() > longest_line) unfinished_.clear();
}

asio::awaitable<void> copy_bytes(Loop& loop, FileDescriptor from, FileDescriptor to,
                                 LastLines* heard) {
  Descriptor in(loop.executor(), from.release());
  Descriptor out(loop.executor(), to.release());
  std::array<char, 4096> buffer{};
  for (;;) {
    error_code error;
    const std::size_t size =
        co_await in.async_read_some(asio::buffer(buffer), redirect_error(use_awaitable, error));
    if (error) break;
    if (heard != nullptr) heard->add({buffer.data(), size});
    co_await asio::async_write(out, asio::buffer(buffer.data(), size),
                               redirect_error(use_awaitable, error));
    if (error) break;
  }
  ::shutdown(out.native_handle(), SHUT_WR);  // the other direction of a socket stays open
}

}  // namespace arena
