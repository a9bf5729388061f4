// Lets the phases of a server play in turn, so that all together play only so many matches at a
// time, and each comes to its turn.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>
#include <stop_token>

namespace arena::contest {

/// Thread-safe.
class Turns {
 public:
  /// `count`: how many may have a turn at the same time.
  explicit Turns(int count) : free_(count) {}

  /// Waits for a turn, first come, first served. Returns whether it has one: not after a request to
  /// stop.
  bool take(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const std::uint64_t own = next_++;
    waiting_.push_back(own);
    const auto has_turn = [&] { return free_ > 0 && waiting_.front() == own; };
    const bool is_taken = changed_.wait(lock, stop, has_turn);
    waiting_.remove(own);
    if (is_taken) --free_;
    changed_.notify_all();
    return is_taken;
  }
  void give_back() {
    const std::lock_guard lock(mutex_);
    ++free_;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  int free_;
  std::uint64_t next_ = 0;
  std::list<std::uint64_t> waiting_;  // in the order in which they came
};

}  // namespace arena::contest
