#include "arena/peer/terminal.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <chrono>

#include <fmt/format.h>

namespace arena {

namespace {

/// Shared descriptors of a file have one position; opening the file again would make another.
bool is_regular_file(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

ChannelSettings for_person() {
  ChannelSettings settings;
  settings.drop_early = false;
  settings.no_more_lines.detail = "closed the input";
  settings.cannot_be_sent_to.detail = "closed the output";
  return settings;
}

}  // namespace

BorrowedDescriptor::BorrowedDescriptor(int shared, int mode) : shared_(shared) {
  if (!is_regular_file(shared)) {
    const std::string path = fmt::format("/proc/self/fd/{}", shared);
    own_.reset(::open(path.c_str(), mode | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  }
  if (own_) return;
  flags_ = ::fcntl(shared, F_GETFL);
  own_.reset(::fcntl(shared, F_DUPFD_CLOEXEC, 3));
}

BorrowedDescriptor::~BorrowedDescriptor() {
  if (flags_ >= 0) ::fcntl(shared_, F_SETFL, flags_);
}

TerminalPeer::TerminalPeer(Loop& loop, int in, int out)
    : in_(in, O_RDONLY),
      out_(out, O_WRONLY),
      channel_(loop, in_.take(), out_.take(), for_person()) {}

boost::asio::awaitable<void> TerminalPeer::end(Ending /*ending*/) { co_await channel_.deliver(); }

}  // namespace arena
