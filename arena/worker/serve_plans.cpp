#include "arena/worker/serve_plans.hpp"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "arena/process/limits/process_tree.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/process/spawn/spawner.hpp"
#include "arena/series/play/batch.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/time.hpp"
#include "arena/worker/messages.hpp"
#include "arena/worker/plan.hpp"
#include "arena/worker/remote_seats.hpp"

namespace arena {

namespace {

/// Ends the worker: no one waits for the results any more.
[[noreturn]] void end_now() {
  remove_descendants();
  ::_exit(0);
}

/// The matches of a plan, by their numbers.
class PlannedMatches final : public MatchSource {
 public:
  explicit PlannedMatches(const std::vector<ScheduledMatch>& matches) {
    for (const ScheduledMatch& match : matches) {
      by_number_.emplace(match.number, match);
      numbers_.add(match.number);
    }
  }

  [[nodiscard]] ScheduledMatch at(int match) const override { return by_number_.at(match); }
  [[nodiscard]] int deal_of(int match) const override { return at(match).deal.number; }
  [[nodiscard]] const MatchNumbers& numbers() const { return numbers_; }

 private:
  std::map<int, ScheduledMatch> by_number_;
  MatchNumbers numbers_;
};

/// Writes messages of any thread.
class Output {
 public:
  explicit Output(int file) : file_(file) {}

  void write(const FromWorker& message) {
    const std::string line = to_line(message) + '\n';
    const std::lock_guard lock(mutex_);
    if (!write_all(file_, line)) end_now();
  }
  /// From now on `write` never returns, so that killed bots are not reported. A peer that does not
  /// read may keep a thread in it.
  void silence() { static_cast<void>(mutex_.try_lock_for(std::chrono::seconds(1))); }

 private:
  std::timed_mutex mutex_;
  int file_;
};

/// Writes what is new of a match. A worker plays one match at a time.
class LiveReport {
 public:
  explicit LiveReport(Output& output) : output_(output) {}

  /// A plan begins. A later plan may have a match of the same number.
  void begin(bool is_wanted) {
    match_ = -1;
    is_wanted_ = is_wanted;
  }
  /// Everything that was recorded so far.
  void report(int match, std::span<const RecordedMove> moves,
              std::span<const RecordedForfeit> forfeits) {
    if (!is_wanted_) return;
    if (match != match_) {
      output_.write(MatchBegun{match});
      match_ = match;
      moves_ = forfeits_ = 0;
    }
    for (; moves_ < moves.size(); ++moves_) {
      report_forfeits(forfeits, moves_);
      output_.write(LiveMove{match, moves[moves_]});
    }
    report_forfeits(forfeits, moves_);
  }

 private:
  /// Those after at most so many answers.
  void report_forfeits(std::span<const RecordedForfeit> forfeits, std::size_t after) {
    for (; forfeits_ < forfeits.size() && forfeits[forfeits_].after <= after; ++forfeits_)
      output_.write(LiveForfeit{match_, forfeits[forfeits_]});
  }

  Output& output_;
  bool is_wanted_ = false;
  int match_ = -1;
  std::size_t moves_ = 0;
  std::size_t forfeits_ = 0;
};

/// Says about once a second that the match goes on.
class Heartbeat {
 public:
  explicit Heartbeat(Output& output) : output_(output) {}

  void beat() {
    const TimePoint now = Clock::now();
    if (now < next_) return;
    output_.write(StillPlaying());
    next_ = now + std::chrono::seconds(1);
  }

 private:
  Output& output_;
  TimePoint next_ = Clock::now() + std::chrono::seconds(1);
};

/// The sandbox of the plans, made and tested once as long as the limits stay the same.
class ProvenSandbox {
 public:
  explicit ProvenSandbox(Spawner& spawner) : spawner_(spawner) {}

  std::shared_ptr<const Sandbox> with(const SandboxLimits& limits) {
    if (!sandbox_ || sandbox_->limits() != limits) {
      auto made = std::make_shared<const Sandbox>(limits);
      prove(made, spawner_);
      sandbox_ = std::move(made);
    }
    return sandbox_;
  }

