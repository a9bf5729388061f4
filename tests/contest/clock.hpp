// A clock that a test moves.
#pragma once

#include <atomic>
#include <chrono>

#include "arena/contest/moment.hpp"

namespace arena::test {

class TestClock {
 public:
  /// 2026-12-01, noon UTC.
  TestClock()
      : milliseconds_(contest::read_moment("2026-12-01T12:00:00Z")->time_since_epoch().count()) {}

  [[nodiscard]] contest::Moment now() const {
    return contest::Moment(std::chrono::milliseconds(milliseconds_.load()));
  }
  void pass(std::chrono::milliseconds time) { milliseconds_ += time.count(); }
  /// What a host takes. REQUIRES: this outlives it.
  [[nodiscard]] contest::Now function() {
    return [this] { return now(); };
  }

 private:
  std::atomic<std::int64_t> milliseconds_;
};

}  // namespace arena::test
