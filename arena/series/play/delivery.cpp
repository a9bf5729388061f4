#include "arena/series/play/delivery.hpp"

#include <algorithm>
#include <utility>

namespace arena {

std::size_t end_of_share(const Batch& batch, std::size_t index) {
  std::size_t end = index + 1;
  if (!batch.void_overloaded && !batch.settings.is_apart()) return end;
  const int deal = batch.source.deal_of(batch.matches[index]);
  while (end < batch.matches.size() && batch.source.deal_of(batch.matches[end]) == deal) ++end;
  return end;
}

Delivery::Delivery(const Batch& batch, const BatchHooks& hooks, BatchResults& results,
                   std::size_t most_ahead, std::function<void()> on_stop)
    : batch_(batch),
      hooks_(hooks),
      most_ahead_(most_ahead),
      on_stop_(std::move(on_stop)),
      results_(results) {}

std::vector<int> Delivery::take_next(std::size_t (*share)(std::size_t left, int jobs)) {
  std::unique_lock lock(mutex_);
  const std::size_t all = batch_.matches.size();
  changed_.wait(lock, [&] { return stopped_ || next_ == all || next_ < delivered_ + most_ahead_; });
  std::vector<int> numbers;
  if (stopped_ || next_ == all) return numbers;
  const std::size_t wanted = std::min(share(all - next_, batch_.jobs), all - next_);
  const std::size_t end = end_of_share(batch_, next_ + wanted - 1);
  while (next_ < end) numbers.push_back(batch_.matches[next_++]);
  return numbers;
}

void Delivery::deliver(PlayedMatch match) {
  const std::lock_guard lock(hooks_mutex_);
  if (results_.failed_fast) return;
  waiting_.emplace(match.number, std::move(match));
  deliver_in_order();
}

void Delivery::deliver_in_order() {
  while (!waiting_.empty() && waiting_.begin()->first == batch_.matches[delivered_]) {
    const PlayedMatch next = std::move(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
    hooks_.played(next);
    count_delivered();
    if (!batch_.fail_fast || next.record.forfeits.empty()) continue;
    results_.failed_fast = true;
    waiting_.clear();  // matches after the forfeit do not count
    stop();
  }
}

void Delivery::count_delivered() {
  {
    const std::lock_guard lock(mutex_);
    ++delivered_;
  }
  changed_.notify_all();
}

void Delivery::report_void(const std::vector<PlayedMatch>& matches) {
  const std::lock_guard lock(hooks_mutex_);
  results_.host.void_matches += static_cast<int>(matches.size());
  hooks_.voided(matches);
}

void Delivery::add(const std::vector<LateFault>& late, const DurationCounts& overhead) {
  const std::lock_guard lock(hooks_mutex_);
  results_.host.overhead.add(overhead);
  results_.late_faults.insert(results_.late_faults.end(), late.begin(), late.end());
  std::ranges::sort(results_.late_faults, {}, &LateFault::match);
}

void Delivery::stop() {
  {
    const std::lock_guard lock(mutex_);  // so that none that begins to wait misses it
    stopped_ = true;
  }
  changed_.notify_all();
  on_stop_();
}

void Delivery::fail(std::exception_ptr error) {
  {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = std::move(error);
  }
  stop();
}

void Delivery::pause(Duration time) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, time, [this] { return stopped_.load(); });
}

void Delivery::unless_stopped(const std::function<void()>& call) {
  const std::lock_guard lock(hooks_mutex_);
  if (!stopped_) call();
}

void Delivery::finish() {
  if (error_) std::rethrow_exception(error_);
  for (const auto& [number, match] : waiting_) hooks_.played(match);
  waiting_.clear();
}

}  // namespace arena
