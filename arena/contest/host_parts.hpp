// What a host consists of, for the files that implement it.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "arena/contest/bots/bot_folders.hpp"
#include "arena/contest/checks/checker.hpp"
#include "arena/contest/database.hpp"
#include "arena/contest/host.hpp"
#include "arena/contest/phases/phase_reader.hpp"
#include "arena/contest/phases/phase_runner.hpp"
#include "arena/util/file_io.hpp"

namespace arena::contest {

class Host::Impl {
 public:
  Impl(ContestFile file, HostSettings settings);
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl();

  void start();
  void stop();

  struct PhaseParts {
    PhaseParts(const Phase& phase, const RunnerSettings& running, const Games& games)
        : runner(phase, running), reader(phase, games) {}
    PhaseRunner runner;
    PhaseReader reader;
    std::optional<Moment> noted_at{};  // the latest rating points
    int noted_matches = 0;
    std::string unreadable{};  // why its standings cannot be computed; said once
  };

  /// Null if none exists.
  [[nodiscard]] PhaseParts* phase(const PhaseKey& key) const;
  /// The reader of a phase whose matches `is_admin` may see; null otherwise.
  [[nodiscard]] PhaseReader* shown(const PhaseKey& key, bool is_admin) const;
  /// Its author, or an admin.
  [[nodiscard]] bool may_see(const Account& viewer, BotId bot);
  /// See Host::opponents.
  [[nodiscard]] bool is_free(const Bot& bot);
  /// The author's bot at a seat of a match, if `viewer` may see more of it than others.
  [[nodiscard]] std::optional<Bot> seen_bot(const Account& viewer, const PhaseKey& phase, int match,
                                            int seat);
  /// Throws Error if it is no admin.
  static void need_admin(const Account& account);
  /// While no phase begins or ends. `action`: its word in the audit log.
  void change_phase(const Account& admin, const PhaseKey& key, const std::string& action,
                    const std::function<void(PhaseParts&)>& change);
  void bots_changed(const std::string& contest);
  /// "streams/mybot version 3".
  std::string subject(VersionId id);

  HostSettings settings;
  ServerSettings server;
  std::map<std::string, Contest, std::less<>> contests;
  std::vector<const Contest*> in_order;
  TableCache tables;
  StateFolder folder;
  FileDescriptor folder_lock;  // of the folder, while this server uses it
  std::unique_ptr<Database> database;
  std::unique_ptr<Accounts> accounts;
  std::unique_ptr<Sessions> sessions;
  std::unique_ptr<ApiTokens> tokens;
  std::unique_ptr<Audit> audit;
  std::unique_ptr<TableGames> table_games;
  std::unique_ptr<Bots> bots;
  std::unique_ptr<BotFolders> bot_folders;
  std::vector<Language> languages = installed_languages();
  std::unique_ptr<Turns> turns;
  std::unique_ptr<RunnerSettings> running;
  Tryouts tryouts;
  std::unique_ptr<Checker> checker;
  std::map<PhaseKey, std::unique_ptr<PhaseParts>> phases;
  std::mutex conducting;  // begins, ends and replaces phases

 private:
  void conduct(const std::stop_token& stop);
  void watch(const std::stop_token& stop);
  void sweep();
  void note_ratings(const PhaseKey& key, PhaseParts& parts, Moment now);
  void wait_for_tick(const std::stop_token& stop);
  [[nodiscard]] int all_jobs() const;

  std::mutex waiting_;
  std::condition_variable_any news_;
  int news_count_ = 0;
  std::jthread conductor_;
  std::jthread watcher_;
};

}  // namespace arena::contest
