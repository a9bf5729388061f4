#include "arena/peer/line_buffer.hpp"

#include <algorithm>
#include <cstring>

namespace arena {

LineBuffer::LineBuffer(std::size_t longest)
    : longest_(longest), bytes_(std::make_unique_for_overwrite<char[]>(longest + 1)) {}

std::span<char> LineBuffer::space() {
  if (begin_ == end_) {
    begin_ = end_ = searched_ = 0;
  } else if (end_ == longest_ + 1 && begin_ > 0) {
    std::memmove(bytes_.get(), bytes_.get() + begin_, end_ - begin_);
    searched_ -= begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  return {bytes_.get() + end_, longest_ + 1 - end_};
}

void LineBuffer::begin() {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  begun_ = true;
  if (unfinished().starts_with(byte_order_mark)) begin_ = searched_ = byte_order_mark.size();
}

/// Returns true when no bytes of a dropped line come before the next line.
bool LineBuffer::skip_dropped_line() {
  if (!skipping_) return true;
  const char* bytes = bytes_.get();
  const auto* found = static_cast<const char*>(std::memchr(bytes + begin_, '\n', end_ - begin_));
  if (found == nullptr) {
    skipped_ += end_ - begin_;
    begin_ = searched_ = end_;
    return false;
  }
  begin_ = searched_ = static_cast<std::size_t>(found - bytes) + 1;
  skipping_ = false;
  skipped_ = 0;
  return true;
}

std::optional<std::string_view> LineBuffer::line() {
  if (!skip_dropped_line()) return std::nullopt;
  const char* bytes = bytes_.get();
  const auto* found =
      static_cast<const char*>(std::memchr(bytes + searched_, '\n', end_ - searched_));
  if (found == nullptr) {
    searched_ = end_;
    return std::nullopt;
  }
  std::string_view text(bytes + begin_, static_cast<std::size_t>(found - bytes) - begin_);
  if (text.ends_with('\r')) {
    text.remove_suffix(1);
    ++crlf_lines_;
  }
  begin_ = searched_ = static_cast<std::size_t>(found - bytes) + 1;
  return text;
}

std::string_view LineBuffer::unfinished() const { return {bytes_.get() + begin_, end_ - begin_}; }

std::string_view LineBuffer::rest() {
  std::string_view text = unfinished();
  begin_ = searched_ = end_;
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

int LineBuffer::drop() {
  if (begin_ == end_) return 0;
  const std::string_view dropped = unfinished();
  const auto ends = std::count(dropped.begin(), dropped.end(), '\n');
  const std::size_t open = dropped.size() - (dropped.rfind('\n') + 1);  // npos + 1 is 0
  // If an earlier call dropped the start of a line, that call counted it.
  const int lines = static_cast<int>(ends) + (open > 0 ? 1 : 0) - (skipping_ ? 1 : 0);
  skipped_ = open + (ends == 0 ? skipped_ : 0);
  skipping_ = open > 0;
  begin_ = searched_ = end_;
  return lines;
}

}  // namespace arena
