#include "arena/contest/checks/checker.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "arena/contest/checks/check_job.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/worker/worker_process.hpp"

namespace arena::contest {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

/// A version whose check fails so often, without a result, is refused: others wait behind it.
constexpr int most_failures = 3;

/// From the beginning of a turn to its end, after which others may have theirs.
class Turning {
 public:
  Turning(CheckQueue& queue, CheckTurn turn, std::function<void()> after)
      : queue_(queue), turn_(std::move(turn)), after_(std::move(after)) {}
  Turning(const Turning&) = delete;
  Turning& operator=(const Turning&) = delete;
  ~Turning() {
    const auto took = std::chrono::steady_clock::now() - began_;
    queue_.ended(turn_, end, std::chrono::duration_cast<std::chrono::milliseconds>(took));
    after_();
  }

  TurnEnd end = TurnEnd::failed;

 private:
  CheckQueue& queue_;
  CheckTurn turn_;
  std::function<void()> after_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// A folder for one check, removed afterwards.
class CheckFolder {
 public:
  explicit CheckFolder(std::string path) : path_(std::move(path)) {
    fs::remove_all(path_);
    fs::create_directories(path_);
    fs::permissions(path_, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec);
  }
  CheckFolder(const CheckFolder&) = delete;
  CheckFolder& operator=(const CheckFolder&) = delete;
  ~CheckFolder() {
    std::error_code none;
    fs::remove_all(path_, none);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

CheckJob job_for(const Contest& contest, const std::string& folder, const std::string& bot) {
  CheckJob job;
  job.folder = folder;
  job.bot = bot;
  job.match = contest.spec.match;
  job.quotas = contest.spec.quotas;
  job.runner = contest.spec.runner;
  return job;
}

}  // namespace

Checker::Checker(Bots& bots, Tryouts& tryouts, const StateFolder& folder, CheckerSettings settings)
    : bots_(bots),
      tryouts_(tryouts),
      folder_(folder),
      settings_(std::move(settings)),
      queue_(settings_.now, [this](const std::string& id) {
        const Contest* const contest = settings_.contest(id);
        return contest == nullptr ? 0s : contest->spec.quotas.check_time_per_day;
      }) {
  for (const auto& left : fs::directory_iterator(folder_.path + "/checks")) fs::remove_all(left);
  bots_.requeue();
}

void Checker::start() {
  for (int job = 0; job <= settings_.jobs; ++job)
    threads_.emplace_back(
        [this, job](const std::stop_token& stop) { run(job < settings_.jobs, stop); });
}

void Checker::stop() {
  for (std::jthread& thread : threads_) thread.request_stop();
  threads_.clear();
}

void Checker::wake() {
  const std::lock_guard lock(mutex_);
  ++news_;
  changed_.notify_all();
}

int Checker::news() {
  const std::lock_guard lock(mutex_);
  return news_;
}

std::vector<QueuedCheck> Checker::queued() {
  std::vector<QueuedCheck> all = tryouts_.queued();
  const std::vector<QueuedCheck> versions = bots_.queued();
  all.insert(all.end(), versions.begin(), versions.end());
  return all;
}

void Checker::run(bool may_be_long, const std::stop_token& stop) {
  std::optional<VersionId> unfinished;  // waits again as soon as the database can note it
  while (!stop.stop_requested()) {
    const int seen = news();
    std::optional<std::chrono::milliseconds> pause;
    try {
      if (unfinished && bots_.put_back(*unfinished)) wake();
      unfinished.reset();
      if (const auto turn = queue_.next([this] { return queued(); }, may_be_long)) {
        Turning turning(queue_, *turn, [this] { wake(); });
        if (turn->check.is_tryout) {
          turning.end = try_out(*turn, stop);
        } else if (const auto version = bots_.begin_check(turn->check.number)) {
          unfinished = version->id;
          turning.end = check(*turn, *version, stop);
          unfinished.reset();
        } else {
          turning.end = TurnEnd::done;
        }
        continue;
      }
    } catch (const std::exception& error) {
      settings_.trouble(fmt::format("cannot check uploads: {}", error.what()));
      pause = settings_.before_retry;
    }
    std::unique_lock lock(mutex_);
    if (pause) {
      changed_.wait_for(lock, stop, *pause, [] { return false; });
    } else {
      changed_.wait(lock, stop, [&] { return news_ != seen; });
    }
  }
}

std::chrono::seconds Checker::time_of(const CheckTurn& turn, std::chrono::seconds whole) const {
  return turn.kind == CheckTurn::Kind::look ? std::min(settings_.first_look, whole) : whole;
}

std::string Checker::why_refused(const Contest& contest) const {
  return fmt::format(
      "it takes longer than {} to check, and your bots have used up the {} that are there for this "
      "within 24 hours: try again later",
      duration_text(settings_.first_look), duration_text(contest.spec.quotas.check_time_per_day));
}

TurnEnd Checker::check(const CheckTurn& turn, const Version& version, const std::stop_token& stop) {
  const auto bot = bots_.find(version.bot);
  const Contest* const contest = bot ? settings_.contest(bot->contest) : nullptr;
  if (contest == nullptr) {
    CheckResult result;
    result.reason = "its contest is over";
    bots_.finish(version.id, result);
    return TurnEnd::done;
  }
  settings_.changed(bot->contest);
  std::optional<CheckResult> result;
  bool has_failed = false;
  try {
    result = run_child(turn, version, *bot, *contest, stop);
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    Failures& failures = failures_.try_emplace(version.id, Failures{0, good_checks_}).first->second;
    // On a full disk all uploads wait, but for one that fails while others are well.
    const bool counts = !is_disk_failure(error) || good_checks_ > failures.good_checks;
    failures.good_checks = good_checks_;
    failures.count += counts ? 1 : 0;
    if (failures.count < most_failures) throw;
    settings_.trouble(fmt::format("the check of {} fails: {}", bot->name, error.what()));
    result.emplace().reason = "the server cannot check it";
    has_failed = true;
  }
  if (!result || stop.stop_requested()) {
    const bool waits = bots_.put_back(version.id);
    settings_.changed(bot->contest);
    return waits ? TurnEnd::needs_more : TurnEnd::done;
  }
  bots_.finish(version.id, *result);
  {
    const std::lock_guard lock(mutex_);
    failures_.erase(version.id);
    good_checks_ += has_failed ? 0 : 1;
  }
  settings_.changed(bot->contest);
  return has_failed ? TurnEnd::failed : TurnEnd::done;
}

std::optional<CheckResult> Checker::run_child(const CheckTurn& turn, const Version& version,
                                              const Bot& bot, const Contest& contest,
                                              const std::stop_token& stop) {
  CheckResult late;
  if (turn.kind == CheckTurn::Kind::refusal) {
    late.reason = why_refused(contest);
    return late;
  }
  CheckJob job = job_for(contest, folder_.check(version.id), bot.name);
  job.file_name = version.file_name;
  job.language = version.language;
  job.protocol = version.protocol;
  const CheckFolder folder(job.folder);
  const std::chrono::seconds whole = contest.spec.quotas.check_time;
  const std::chrono::seconds time = time_of(turn, whole);
  const auto answer = answer_of_child(job, bots_.file(version.file), time, stop);
  if (answer) {
    CheckResult result = read_check_result(*answer);
    if (result.is_accepted) result.built = made_file(fs::path(folder.path()) / "built", most_built);
    return result;
  }
  if (time < whole || stop.stop_requested()) return std::nullopt;
  late.reason = fmt::format("its check took longer than {}", duration_text(whole));
  settings_.trouble(fmt::format("{}/{}: {}", bot.contest, bot.name, late.reason));
  return late;
}

TurnEnd Checker::try_out(const CheckTurn& turn, const std::stop_token& stop) {
  const auto taken = tryouts_.take(turn.check.number);
  if (!taken) return TurnEnd::done;
  std::stop_source ends = taken->stop;
  const std::stop_callback end(stop, [&ends] { ends.request_stop(); });
  const Contest* const contest = settings_.contest(taken->tryout->contest);
  std::optional<TryoutResult> result;
  bool has_failed = false;
  try {
    if (contest == nullptr) {
      result.emplace().reason = "its contest is over";
    } else {
      result = result_of(turn, *taken, *contest);
    }
  } catch (const std::exception& error) {
    settings_.trouble(fmt::format("a tryout fails: {}", error.what()));
    result.emplace().reason = "the server cannot try it";
    has_failed = true;
  }
  if (!result) return tryouts_.put_back(*taken) ? TurnEnd::needs_more : TurnEnd::done;
  tryouts_.finish(*taken, *std::move(result));
  return has_failed ? TurnEnd::failed : TurnEnd::done;
}

std::optional<TryoutResult> Checker::result_of(const CheckTurn& turn, const Tryouts::Taken& taken,
                                               const Contest& contest) {
  TryoutResult late;
  if (turn.kind == CheckTurn::Kind::refusal) {
    late.reason = why_refused(contest);
    return late;
  }
  const Tryout& tryout = *taken.tryout;
  CheckJob job = job_for(contest, folder_.check(-tryout.number), "bot");  // no version has it
  job.file_name = tryout.upload.file_name;
  job.language = tryout.upload.language;
  job.protocol = tryout.upload.protocol;
  job.is_tryout = true;
  const CheckFolder folder(job.folder);
  // The games end by themselves in time.
  const std::chrono::seconds whole = contest.spec.quotas.build_time + 2 * time_of_tryout;
  const std::chrono::seconds time = time_of(turn, whole);
  const auto answer = answer_of_child(job, tryout.upload.bytes, time, taken.stop.get_token());
  if (answer) return described::read<TryoutResult>(*answer, "the result of a tryout");
  if (time < whole) return std::nullopt;
  late.reason = fmt::format("its games took longer than {}", duration_text(whole));
  return late;
}

std::optional<json::object> Checker::answer_of_child(const CheckJob& job, const std::string& upload,
                                                     std::chrono::seconds time,
                                                     const std::stop_token& stop) {
  write_whole_file(fs::path(job.folder) / "upload", upload);
  WorkerProcess child(settings_.command);
  const std::stop_callback ends(stop, [&child] { child.end(); });
  child.send(json::serialize(described::to_json(job)));
  const auto line = child.next_line(time);
  if (stop.stop_requested() || child.has_hung()) return std::nullopt;
  if (!line) throw std::runtime_error(fmt::format("the checker {}", child.ending()));
  json::object answer = json::parse(*line).as_object();
  if (const json::value* const error = answer.if_contains("error")) {
    const std::string text(error->as_string());
    if (const json::value* const code = answer.if_contains("code"))
      throw std::system_error(static_cast<int>(code->as_int64()), std::generic_category(), text);
    throw std::runtime_error(text);
  }
  return std::move(answer.at("result").as_object());
}

}  // namespace arena::contest
