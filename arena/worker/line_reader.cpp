#include "arena/worker/line_reader.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>

#include <fmt/format.h>

#include "arena/util/error.hpp"

namespace arena {

std::optional<std::string_view> LineReader::next() {
  std::size_t end = bytes_.find('\n', searched_);
  while (end == std::string::npos) {
    searched_ = bytes_.size();
    if (searched_ - begin_ > longest_)
      throw Error(fmt::format("a message is longer than {} bytes", longest_));
    if (!read_more()) return std::nullopt;
    end = bytes_.find('\n', searched_);
  }
  const std::string_view line = std::string_view(bytes_).substr(begin_, end - begin_);
  begin_ = searched_ = end + 1;
  return line;
}

bool LineReader::read_more() {
  bytes_.erase(0, begin_);
  searched_ -= begin_;
  begin_ = 0;
  std::array<char, 64 * 1024> buffer;
  ssize_t size = 0;
  do {
    wait_();
    size = ::read(file_, buffer.data(), buffer.size());
  } while (size < 0 && errno == EINTR);
  if (size <= 0) return false;
  bytes_.append(buffer.data(), static_cast<std::size_t>(size));
  return true;
}

}  // namespace arena
