// Lets a bot process or a person play on another server: it copies bytes both ways, unchanged and
// immediately. It checks nothing and runs no clock, because arena does not referee these matches.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include <boost/asio/awaitable.hpp>

#include "arena/peer/loop.hpp"
#include "arena/util/file_descriptor.hpp"

namespace arena {

/// The last whole lines of the server, the newest at the end.
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

/// Copies everything from `from` to `to` until `from` ends or `to` fails. Then closes `to`, because
/// the other end may wait for that. Makes both non-blocking. `heard` receives a copy, unless it is
/// null.
boost::asio::awaitable<void> copy_bytes(Loop& loop, FileDescriptor from, FileDescriptor to,
                                        LastLines* heard);

}  // namespace arena
