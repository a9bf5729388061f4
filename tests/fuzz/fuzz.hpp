// What the fuzz targets share: an input taken apart, and laws that end the program when they are
// broken. A target is a file of its own with an ARENA_FUZZ_TARGET; a fuzzer calls it with what it
// makes up, short.cpp with what is kept in corpus/ and changes to it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

/// The function that a target is. libFuzzer has one target in a program, short.cpp all of them.
#ifdef ARENA_FUZZ_SHORT
#define ARENA_FUZZ_TARGET(name) int fuzz_##name
#else
#define ARENA_FUZZ_TARGET(name) extern "C" int LLVMFuzzerTestOneInput
#endif

namespace arena::fuzz {

/// Ends the program, as a crash does, and says which law is broken.
inline void require(bool holds, std::string_view law) {
  if (holds) return;
  std::fprintf(stderr, "broken: %.*s\n", static_cast<int>(law.size()), law.data());
  std::abort();
}

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size)
      : left_(reinterpret_cast<const char*>(data), size) {}  // NOLINT: bytes are text

  /// The next byte; 0 at the end.
  unsigned byte() {
    const auto first = left_.empty() ? 0U : static_cast<unsigned char>(left_.front());
    left_.remove_prefix(std::min<std::size_t>(1, left_.size()));
    return first;
  }
  /// Up to the next newline; all of it if no newline follows.
  std::string_view line() {
    const std::size_t end = std::min(left_.find('\n'), left_.size());
    const std::string_view text = left_.substr(0, end);
    left_.remove_prefix(std::min(end + 1, left_.size()));
    return text;
  }
  std::string_view rest() {
    const std::string_view text = left_;
    left_ = {};
    return text;
  }
  [[nodiscard]] bool empty() const { return left_.empty(); }

 private:
  std::string_view left_;
};

}  // namespace arena::fuzz
