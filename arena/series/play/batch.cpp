#include "arena/series/play/batch.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/core/noncopyable.hpp>
#include <fmt/format.h>

#include "arena/peer/loop.hpp"
#include "arena/peer/task.hpp"
#include "arena/series/entrants/bot_pool.hpp"
#include "arena/series/entrants/start_trial.hpp"
#include "arena/series/play/delivery.hpp"
#include "arena/series/play/table.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

namespace asio = boost::asio;

/// How many matches per job may be ahead of an earlier one. They stay in memory, and only after
/// this many does one slow match hold up the others.
constexpr std::size_t most_ahead = 8;
constexpr int most_void = 1;

/// True if a job needs its own core, because it communicates with processes. For others, a core
/// would only keep several programs that use arena on the same few cores.
bool talks_to_processes(const std::vector<Entrant>& entrants) {
  return std::ranges::any_of(entrants, &Entrant::process);
}

/// True if a match is void under `void_overloaded`: the host was overloaded, and no bot forfeited
/// for a reason other than time.
bool should_be_void(const PlayedMatch& match) {
  const bool at_fault = std::ranges::any_of(match.record.forfeits, [](const auto& forfeit) {
    return forfeit.reason != to_text(FaultKind::time);
  });
  return is_overloaded(match) && !at_fault;
}

/// True if a game and its bots must share a core, even if jobs outnumber the cores.
bool keeps_to_cores(const Batch& batch) {
  return batch.settings.pause || std::ranges::any_of(batch.entrants, [](const Entrant& entrant) {
           return entrant.time.clock == ClockKind::cpu;
         });
}

std::size_t one_match(std::size_t /*left*/, int /*jobs*/) { return 1; }

/// Plays a batch: see play_here. A deal is void at most once; then it counts in any case.
class Series {
 public:
  /// All arguments outlive the series.
  Series(const Batch& batch, Spawner& spawner, const BatchHooks& hooks, BatchResults& results)
      : batch_(batch),
        spawner_(spawner),
        hooks_(hooks),
        delivery_(batch, hooks, results, most_ahead * static_cast<std::size_t>(batch.jobs),
                  [this] { break_off(); }) {}

  /// Checks that the bots can start, if the batch wants that, and plays. Returns after all matches,
  /// or soon after `stop`. Throws Error if a bot cannot start, and rethrows what a worker threw.
  void run();
  /// Ends the current matches, which then do not count. Any thread may call this.
  void stop() { delivery_.stop(); }

 private:
  class Worker;

  void break_off();

  const Batch& batch_;
  Spawner& spawner_;
  StartTrial trial_{batch_.settings, spawner_};
  const BatchHooks& hooks_;
  std::mutex workers_mutex_;  // guards the next one
  std::vector<Worker*> workers_;
  Delivery delivery_;
};

/// One thread's part: its loop, its core, and its current match.
class Series::Worker : boost::noncopyable {
 public:
  Worker(Series& series, std::optional<int> core)
      : series_(series),
        batch_(series.batch_),
        core_(core),
        pool_(series.batch_.settings.is_apart()) {
    const std::lock_guard lock(series_.workers_mutex_);
    series_.workers_.push_back(this);
  }
  ~Worker() {
    const std::lock_guard lock(series_.workers_mutex_);
    std::erase(series_.workers_, this);
  }

  void work() {
    if (core_) bind_to(*core_);
    Delivery& delivery = series_.delivery_;
    for (auto numbers = delivery.take_next(one_match); !numbers.empty();
         numbers = delivery.take_next(one_match))
      play_all(numbers);
    run_task(loop_, pool_.close());
    delivery.add(pool_.take_late_faults(), overhead_);
  }

  /// Breaks off the current match, which then does not count. Any thread may call this.
  void break_off() {
    asio::post(loop_.executor(), [this] { break_off_here(); });
  }

 private:
  void break_off_here() {
    broken_off_ = true;
    if (table_) table_->interrupt();
  }

