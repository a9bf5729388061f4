#include "arena/contest/checks/check_job.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arena/check/conformance.hpp"
#include "arena/check/report.hpp"
#include "arena/contest/bots/runner.hpp"
#include "arena/contest/checks/build.hpp"
#include "arena/contest/checks/languages.hpp"
#include "arena/contest/checks/sandboxed_run.hpp"
#include "arena/contest/checks/upload_folder.hpp"
#include "arena/core/described.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/series/entrants/start_trial.hpp"
#include "arena/series/play/run.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::contest {

namespace {

namespace fs = std::filesystem;

constexpr int games_of_check = 3;
constexpr std::size_t most_records = 10'000'000;  // bytes, of a tryout

/// Requests a stop after some time.
class Timer {
 public:
  explicit Timer(std::chrono::seconds time)
      : thread_([this, time](const std::stop_token& over) {
          std::mutex mutex;
          std::unique_lock lock(mutex);
          std::condition_variable_any never;
          never.wait_for(lock, over, time, [] { return false; });
          if (!over.stop_requested()) stop.request_stop();
        }) {}

  std::stop_source stop;

 private:
  std::jthread thread_;  // last: it uses the source
};

/// What stderr in the details of a check says of the mistake.
std::string headline(const json::value& check) {
  const json::value* const details = check.as_object().if_contains("details");
  std::vector<std::string_view> lines;
  if (details == nullptr) return "";
  for (const json::value& line : details->as_array()) {
    const std::string_view text = line.as_string();
    if (text.starts_with("| ")) lines.push_back(text.substr(2));
  }
  const std::string found = headline_of(lines);
  return found.empty() ? found : fmt::format(" ({})", found);
}

/// One sentence about the checks that failed.
std::string failures_of(const json::array& checks) {
  std::vector<std::string> texts;
  for (const json::value& check : checks) {
    if (check.at("result") == "failed")
      texts.emplace_back(fmt::format("{}: {}{}", std::string_view(check.at("name").as_string()),
                                     std::string_view(check.at("text").as_string()),
                                     headline(check)));
  }
  return joined(texts, "; ");
}

/// Authors need not know where the server keeps its files.
std::string without(std::string text, const std::string& folder) {
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at))
    text.erase(at, folder.size());
  return text;
}

class VersionCheck {
 public:
  VersionCheck(const CheckJob& job, const Games& games)
      : job_(job), folder_(job.folder), games_(games) {}

  CheckResult run() {
    CheckedSettings checked = checked_options();
    prepare_sandboxes(checked);
    try {
      const std::string failure = build();
      if (!failure.empty()) return refused(failure);
    } catch (const Error& error) {
      return refused(error.what());
    }
    return try_bot(checked);
  }

  TryoutResult try_out() {
    CheckedSettings checked = checked_options();
    prepare_sandboxes(checked);
    TryoutResult tryout;
    try {
      tryout.reason = build();
      if (tryout.reason.empty()) play(checked, tryout);
    } catch (const Error& error) {
      tryout.reason = error.what();
    }
    tryout.build_log = std::move(result_.build_log);
    return tryout;
  }

 private:
  /// Bots learn the same as in the phases of the contest.
  CheckedSettings checked_options() {
    CheckedSettings checked = check(job_.match, games_, tables_);
    checked.settings.neutral_names = true;
    return checked;
  }

  CheckResult refused(const std::string& reason) {
    result_.is_accepted = false;
    result_.reason = reason;
    return std::move(result_);
  }

  /// What fails here is not the version's fault.
  void prepare_sandboxes(const CheckedSettings& checked) {
    if (!checked.settings.sandbox) return;
    Spawner spawner;
    prove(checked.settings.sandbox, spawner);
    build_sandbox_ = build_sandbox(job_.quotas);
  }

  std::string build() {
    const fs::path top = folder_ / "sources";
    const Upload upload{job_.file_name, whole_file(folder_ / "upload"), job_.language,
                        job_.protocol};
    const std::uint64_t most = std::min(job_.quotas.build_disk, most_built);
    if (job_.runner) {
      make_runner_folder(upload, *job_.runner, top, most);
      return build(top, job_.runner->plan());
    }
    const std::vector<Language> languages = installed_languages();
    const fs::path sources = make_upload_folder(upload, top, languages, most);
    const bool is_text = job_.file_name.empty();
    return build(sources, plan_build(sources, languages, is_text ? "" : job_.language));
  }

  std::string build(const fs::path& sources, const BuildPlan& plan) {
    Spawner spawner;
    result_ = build_bot(spawner, sources, plan, job_.quotas, build_sandbox_, folder_ / "work");
    if (!result_.reason.empty()) return result_.reason;
    write_whole_file(folder_ / "built", result_.built);
    make_bot_folder(result_.built, folder_ / "bot");
    const std::string& program = plan.command.front();
    if (program.starts_with("./") && !fs::is_regular_file(folder_ / "bot" / program))
      return fmt::format("the build made no program \"{}\"", program.substr(2));
    return "";
  }

