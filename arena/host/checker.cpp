#include "arena/host/checker.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "arena/host/check_job.hpp"
#include "arena/host/upload_folder.hpp"
#include "arena/host/whole_file.hpp"
#include "arena/tournament/commitment.hpp"
#include "arena/worker/worker_process.hpp"

namespace arena::host {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

/// After trouble of the server's own, such as a full disk.
constexpr auto before_retry = 5s;
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

}  // namespace

Checker::Checker(Bots& bots, const StateFolder& folder, CheckerSettings settings)
    : bots_(bots), folder_(folder), settings_(std::move(settings)) {
  bots_.requeue();
}

void Checker::start() {
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void Checker::stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  thread_ = {};
}

void Checker::wake() {
  const std::lock_guard lock(mutex_);
  has_news_ = true;
  changed_.notify_all();
}

void Checker::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    try {
      if (const auto version = bots_.take_waiting()) {
        check(*version, stop);
        continue;
      }
    } catch (const std::exception& error) {
      settings_.trouble(fmt::format("cannot check uploads: {}", error.what()));
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, stop, before_retry, [] { return false; });
      bots_.requeue();
      continue;
    }
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [this] { return has_news_; });
    has_news_ = false;
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
    if (++failures_[version.id] < most_failures) throw;
    settings_.trouble(fmt::format("the check of {} fails: {}", bot->name, error.what()));
    result.reason = "the server cannot check it";
  }
  if (stop.stop_requested()) return bots_.put_back(version.id);
  if (result.is_accepted) make_bot_folder(result.built, folder_.version(sha256(result.built)));
  bots_.finish(version.id, result);
  failures_.erase(version.id);
  settings_.changed(bot->contest);
}

CheckResult Checker::run_child(const Version& version, const Bot& bot, const Contest& contest,
                               const std::stop_token& stop) {
  const CheckFolder folder(folder_.check(version.id));
  put(fs::path(folder.path()) / "upload", bots_.file(version.file));
  CheckJob job{folder.path(),    bot.name,           version.file_name,  version.language,
               version.protocol, contest.spec.match, contest.spec.quotas};
  WorkerProcess child(settings_.command);
  const std::stop_callback ends(stop, [&child] { child.end(); });
  child.send(json::serialize(to_json(job)));
  const auto line = child.next_line();
  if (stop.stop_requested()) return {};
  if (!line) throw std::runtime_error(fmt::format("the checker {}", child.ending()));
  const json::object answer = json::parse(*line).as_object();
  if (const json::value* const error = answer.if_contains("error"))
    throw std::runtime_error(std::string(error->as_string()));
  CheckResult result = read_check_result(answer.at("result").as_object());
  if (result.is_accepted) result.built = contents(fs::path(folder.path()) / "built");
  return result;
}

}  // namespace arena::host