  void play_all(const std::vector<int>& numbers) {
    std::vector<PlayedMatch> played;
    for (int times = 0; times <= most_void; ++times) {
      if (!played.empty()) void_all(played);
      played = play_once(numbers);
      if (!batch_.void_overloaded) break;
      if (played.size() < numbers.size()) return;  // a deal counts as a whole
      if (std::ranges::none_of(played, should_be_void)) break;
    }
    for (PlayedMatch& match : played) series_.delivery_.deliver(std::move(match));
  }

  /// A bot that plays several matches now knows the deal, so it must start again.
  void void_all(const std::vector<PlayedMatch>& played) {
    series_.delivery_.report_void(played);
    run_task(loop_, pool_.close());
  }

  /// Returns fewer matches if the series stops; the current one does not count.
  std::vector<PlayedMatch> play_once(const std::vector<int>& numbers) {
    std::vector<PlayedMatch> played;
    for (const int number : numbers) {
      PlayedMatch match = play_one(number);
      if (is_over()) break;
      played.push_back(std::move(match));
    }
    return played;
  }

  /// True if no more matches should be played. An in-process bot may not have noticed yet.
  [[nodiscard]] bool is_over() const { return broken_off_ || series_.delivery_.is_stopped(); }

  PlayedMatch play_one(int number) {
    PlayedMatch played;
    const bool must_start = batch_.tries_starts && series_.delivery_.delivered() == 0;
    const NoStart no_start = must_start ? NoStart::error : NoStart::forfeit;
    table_.emplace(Room{batch_.settings, loop_, series_.spawner_, pool_, core_, no_start},
                   &overhead_, series_.hooks_.progress);
    const ScheduledMatch match = batch_.source.at(number);
    run_task(loop_, play(match, played), [this] { break_off_here(); });
    table_.reset();
    return played;
  }

  asio::awaitable<void> play(const ScheduledMatch& match, PlayedMatch& played) {
    std::set<const Entrant*> at_table;
    for (const int player : match.player_at)
      at_table.insert(&batch_.entrants[static_cast<std::size_t>(player)]);
    co_await pool_.keep_only(std::move(at_table));
    played = co_await table_->play(match, batch_.entrants);
  }

  Series& series_;
  const Batch& batch_;
  std::optional<int> core_;
  Loop loop_;
  BotPool pool_;
  std::optional<Table> table_;
  DurationCounts overhead_;
  bool broken_off_ = false;
};

void Series::run() {
  if (batch_.tries_starts) trial_.run(batch_.entrants);
  const cpu_set_t& cores = spawner_.processors();
  const int jobs = std::max(batch_.jobs, batch_.all_jobs);
  const bool fits = jobs <= CPU_COUNT(&cores) || keeps_to_cores(batch_);
  const bool bound = fits && talks_to_processes(batch_.entrants);
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(batch_.jobs));
  const auto work = [this, bound, &cores](int job) {
    try {
      const int core = core_of(cores, batch_.first_job + job);
      Worker(*this, bound ? std::optional(core) : std::nullopt).work();
    } catch (...) {
      delivery_.fail(std::current_exception());
    }
  };
  try {
    for (int job = 0; job < batch_.jobs; ++job) threads.emplace_back(work, job);
  } catch (const std::system_error&) {
    delivery_.fail(std::make_exception_ptr(Error(
        fmt::format("this machine has no threads for {} jobs: give fewer with -j", batch_.jobs))));
  }
  for (std::thread& thread : threads) thread.join();
  delivery_.finish();
}

void Series::break_off() {
  const std::lock_guard lock(workers_mutex_);
  trial_.interrupt();
  for (Worker* worker : workers_) worker->break_off();
}

}  // namespace

void play_here(const Batch& batch, Spawner& spawner, const BatchHooks& hooks, BatchResults& results,
               const std::stop_token& stop) {
  Series series(batch, spawner, hooks, results);
  const std::stop_callback on_stop(stop, [&series] { series.stop(); });
  series.run();
}

}  // namespace arena
