#include "arena/worker/worker_player.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/worker/messages.hpp"
#include "arena/worker/worker_process.hpp"

namespace arena {

namespace {

/// The most matches of one plan. Bots that play several matches start again with each plan.
constexpr std::size_t most_planned = 16;
/// How many plans of each worker may be ahead of a slow match.
constexpr std::size_t most_ahead = 4;

/// The numbers of the matches that a worker still has to play, in this order.
using Numbers = std::deque<int>;

}  // namespace

/// One batch. Each worker has a thread here, which gives it plans and reads its results.
class WorkerPlayer::Run {
 public:
  Run(WorkerPlayer& player, const Batch& batch, const BatchHooks& hooks, BatchResults& results)
      : player_(player), batch_(batch), hooks_(hooks), results_(results) {
    const auto jobs = static_cast<std::size_t>(batch.jobs);
    if (player_.workers_.size() < jobs) player_.workers_.resize(jobs);
  }

  void run() {
    std::vector<std::thread> threads;
    try {
      for (int job = 0; job < batch_.jobs; ++job) threads.emplace_back([this, job] { work(job); });
    } catch (...) {
      fail(std::current_exception());
    }
    for (std::thread& thread : threads) thread.join();
    if (stopped_) player_.workers_.clear();
    if (error_) std::rethrow_exception(error_);
    std::ranges::sort(results_.late_faults, {}, &LateFault::match);
    // After a stop, some matches were played although an earlier one was not.
    for (const auto& [number, match] : waiting_) hooks_.played(match);
  }

  /// Any thread may call this.
  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    for (const auto& worker : player_.workers_) {
      if (worker) worker->end();
    }
    changed_.notify_all();
  }

 private:
  void work(int job) {
    try {
      for (Numbers numbers = take_next(); !numbers.empty(); numbers = take_next()) {
        while (!numbers.empty()) {
          WorkerProcess* worker = worker_for(job);
          if (worker == nullptr) return;
          play(*worker, job, numbers);
        }
      }
    } catch (...) {
      fail(std::current_exception());
    }
  }

  /// Waits while too many played matches wait for an earlier one.
  Numbers take_next() {
    std::unique_lock lock(mutex_);
    const auto jobs = static_cast<std::size_t>(batch_.jobs);
    changed_.wait(
        lock, [&] { return stopped_ || next_ < delivered_ + most_ahead * most_planned * jobs; });
    Numbers numbers;
    if (stopped_) return numbers;
    const std::size_t left = batch_.matches.size() - next_;
    const std::size_t share = std::clamp(left / (4 * jobs), std::size_t{1}, most_planned);
    if (left == 0) return numbers;
    const std::size_t end = end_of_share(batch_, next_ + std::min(share, left) - 1);
    while (next_ < end) numbers.push_back(batch_.matches[next_++]);
    return numbers;
  }

  /// Null after a stop.
  WorkerProcess* worker_for(int job) {
    const std::lock_guard lock(mutex_);
    if (stopped_) return nullptr;
    auto& worker = player_.workers_[static_cast<std::size_t>(job)];
    if (!worker) worker = std::make_unique<WorkerProcess>(player_.command_);
    return worker.get();
  }

  /// Removes from `numbers` what has been played. Some may be left if the worker fails.
  void play(WorkerProcess& worker, int job, Numbers& numbers) {
    const WorkerPlan plan = plan_of(job, numbers);
    const Duration patience = longest_silence(plan, player_.margin_);
    worker.send(to_line(ToWorker(PlanMessage{to_json(plan)})));
    std::string why;
    while (auto message = next_message(worker, numbers, patience, why)) {
      if (std::holds_alternative<PlanDone>(*message)) {
        add(std::get<PlanDone>(*message));
        return;
      }
      if (const auto* error = std::get_if<WorkerError>(&*message)) throw Error(error->what);
      if (auto* played = std::get_if<PlayedMatch>(&*message)) {
        numbers.pop_front();
        deliver(std::move(*played));
      }
    }
    remove(job);
    if (!numbers.empty()) count_failure(numbers.front(), why);
  }