 private:
  Spawner& spawner_;
  std::shared_ptr<const Sandbox> sandbox_;
};

class Worker {
 public:
  Worker(const Games& games, TableCache& table_cache, int in, int out)
      : in_(in),
        output_(out),
        reader_{games, table_cache, [this] { return std::make_shared<RemoteEntrant>(&seats_); },
                [this](const SandboxLimits& limits) { return sandbox_.with(limits); }} {}

  int work() {
    std::thread listener([this] { listen(); });
    bool good = true;
    while (const auto plan = good ? next_plan() : std::nullopt) good = try_play(*plan);
    // The listener waits for the end of the input, which the other side closes at an error, too.
    listener.join();
    return good && !garbled_ ? 0 : 1;
  }

 private:
  void listen() {
    LineReader lines(in_, longest_worker_line);
    try {
      while (const auto line = lines.next()) take(read_to_worker(*line));
    } catch (const std::exception& error) {
      output_.write(WorkerFailure{error.what()});
      garbled_ = true;
    }
    const std::lock_guard lock(mutex_);
    if (playing_) {
      output_.silence();
      end_now();
    }
    ended_ = true;
    changed_.notify_one();
  }

  void take(ToWorker message) {
    if (auto* plan = std::get_if<PlanMessage>(&message)) {
      const std::lock_guard lock(mutex_);
      plans_.push_back(std::move(plan->plan));
      changed_.notify_one();
    } else if (const auto* line = std::get_if<SeatLine>(&message)) {
      seats_.receive(line->match, line->seat, line->text);
    } else {
      const auto& gone = std::get<SeatGone>(message);
      seats_.leave(gone.match, gone.seat);
    }
  }

  /// Nothing at the end of the input, also if plans are left.
  std::optional<json::object> next_plan() {
    std::unique_lock lock(mutex_);
    playing_ = false;
    changed_.wait(lock, [this] { return ended_ || !plans_.empty(); });
    if (ended_) return std::nullopt;
    json::object plan = std::move(plans_.front());
    plans_.pop_front();
    playing_ = true;
    return plan;
  }

  bool try_play(const json::object& object) {
    try {
      play(read_plan(object, reader_));
      return true;
    } catch (const Error& error) {
      refuse(WorkerError{error.what()});
    } catch (const std::exception& error) {
      refuse(WorkerFailure{error.what()});
    }
    return false;
  }

  /// The other side may close the input at once, which must not change the exit status.
  void refuse(const FromWorker& why) {
    {
      const std::lock_guard lock(mutex_);
      playing_ = false;
    }
    output_.write(why);
  }

  void play(const WorkerPlan& plan) {
    const PlannedMatches matches(plan.matches);
    const Batch batch{.settings = plan.settings,
                      .entrants = plan.entrants,
                      .source = matches,
                      .matches = matches.numbers(),
                      .tries_starts = false,
                      .all_jobs = plan.jobs,
                      .first_job = plan.job};
    BatchHooks hooks{[this](const PlayedMatch& match) { output_.write(match); }};
    hooks.progress = [this](int match, auto moves, auto forfeits) {
      heartbeat_.beat();
      live_.report(match, moves, forfeits);
    };
    live_.begin(plan.live);
    BatchResults results;
    play_here(batch, spawner_, hooks, results, {});
    output_.write(PlanDone{results.host, results.late_faults});
  }

  int in_;
  Output output_;
  LiveReport live_{output_};
  Heartbeat heartbeat_{output_};
  Spawner spawner_;
  ProvenSandbox sandbox_{spawner_};
  RemoteSeats seats_{[this](int match, Seat seat, std::string_view line) {
    output_.write(SeatLine{std::string(line), match, seat});
  }};
  PlanReader reader_;
  std::mutex mutex_;  // guards the rest
  std::condition_variable changed_;
  std::deque<json::object> plans_;
  bool playing_ = false;
  bool ended_ = false;
  bool garbled_ = false;  // the input
};

}  // namespace

int serve_plans(const Games& games, TableCache& table_cache, int in, int out) {
  return Worker(games, table_cache, in, out).work();
}

}  // namespace arena
