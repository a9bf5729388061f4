// Independent pieces of work in several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace arena {

/// The cores of this machine.
inline int cores() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

/// So many pieces of work at a time, if each keeps so many cores busy.
inline int jobs_of(int cores_each) { return std::max(1, cores() / cores_each); }

/// Calls `work(i)` for each i from 0 to count-1, in at most `jobs` threads, and waits for all. The
/// first exception ends the work and is thrown again.
template <class Work>
void in_parallel(int count, int jobs, Work work) {
  std::atomic<int> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto go_on = [&] {
    try {
      for (int i = next++; i < count; i = next++) work(i);
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    try {
      for (int i = 1; i < std::min(jobs, count); ++i) threads.emplace_back(go_on);
    } catch (const std::system_error&) {
      // The system gives no more threads: those that there are do the work.
    }
    go_on();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace arena
