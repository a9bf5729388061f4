// When the phases of a server may play.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <stop_token>

#include "arena/util/time.hpp"

namespace arena::contest {

/// Lets them play in turn, so that all together play only so many matches at a time, and each comes
/// to its turn. Thread-safe.
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

/// How fast the games of a phase may follow each other, so that a phase without an end does not
/// keep the computer busy day and night.
class GamesPerDay {
 public:
  /// So many games need not wait: at the beginning, and after news.
  static constexpr int at_once = 100;

  /// 0: no limit.
  explicit GamesPerDay(int most) : most_(most) {}

  /// There are new bots, whose first games need not wait.
  void news() { free_ = at_once; }
  void played(std::size_t games, TimePoint now) {
    catch_up(now);
    free_ -= static_cast<double>(games);
  }
  /// How long the next game must wait.
  [[nodiscard]] Duration wait(TimePoint now) {
    if (most_ == 0) return Duration(0);
    catch_up(now);
    return free_ > 0 ? Duration(0) : std::chrono::ceil<Duration>((1 - free_) * day / most_);
  }

 private:
  static constexpr std::chrono::duration<double> day = std::chrono::hours(24);

  void catch_up(TimePoint now) {
    if (now <= at_) return;
    free_ = std::min<double>(at_once, free_ + most_ * ((now - at_) / day));
    at_ = now;
  }

  int most_;
  double free_ = at_once;  // games that may be played now; below 0: of those to come
  TimePoint at_{};
};

}  // namespace arena::contest
