// Counts durations in a fixed amount of memory, for percentiles of the times of millions of
// questions. A percentile is at most a sixteenth above the true one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "arena/util/time.hpp"

namespace arena {

class DurationCounts {
 public:
  /// Negative durations count as 0.
  void add(Duration time) {
    const auto nanoseconds =
        static_cast<std::uint64_t>(std::max<Duration::rep>(time.count(), Duration::rep{0}));
    ++counts_[slot_of(nanoseconds)];
    ++total_;
    most_ = std::max(most_, nanoseconds);
  }
  void add(const DurationCounts& other) {
    for (std::size_t slot = 0; slot < slots; ++slot) counts_[slot] += other.counts_[slot];
    total_ += other.total_;
    most_ = std::max(most_, other.most_);
  }

  /// As plain numbers: how many durations each slot counts. `add` takes them back.
  [[nodiscard]] std::span<const std::uint64_t> counts() const { return counts_; }
  /// Adds `count` durations of a slot. REQUIRES: slot < counts().size(); `most` is the longest of
  /// them, or longer.
  void add(std::size_t slot, std::uint64_t count, Duration most) {
    counts_[slot] += count;
    total_ += count;
    most_ = std::max(most_, static_cast<std::uint64_t>(most.count()));
  }

  [[nodiscard]] std::uint64_t total() const { return total_; }
  [[nodiscard]] Duration most() const { return Duration(most_); }
  /// The smallest duration that at least `share` of them (0 to 1) do not exceed; 0 without any.
  [[nodiscard]] Duration quantile(double share) const {
    const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(total_)));
    std::uint64_t seen = 0;
    for (std::size_t slot = 0; slot < slots && total_ > 0; ++slot) {
      seen += counts_[slot];
      if (seen >= wanted) return Duration(std::min(end_of(slot) - 1, most_));
    }
    return Duration(most_);
  }

 private:
  static constexpr unsigned digits = 4;  // binary digits stored of each number, after the first
  static constexpr std::size_t steps = std::size_t{1} << digits;
  static constexpr std::size_t slots = (64 - digits) * steps;  // a Duration has 63 bits

  static std::size_t slot_of(std::uint64_t number) {
    if (number < steps) return static_cast<std::size_t>(number);
    const auto shift = static_cast<unsigned>(std::bit_width(number)) - digits - 1;
    return (shift + 1) * steps + static_cast<std::size_t>((number >> shift) - steps);
  }
  static std::uint64_t end_of(std::size_t slot) {
    if (slot < steps) return slot + 1;
    const std::size_t shift = slot / steps - 1;
    return (steps + slot % steps + 1) << shift;
  }

  std::array<std::uint64_t, slots> counts_{};
  std::uint64_t total_ = 0;
  std::uint64_t most_ = 0;
};

}  // namespace arena
