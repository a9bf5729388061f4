// How fast the games of a phase may follow each other, so that a phase without an end does not keep
// the computer busy day and night.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "arena/util/time.hpp"

namespace arena::contest {

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
