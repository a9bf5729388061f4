// Ctrl-C (SIGINT), SIGTERM and SIGHUP: the first one asks for an orderly end, a second one ends
// arena at once. Made before any other thread, so that no other thread ever takes the signal.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace arena::cli {

class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  /// What the first signal does; called from another thread. Called at once if the signal came
  /// before.
  void on_first(std::function<void()> action);
  [[nodiscard]] bool came() const { return came_; }

 private:
  void wait();

  std::mutex mutex_;
  std::function<void()> action_;
  std::atomic<bool> came_ = false;
  std::thread waiter_;
};

/// What the first signal does, for a scope.
class OnInterrupt {
 public:
  OnInterrupt(Interrupt& interrupt, std::function<void()> action) : interrupt_(interrupt) {
    interrupt_.on_first(std::move(action));
  }
  OnInterrupt(const OnInterrupt&) = delete;
  OnInterrupt& operator=(const OnInterrupt&) = delete;
  ~OnInterrupt() { interrupt_.on_first({}); }

 private:
  Interrupt& interrupt_;
};

/// What a first signal does where there is nothing to keep: all bots are removed, and arena ends.
void end_at_once();

}  // namespace arena::cli
