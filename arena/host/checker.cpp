#include "arena/host/checker.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "arena/host/check_job.hpp"
#include "arena/host/whole_file.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/worker/worker_process.hpp"

namespace arena::host {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

/// After trouble of the server's own, such as a full disk.
constexpr std::chrono::seconds before_retry = 5s;
/// A version whose check fails so often, without a result, is refused: others wait behind it.
constexpr int most_failures = 3;

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
    : bots_(bots), tryouts_(tryouts), folder_(folder), settings_(std::move(settings)) {
  for (const auto& left : fs::directory_iterator(folder_.path + "/checks")) fs::remove_all(left);
  bots_.requeue();
}

void Checker::start() {
  for (int job = 0; job < settings_.jobs; ++job)
    threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
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

void Checker::run(const std::stop_token& stop) {
  std::optional<VersionId> unfinished;  // waits again as soon as the database can note it
  bool is_turn_of_tryouts = true;
  while (!stop.stop_requested()) {
    const int seen = news();
    std::optional<std::chrono::seconds> pause;
    try {
      if (unfinished) bots_.put_back(*unfinished);
      unfinished.reset();
      if (const auto taken = is_turn_of_tryouts ? tryouts_.take() : std::nullopt) {
        is_turn_of_tryouts = false;
        try_out(*taken, stop);
        continue;
      }
      if (const auto version = bots_.take_waiting()) {
        unfinished = version->id;
        check(*version, stop);
        unfinished.reset();
        is_turn_of_tryouts = true;
        continue;
      }
      if (!std::exchange(is_turn_of_tryouts, true)) continue;
    } catch (const std::exception& error) {
      settings_.trouble(fmt::format("cannot check uploads: {}", error.what()));
      pause = before_retry;
    }
    std::unique_lock lock(mutex_);
    if (pause) {
      changed_.wait_for(lock, stop, *pause, [] { return false; });
    } else {
      changed_.wait(lock, stop, [&] { return news_ != seen; });
    }
  }
}

void Checker::check(const Version& version, const std::stop_token& stop) {
  const auto bot = bots_.find(version.bot);
  const Contest* const contest = bot ? settings_.contest(bot->contest) : nullptr;
  if (contest == nullptr) {
    CheckResult result;
    result.reason = "its contest is over";
    bots_.finish(version.id, result);
    return;
  }
  settings_.changed(bot->contest);
  CheckResult result;
  try {
    result = run_child(version, *bot, *contest, stop);
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    if (++failures_[version.id] < most_failures) throw;
    settings_.trouble(fmt::format("the check of {} fails: {}", bot->name, error.what()));
    result.reason = "the server cannot check it";
  }
  if (stop.stop_requested()) return bots_.put_back(version.id);
  {
    const std::lock_guard lock(mutex_);
    failures_.erase(version.id);
  }
  bots_.finish(version.id, result);
  settings_.changed(bot->contest);
}

CheckResult Checker::run_child(const Version& version, const Bot& bot, const Contest& contest,
                               const std::stop_token& stop) {
  CheckJob job = job_for(contest, folder_.check(version.id), bot.name);
  job.file_name = version.file_name;
  job.language = version.language;
  job.protocol = version.protocol;
  const CheckFolder folder(job.folder);
  const std::chrono::seconds time = contest.spec.quotas.check_time;
  const auto answer = answer_of_child(job, bots_.file(version.file), time, stop);
  if (stop.stop_requested()) return {};
  if (!answer) {
    const std::string why = fmt::format("its check took longer than {}", duration_text(time));
    settings_.trouble(fmt::format("{}/{}: {}", bot.contest, bot.name, why));
    CheckResult late;
    late.reason = why;
    return late;
  }
  CheckResult result = read_check_result(*answer);
  if (result.is_accepted) result.built = contents(fs::path(folder.path()) / "built");
  return result;
}

void Checker::try_out(const Tryouts::Taken& taken, const std::stop_token& stop) {
  std::stop_source ends = taken.stop;
  const std::stop_callback end(stop, [&ends] { ends.request_stop(); });
  const Contest* const contest = settings_.contest(taken.tryout->contest);
  TryoutResult result;
  try {
    if (contest == nullptr) {
      result.reason = "its contest is over";
    } else {
      result = result_of(taken, *contest);
    }
  } catch (const std::exception& error) {
    settings_.trouble(fmt::format("a tryout fails: {}", error.what()));
    result.reason = "the server cannot try it";
  }
  tryouts_.finish(taken, std::move(result));
}

TryoutResult Checker::result_of(const Tryouts::Taken& taken, const Contest& contest) {
  const Tryout& tryout = *taken.tryout;
  // No version has such a number.
  CheckJob job = job_for(contest, folder_.check(-static_cast<VersionId>(tryout.number)), "bot");
  job.file_name = tryout.upload.file_name;
  job.language = tryout.upload.language;
  job.protocol = tryout.upload.protocol;
  job.is_tryout = true;
  const CheckFolder folder(job.folder);
  // The games end by themselves in time.
  const std::chrono::seconds time = contest.spec.quotas.build_time + 2 * time_of_tryout;
  const auto answer = answer_of_child(job, tryout.upload.bytes, time, taken.stop.get_token());
  if (answer) return read_tryout_result(*answer);
  TryoutResult late;
  late.reason = fmt::format("its games took longer than {}", duration_text(time));
  return late;
}

std::optional<json::object> Checker::answer_of_child(const CheckJob& job, const std::string& upload,
                                                     std::chrono::seconds time,
                                                     const std::stop_token& stop) {
  put(fs::path(job.folder) / "upload", upload);
  WorkerProcess child(settings_.command);
  const std::stop_callback ends(stop, [&child] { child.end(); });
  child.send(json::serialize(to_json(job)));
  const auto line = child.next_line(time);
  if (stop.stop_requested() || child.has_hung()) return std::nullopt;
  if (!line) throw std::runtime_error(fmt::format("the checker {}", child.ending()));
  json::object answer = json::parse(*line).as_object();
  if (const json::value* const error = answer.if_contains("error"))
    throw std::runtime_error(std::string(error->as_string()));
  return std::move(answer.at("result").as_object());
}

}  // namespace arena::host
