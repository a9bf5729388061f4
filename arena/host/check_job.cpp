#include "arena/host/check_job.hpp"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "arena/check/conformance.hpp"
#include "arena/host/bot_player.hpp"
#include "arena/host/build.hpp"
#include "arena/host/languages.hpp"
#include "arena/host/upload_folder.hpp"
#include "arena/host/whole_file.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/series/start_trial.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text.hpp"

namespace arena::host {

namespace {

namespace fs = std::filesystem;

constexpr int games_of_check = 3;

/// The last line of stderr in the details of a check, which often names the mistake.
std::string last_words(const json::value& check) {
  std::string found;
  const json::value* const details = check.as_object().if_contains("details");
  if (details == nullptr) return found;
  for (const json::value& line : details->as_array()) {
    const std::string_view text = line.as_string();
    if (text.starts_with("| ")) found = fmt::format(" ({})", trim(text.substr(2)));
  }
  return found;
}

/// One sentence about the checks that failed.
std::string failures_of(const json::array& checks) {
  std::vector<std::string> texts;
  for (const json::value& check : checks) {
    if (check.at("result") == "failed")
      texts.emplace_back(fmt::format("{}: {}{}", std::string_view(check.at("name").as_string()),
                                     std::string_view(check.at("text").as_string()),
                                     last_words(check)));
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
    CheckedOptions checked = check(job_.match, games_, tables_);
    prepare_sandboxes(checked);
    try {
      const std::string failure = build();
      if (!failure.empty()) return refused(failure);
    } catch (const Error& error) {
      return refused(error.what());
    }
    return try_bot(checked);
  }

 private:
  CheckResult refused(const std::string& reason) {
    result_.is_accepted = false;
    result_.reason = reason;
    return std::move(result_);
  }

  /// What fails here is not the version's fault.
  void prepare_sandboxes(const CheckedOptions& checked) {
    if (!checked.settings.sandbox) return;
    Spawner spawner;
    prove(checked.settings.sandbox, spawner);
    build_sandbox_ = build_sandbox(job_.quotas);
  }

  std::string build() {
    const std::vector<Language> languages = installed_languages();
    Upload upload{job_.file_name, contents(folder_ / "upload"), job_.language, job_.protocol};
    const fs::path sources = make_upload_folder(upload, folder_ / "sources", languages,
                                                std::min(job_.quotas.build_disk, most_built));
    const bool is_text = job_.file_name.empty();
    const BuildPlan plan = plan_build(sources, languages, is_text ? "" : job_.language);
    result_.language = plan.language;
    result_.command = plan.command;
    Spawner spawner;
    BuildResult built =
        build_bot(spawner, sources, plan, job_.quotas, build_sandbox_, folder_ / "work");
    result_.build_log = std::move(built.log);
    if (!built.failure.empty()) return built.failure;
    put(folder_ / "built", built.tar);
    make_bot_folder(built.tar, folder_ / "bot");
    const std::string& program = plan.command.front();
    if (program.starts_with("./") && !fs::is_regular_file(folder_ / "bot" / program))
      return fmt::format("the build made no program \"{}\"", program.substr(2));
    return "";
  }

  CheckResult try_bot(CheckedOptions& checked) {
    SeriesSettings& settings = checked.settings;
    const PlayerArg player = bot_player(job_.bot, job_.protocol, folder_ / "bot", result_.command);
    try {
      const Entrant bot = make_entrant(player, *settings.game, checked.defaults);
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

  const CheckJob& job_;
  fs::path folder_;
  const Games& games_;
  TableCache tables_;
  std::shared_ptr<const Sandbox> build_sandbox_;
  CheckResult result_;
};

}  // namespace

CheckResult run_check(const CheckJob& job, const Games& games) {
  return VersionCheck(job, games).run();
}

}  // namespace arena::host
