// A bot process or a person played at somebody else's server: bytes are carried both ways,
// unchanged and at once. Not for: matches that arena referees; here nothing is checked and no clock
// runs.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include <boost/asio/awaitable.hpp>

#include "arena/peer/loop.hpp"
#include "arena/util/file_descriptor.hpp"

namespace arena {

/// What the server said last: whole lines, the newest one last.
class LastLines {
 public:
  explicit LastLines(std::size_t most) : most_(most) {}
  void add(std::string_view bytes);
  [[nodiscard]] const std::deque<std::string>& lines() const { return lines_; }

 private:
  std::size_t most_;
  std::string unfinished_;
  std::deque<std::string> lines_;
};

/// Copies all that comes from `from` to `to` until `from` ends or `to` breaks; then closes `to`, as
/// the other end may wait for that. Both are made non-blocking. `heard`, if any, is given all that
/// is copied.
boost::asio::awaitable<void> copy_bytes(Loop& loop, FileDescriptor from, FileDescriptor to,
                                        LastLines* heard);

}  // namespace arena
