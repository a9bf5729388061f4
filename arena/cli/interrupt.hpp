// Ctrl-C (SIGINT), SIGTERM and SIGHUP: the first signal asks for an orderly end, the second ends
// arena at once. Make it before any other thread, so that no other thread gets the signal.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include <boost/core/noncopyable.hpp>

namespace arena::cli {

class Interrupt : boost::noncopyable {
 public:
  Interrupt();
  ~Interrupt();

  /// Sets what the first signal does. Another thread calls it. If the signal came before, it is
  /// called at once.
  void on_first(std::function<void()> action);
  [[nodiscard]] bool came() const { return came_; }

 private:
  void wait();

  std::mutex mutex_;
  std::function<void()> action_;
  std::atomic<bool> came_ = false;
  std::thread waiter_;
};

/// Sets what the first signal does, for a scope.
class OnInterrupt : boost::noncopyable {
 public:
  OnInterrupt(Interrupt& interrupt, std::function<void()> action) : interrupt_(interrupt) {
    interrupt_.on_first(std::move(action));
  }
  ~OnInterrupt() { interrupt_.on_first({}); }

 private:
  Interrupt& interrupt_;
};

/// For a first signal when there are no results to keep: kills all bots and exits.
void end_at_once();

}  // namespace arena::cli