  [[nodiscard]] WorkerPlan plan_of(int job, const Numbers& numbers) const {
    WorkerPlan plan{batch_.settings, batch_.entrants, {}, false, batch_.jobs, job};
    for (const int number : numbers) plan.matches.push_back(batch_.source.at(number));
    return plan;
  }

  /// Returns nothing if the worker has failed, and sets `why`, a part of a sentence.
  std::optional<FromWorker> next_message(WorkerProcess& worker, const Numbers& numbers,
                                         Duration patience, std::string& why) const {
    try {
      if (const auto line = worker.next_line(patience)) {
        FromWorker message = read_from_worker(*line);
        check(message, numbers);
        return message;
      }
      why = worker.ending();
    } catch (const Error& error) {
      why = fmt::format("wrote nonsense: {}", error.what());
    }
    return std::nullopt;
  }

  /// Throws Error unless the worker may say this now.
  void check(const FromWorker& message, const Numbers& numbers) const {
    if (const auto* failure = std::get_if<WorkerFailure>(&message))
      throw Error(fmt::format("failed: {}", failure->what));
    if (std::holds_alternative<SeatLine>(message)) throw Error("a line for no seat");
    if (std::holds_alternative<MatchBegun>(message) || std::holds_alternative<LiveMove>(message) ||
        std::holds_alternative<LiveForfeit>(message))
      throw Error("it reports moves, but was not asked to");
    if (std::holds_alternative<PlanDone>(message) != numbers.empty())
      throw Error("it was done too early, or went on after its last match");
    if (const auto* played = std::get_if<PlayedMatch>(&message))
      check_played(*played, batch_.source.at(numbers.front()), batch_.settings.game->info());
  }

  void deliver(PlayedMatch match) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(match.number, std::move(match));
    while (!waiting_.empty() && waiting_.begin()->first == batch_.matches[delivered_]) {
      const PlayedMatch next = std::move(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      hooks_.played(next);
      ++delivered_;
    }
    changed_.notify_all();
  }

  void add(const PlanDone& done) {
    const std::lock_guard lock(mutex_);
    results_.host.overhead.add(done.host.overhead);
    results_.late_faults.insert(results_.late_faults.end(), done.late_faults.begin(),
                                done.late_faults.end());
  }

  void remove(int job) {
    std::unique_ptr<WorkerProcess> ending;  // outside the lock, as it may take a while
    const std::lock_guard lock(mutex_);
    ending = std::move(player_.workers_[static_cast<std::size_t>(job)]);
  }

  void count_failure(int match, const std::string& why) {
    const std::lock_guard lock(mutex_);
    if (stopped_ || ++failures_[match] < most_failures) return;
    throw Error(
        fmt::format("game {} ended {} workers; the last one {}", match + 1, most_failures, why));
  }

  void fail(std::exception_ptr error) {
    {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::move(error);
    }
    stop();
  }

  WorkerPlayer& player_;  // its workers are guarded by the mutex, as are the calls of hooks
  const Batch& batch_;
  const BatchHooks& hooks_;
  BatchResults& results_;
  std::mutex mutex_;  // guards the rest, and the results
  std::condition_variable changed_;
  std::size_t next_ = 0;                // index into batch_.matches
  std::size_t delivered_ = 0;           // how many of batch_.matches
  std::map<int, PlayedMatch> waiting_;  // played, but an earlier match is not
  std::map<int, int> failures_;         // by match
  bool stopped_ = false;
  std::exception_ptr error_;
};

WorkerPlayer::WorkerPlayer(std::vector<std::string> command, Duration margin)
    : command_(std::move(command)), margin_(margin) {}

WorkerPlayer::~WorkerPlayer() = default;

void WorkerPlayer::play(const Batch& batch, const BatchHooks& hooks, BatchResults& results,
                        const std::stop_token& stop) {
  Run run(*this, batch, hooks, results);
  const std::stop_callback on_stop(stop, [&run] { run.stop(); });
  run.run();
}

}  // namespace arena
