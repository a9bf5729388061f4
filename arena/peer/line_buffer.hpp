// Bytes in, lines out, in a buffer of fixed size.
// LF ends a line, one CR before it is no part of it. Bytes may be dropped, then with the rest of
// the line that they began. Not for: reading (channel.hpp), or what a line's bytes mean.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace arena {

class LineBuffer {
 public:
  explicit LineBuffer(std::size_t longest);

  /// Where to put what comes next, to be followed by `filled`. Not empty unless `too_long`.
  /// Lines that were returned before are no longer valid.
  std::span<char> space();
  /// A byte order mark at the very beginning is left out: some runtimes write it unasked.
  void filled(std::size_t size) {
    end_ += size;
    if (!begun_ && size > 0) begin();
  }

  /// The next complete line.
  std::optional<std::string_view> line();

  /// REQUIRES: `line()` found none. What is left and has no line end; taken. Empty: nothing is
  /// left.
  std::string_view rest();
  /// The same, not taken.
  [[nodiscard]] std::string_view unfinished() const;

  /// REQUIRES: `line()` found none. More than the longest line has come without a line end.
  [[nodiscard]] bool too_long() const { return end_ - begin_ > longest_ || skipped_ > longest_; }

  /// Drops all that is here; a line of which only a part is here is dropped wholly.
  /// Returns how many lines begin in it.
  int drop();

  [[nodiscard]] std::size_t size() const { return end_ - begin_; }
  /// How many of the lines that were returned ended in CR LF.
  [[nodiscard]] int crlf_lines() const { return crlf_lines_; }

 private:
  void begin();
  bool skip_dropped_line();

  std::size_t longest_;
  std::unique_ptr<char[]> bytes_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t searched_ = 0;  // no line end before it
  int crlf_lines_ = 0;
  bool begun_ = false;
  bool skipping_ = false;  // up to the next line end, bytes belong to a dropped line
  std::size_t skipped_ = 0;
};

}  // namespace arena
