// Reads lines from a descriptor, and waits for them. Not for: anything on a loop
// (peer/channel.hpp).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace arena {

class LineReader {
 public:
  /// Does not own `file`. Fails at a line that is longer than `longest`.
  /// `wait` is called before each read.
  LineReader(
      int file, std::size_t longest, std::function<void()> wait = [] {})
      : file_(file), longest_(longest), wait_(std::move(wait)) {}

  /// The next line, without its end, valid until the next call. Returns nothing at the end of the
  /// file, even if it has no line end. Throws Error if a line is too long.
  std::optional<std::string_view> next();

 private:
  bool read_more();

  int file_;
  std::size_t longest_;
  std::function<void()> wait_;
  std::string bytes_;  // lines not yet returned, then a part of one
  std::size_t begin_ = 0;
  std::size_t searched_ = 0;  // there is no line end from `begin_` to here
};

}  // namespace arena
