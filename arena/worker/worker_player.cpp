#include "arena/worker/worker_player.hpp"

#include <algorithm>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "arena/series/entrants/entrants.hpp"
#include "arena/series/play/delivery.hpp"
#include "arena/util/error.hpp"
#include "arena/worker/messages.hpp"
#include "arena/worker/plan.hpp"
#include "arena/worker/worker_process.hpp"

namespace arena {

namespace {

/// The most matches of one plan. Bots that play several matches start again with each plan.
constexpr std::size_t most_planned = 16;
/// How many plans of each worker may be ahead of a slow match.
constexpr std::size_t most_ahead = 4;

/// The numbers of the matches that a worker still has to play, in this order.
using Numbers = std::deque<int>;

/// Why a worker plays no more, a part of a sentence.
struct WorkerEnd {
  std::string why;
  bool is_own = false;  // it lives, and says that this computer lacks something, such as memory
};

/// How often a match ended its worker.
struct Failures {
  int all = 0;
  int ended = 0;      // of these, without a word of the worker's own
  std::string why{};  // of the last one

  [[nodiscard]] std::string text() const {
    return fmt::format("ended {} workers; the last one {}", all, why);
  }
};

/// Nothing that happened in it counts.
void leave_out(Record& record, const std::string& why) {
  const std::size_t seats = record.players.size();
  record.moves.clear();
  record.forfeits.clear();
  record.counted.clear();
  record.scores.emplace(seats, 0);
  record.places.emplace(seats, 1);
  record.end = "left out";
  record.rest[left_out_key] = why;
}

}  // namespace

/// One batch. Each worker has a thread here, which gives it plans and reads its results.
class WorkerPlayer::Run {
 public:
  Run(WorkerPlayer& player, const Batch& batch, const BatchHooks& hooks, BatchResults& results)
      : player_(player),
        batch_(batch),
        delivery_(batch, hooks, results,
                  most_ahead * most_planned * static_cast<std::size_t>(batch.jobs),
                  [this] { end_workers(); }) {
    const auto jobs = static_cast<std::size_t>(batch.jobs);
    if (player_.workers_.size() < jobs) player_.workers_.resize(jobs);
  }

  void run() {
    std::vector<std::thread> threads;
    try {
      for (int job = 0; job < batch_.jobs; ++job) threads.emplace_back([this, job] { work(job); });
    } catch (...) {
      delivery_.fail(std::current_exception());
    }
    for (std::thread& thread : threads) thread.join();
    if (delivery_.is_stopped()) player_.workers_.clear();
    delivery_.finish();
  }