  CheckResult try_bot(CheckedSettings& checked) {
    SeriesSettings& settings = checked.settings;
    try {
      const Entrant bot = this->bot(checked);
      const std::vector<Entrant> opponents = default_opponents(job_.match, checked);
      count_time(settings, {bot});
      {
        Spawner spawner;
        StartTrial(settings, spawner).run({bot});
      }
      const CheckReport report =
          check_conformance(settings, bot, opponents, games_of_check, SeedKey(checked.seed));
      const json::object shown = report_json(report, bot, settings, games_of_check, checked.seed);
      const std::string here = (folder_ / "bot").string() + '/';
      result_.report = without(json::serialize(shown), here);
      result_.is_accepted = report.count(Verdict::failed) == 0;
      result_.reason = without(failures_of(report.to_json()), here);
    } catch (const Error& error) {
      return refused(error.what());
    }
    return std::move(result_);
  }

  void play(CheckedSettings& checked, TryoutResult& tryout) {
    SeriesPlan plan;
    plan.settings = checked.settings;
    plan.settings.log_dir = folder_ / "logs";
    fs::create_directory(plan.settings.log_dir);
    plan.entrants = opponents_of_tryout(checked);
    plan.entrants.insert(plan.entrants.begin(), bot(checked));
    make_names_unique(plan.entrants);
    count_time(plan.settings, plan.entrants);
    const Sides sides = checked.settings.game->info.sides_of(plan.seats());
    plan.schedule = Schedule(sides, games_of_check, false, SeedKey(checked.seed));
    plan.matches.add({0, plan.schedule.matches() - 1});
    SeriesHooks hooks;
    std::size_t bytes = 0;
    hooks.record = [&](const PlayedMatch& match) {
      Record record = match.record;
      for (RecordedPlayer& one : record.players) one.command.clear();
      std::string line = to_line(record);
      bytes += line.size();
      if (bytes <= most_records) tryout.records.push_back(std::move(line));
    };
    Timer timer(time_of_tryout);
    hooks.stop = timer.stop.get_token();
    const SeriesResults results = arena::run(plan, hooks);
    for (int game = 0; game < games_of_check; ++game)
      tryout.written.push_back(written(plan.entrants.front().name, game));
    if (results.failure) std::rethrow_exception(results.failure);
    if (hooks.stop.stop_requested())
      tryout.reason = fmt::format("its games took longer than {}", duration_text(time_of_tryout));
  }

  Entrant bot(const CheckedSettings& checked) {
    const bool has_own = job_.runner && !job_.runner->protocol.empty();
    const PlayerSpec player = bot_player(job_.bot, has_own ? job_.runner->protocol : job_.protocol,
                                         folder_ / "bot", result_.command);
    return make_entrant(player, *checked.settings.game, checked.defaults);
  }

  /// One for each other seat.
  std::vector<Entrant> opponents_of_tryout(const CheckedSettings& checked) {
    std::vector<Entrant> opponents = default_opponents(job_.match, checked);
    if (!job_.runner || job_.runner->example.empty()) return opponents;
    const fs::path folder = folder_ / "example";
    const fs::path file = job_.runner->example;
    make_runner_folder({"", whole_file(file)}, *job_.runner, folder, most_built);
    const PlayerSpec example =
        bot_player("example", job_.runner->protocol, folder, job_.runner->command);
    for (Entrant& opponent : opponents)
      opponent = make_entrant(example, *checked.settings.game, checked.defaults);
    return opponents;
  }

  /// The end of what the bot wrote to stderr in a game; empty if there was no such game.
  [[nodiscard]] std::string written(const std::string& name, int game) const {
    constexpr std::size_t most_written = 20'000;
    for (const auto& entry : fs::directory_iterator(folder_ / "logs")) {
      const std::string file = entry.path().filename();
      if (!file.starts_with(fmt::format("{:06}-", game + 1)) ||
          !file.ends_with(fmt::format("-{}.stderr", name)))
        continue;
      std::string all = whole_file(entry.path());
      const bool is_cut = all.size() > most_written;
      if (is_cut) all.erase(0, all.size() - most_written);
      return (is_cut ? "...\n" : "") +
             without(escaped(all, true), (folder_ / "bot").string() + '/');
    }
    return "";
  }

  const CheckJob& job_;
  fs::path folder_;
  const Games& games_;
  TableCache tables_;
  std::shared_ptr<const Sandbox> build_sandbox_;
  CheckResult result_;
};

}  // namespace

CheckResult read_check_result(const json::object& object) {
  auto result = described::read<CheckResult>(object, "the result of a check");
  if (result.is_accepted ? result.command.empty() : result.reason.empty())
    throw std::runtime_error("the result of a check says neither how the bot plays nor why not");
  if (!result.report.empty()) static_cast<void>(read_findings(result.report));
  return result;
}

CheckResult run_check(const CheckJob& job, const Games& games) {
  return VersionCheck(job, games).run();
}

TryoutResult run_tryout(const CheckJob& job, const Games& games) {
  return VersionCheck(job, games).try_out();
}

}  // namespace arena::contest
