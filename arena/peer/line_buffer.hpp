// Bytes in, lines out, in a buffer of fixed size. LF ends a line; one CR before it does not belong
// to the line. Dropped bytes take the rest of their line with them. channel.hpp reads; protocols/
// knows what a line means.
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

  /// Space for the next bytes; call `filled` afterwards. It is not empty unless `too_long`. Lines
  /// that were returned before become invalid.
  std::span<char> space();
  /// Skips a byte order mark at the very beginning, because some runtimes write one unasked.
  void filled(std::size_t size) {
    end_ += size;
    if (!begun_ && size > 0) begin();
  }

  /// The next complete line.
  std::optional<std::string_view> line();

  /// Takes and returns what is left without a line end; may be empty. REQUIRES: `line()` found
  /// none.
  std::string_view rest();
  /// Returns the same, but leaves it in the buffer.
  [[nodiscard]] std::string_view unfinished() const;

  /// True if more than the longest line came without a line end. REQUIRES: `line()` found none.
  [[nodiscard]] bool too_long() const { return end_ - begin_ > longest_ || skipped_ > longest_; }

  /// Drops everything in the buffer, and later the rest of a line that is incomplete now. Returns
  /// how many lines begin in it.
  int drop();

  [[nodiscard]] std::size_t size() const { return end_ - begin_; }
  /// How many of the returned lines ended in CR LF.
  [[nodiscard]] int crlf_lines() const { return crlf_lines_; }

 private:
  void begin();
  bool skip_dropped_line();

  std::size_t longest_;
  std::unique_ptr<char[]> bytes_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t searched_ = 0;  // there is no line end before it
  int crlf_lines_ = 0;
  bool begun_ = false;
  bool skipping_ = false;  // bytes up to the next line end belong to a dropped line
  std::size_t skipped_ = 0;
};

}  // namespace arena
