// Reads and writes for bots that answer at once, without a library's buffers and without
// allocation.
#pragma once

#include <unistd.h>

#include <array>
#include <cstddef>
#include <string_view>

namespace bots {

inline void write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::write(descriptor, bytes.data(), bytes.size());
    if (size <= 0) ::_exit(1);
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
}

/// Reads messages from a descriptor.
class Messages {
 public:
  explicit Messages(int descriptor) : descriptor_(descriptor) {}

  /// Returns everything since the last message, up to the next `end`. Empty at the end of input.
  std::string_view next(std::string_view end) {
    std::size_t size = 0;
    while (size < bytes_.size()) {
      const ssize_t more = ::read(descriptor_, bytes_.data() + size, bytes_.size() - size);
      if (more <= 0) return {};
      size += static_cast<std::size_t>(more);
      if (std::string_view(bytes_.data(), size).ends_with(end)) return {bytes_.data(), size};
    }
    return {};
  }

 private:
  int descriptor_;
  std::array<char, 65536> bytes_{};
};

}  // namespace bots