  /// Any thread may call this.
  void stop() { delivery_.stop(); }

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
      delivery_.fail(std::current_exception());
    }
  }

  Numbers take_next() {
    const std::vector<int> numbers = delivery_.take_next([](std::size_t left, int jobs) {
      return std::clamp(left / (4 * static_cast<std::size_t>(jobs)), std::size_t{1}, most_planned);
    });
    return {numbers.begin(), numbers.end()};
  }

  /// Null after a stop.
  WorkerProcess* worker_for(int job) {
    const std::lock_guard lock(mutex_);
    if (delivery_.is_stopped()) return nullptr;
    auto& worker = player_.workers_[static_cast<std::size_t>(job)];
    if (!worker) worker = std::make_unique<WorkerProcess>(player_.command_);
    return worker.get();
  }

  /// Removes from `numbers` what has been played. Some may be left if the worker fails.
  void play(WorkerProcess& worker, int job, Numbers& numbers) {
    const Failures failures = failures_of(numbers.front());
    const bool is_left_out = failures.ended >= most_failures;
    Numbers planned = is_left_out ? Numbers{numbers.front()} : numbers;
    WorkerPlan plan = plan_of(job, planned);
    if (is_left_out) remove_bots(plan);
    const Duration patience = longest_silence(plan, player_.margin_);
    worker.send(to_line(ToWorker(PlanMessage{to_json(plan)})));
    WorkerEnd end;
    while (auto message = next_message(worker, plan, planned, patience, end)) {
      if (std::holds_alternative<PlanDone>(*message)) {
        const auto& done = std::get<PlanDone>(*message);
        return delivery_.add(done.late_faults, done.host.overhead);
      }
      if (const auto* error = std::get_if<WorkerError>(&*message)) throw Error(error->what);
      if (auto* played = std::get_if<PlayedMatch>(&*message)) {
        planned.pop_front();
        numbers.pop_front();
        if (is_left_out) leave_out(played->record, failures.text());
        delivery_.deliver(std::move(*played));
      }
    }
    remove(job);
    if (planned.empty()) return say_end(plan.matches.back().number, end);
    count_failure(planned.front(), end);
  }

  /// If a worker does not survive the deal without its bots either, the match is not the reason.
  static void remove_bots(WorkerPlan& plan) {
    for (Entrant& entrant : plan.entrants)
      entrant.kind = std::make_shared<MissingEntrant>("left out");
  }

  [[nodiscard]] WorkerPlan plan_of(int job, const Numbers& numbers) const {
    WorkerPlan plan{batch_.settings, batch_.entrants, {}, false, batch_.jobs, job};
    for (const int number : numbers) plan.matches.push_back(batch_.source.at(number));
    return plan;
  }

  /// Returns nothing if the worker has failed, and sets `end`.
  std::optional<FromWorker> next_message(WorkerProcess& worker, const WorkerPlan& plan,
                                         const Numbers& numbers, Duration patience,
                                         WorkerEnd& end) const {
    try {
      if (const auto line = worker.next_line(patience)) {
        FromWorker message = read_from_worker(*line);
        if (const auto* failure = std::get_if<WorkerFailure>(&message)) {
          end = {fmt::format("failed: {}", failure->what), true};
          return std::nullopt;
        }
        check(message, plan, numbers);
        return message;
      }
      end = {worker.ending()};
    } catch (const Error& error) {
      end = {fmt::format("wrote nonsense: {}", error.what())};
    }
    return std::nullopt;
  }

  /// Throws Error unless the worker may say this now.
  void check(const FromWorker& message, const WorkerPlan& plan, const Numbers& numbers) const {
    if (std::holds_alternative<SeatLine>(message)) throw Error("a line for no seat");
    if (std::holds_alternative<MatchBegun>(message) || std::holds_alternative<LiveMove>(message) ||
        std::holds_alternative<LiveForfeit>(message))
      throw Error("it reports moves, but was not asked to");
    const auto* const done = std::get_if<PlanDone>(&message);
    if ((done != nullptr) != numbers.empty())
      throw Error("it was done too early, or went on after its last match");
    if (done != nullptr && done->late_faults.size() > plan.matches.size() * most_seats)
      throw Error("it reports more faults than it has bots");
    if (const auto* played = std::get_if<PlayedMatch>(&message))
      check_played(*played, plan, plan.matches[plan.matches.size() - numbers.size()]);
  }

  void remove(int job) {
    std::unique_ptr<WorkerProcess> ending;  // outside the lock, as it may take a while
    const std::lock_guard lock(mutex_);
    ending = std::move(player_.workers_[static_cast<std::size_t>(job)]);
  }

  [[nodiscard]] Failures failures_of(int match) {
    const std::lock_guard lock(mutex_);
    return failures_[match];
  }

  void say_end(int match, const WorkerEnd& end) {
    delivery_.unless_stopped([&] { player_.on_end(match, end.why); });
  }

  void count_failure(int match, const WorkerEnd& end) {
    const Failures failures = add_failure(match, end);
    say_end(match, end);
    if (delivery_.is_stopped()) return;
    const bool is_left_out = failures.all == most_failures && failures.ended == most_failures;
    if (failures.all >= most_failures && !is_left_out)
      throw Error(fmt::format("game {} {}", match, failures.text()));  // as the site counts
    delivery_.pause(player_.pause_);
  }

  Failures add_failure(int match, const WorkerEnd& end) {
    const std::lock_guard lock(mutex_);
    Failures& failures = failures_[match];
    failures = {failures.all + 1, failures.ended + (end.is_own ? 0 : 1), end.why};
    return failures;
  }

  void end_workers() {
    const std::lock_guard lock(mutex_);
    for (const auto& worker : player_.workers_) {
      if (worker) worker->end();
    }
  }

  WorkerPlayer& player_;  // its workers are guarded by the mutex
  const Batch& batch_;
  std::mutex mutex_;                  // guards the next one
  std::map<int, Failures> failures_;  // by match
  Delivery delivery_;
};

WorkerPlayer::WorkerPlayer(std::vector<std::string> command, Duration margin, Duration pause)
    : command_(std::move(command)), margin_(margin), pause_(pause) {}

WorkerPlayer::~WorkerPlayer() = default;

void WorkerPlayer::play(const Batch& batch, const BatchHooks& hooks, BatchResults& results,
                        const std::stop_token& stop) {
  Run run(*this, batch, hooks, results);
  const std::stop_callback on_stop(stop, [&run] { run.stop(); });
  run.run();
}

}  // namespace arena
