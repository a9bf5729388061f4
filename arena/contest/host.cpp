// A host's life: made from its folder, started, stopped; and the threads that look at the clock.
#include "arena/contest/host.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "arena/contest/host_parts.hpp"
#include "arena/util/error.hpp"
#include "arena/util/parallel.hpp"
#include "arena/util/stopped.hpp"

namespace arena::contest {

using namespace std::chrono_literals;

namespace {

bool has_sandbox(const ContestFile& file) {
  return std::ranges::any_of(file.contests,
                             [](const ContestSpec& one) { return one.match.limits.has_sandbox(); });
}

/// Two servers of the same folder would play the same phases. A server that was killed while it
/// started a process leaves the lock to that for a moment.
FileDescriptor lock_folder(const StateFolder& folder) {
  FileDescriptor file(
      ::open((folder.path + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  const TimePoint until = Clock::now() + 10s;
  while (!file || ::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
    if (!file || Clock::now() > until)
      throw Error(fmt::format("another server uses the folder \"{}\": stop it first", folder.path));
    std::this_thread::sleep_for(50ms);
  }
  return file;
}

/// A point at once, then when there are a tenth more matches, and at least every hour.
bool is_point_due(const PhaseSnapshot& now, std::optional<Moment> noted_at, int noted_matches,
                  Moment moment) {
  if (now.matches == 0 || now.matches == noted_matches) return false;
  return !noted_at || now.matches >= noted_matches + std::max(1, noted_matches / 10) ||
         moment - *noted_at >= 1h || now.state == PhaseState::over;
}

}  // namespace

Host::Impl::Impl(ContestFile file, HostSettings given)
    : settings(std::move(given)), server(std::move(file.server)) {
  folder = make_state_folder(server.folder, has_sandbox(file));
  folder_lock = lock_folder(folder);
  for (ContestSpec& spec : file.contests) {
    lay_house(spec, folder);
    const auto made = contests.emplace(spec.id, check_contest(spec, settings.games, tables)).first;
    in_order.push_back(&made->second);
  }
  for (const Contest* const contest : in_order) try_house(*contest);
  database = std::make_unique<Database>(folder.database());
  database->set_read_only(database->read([](Statements& sql) {
    return sql.query("SELECT 1 FROM setting WHERE name = 'read_only'").executeStep();
  }));
  accounts = std::make_unique<Accounts>(*database, settings.now, settings.cost, server.accounts,
                                        server.class_list);
  sessions = std::make_unique<Sessions>(*database, settings.now, settings.sessions);
  tokens = std::make_unique<ApiTokens>(*database, settings.now);
  audit = std::make_unique<Audit>(*database, settings.now);
  table_games = std::make_unique<TableGames>(*database, settings.now);
  bots = std::make_unique<Bots>(*database, settings.now);
  bot_folders = std::make_unique<BotFolders>(folder, *bots);
  const int jobs = all_jobs();
  const int at_once = std::clamp(static_cast<int>(contests.size()), 1, jobs);
  turns = std::make_unique<Turns>(at_once);
  running =
      std::make_unique<RunnerSettings>(RunnerSettings{{settings.program, "worker"},
                                                      jobs / at_once,
                                                      *turns,
                                                      [this] { settings.events.games_begin(); },
                                                      settings.events.trouble});
  for (const Contest* const contest : in_order) {
    for (const PhaseSpec& spec : contest->spec.phases) {
      const Phase phase{*contest, spec, folder, *bots, *bot_folders};
      phases.emplace(phase.key(), std::make_unique<PhaseParts>(phase, *running, settings.games));
    }
  }
  checker = std::make_unique<Checker>(
      *bots, tryouts, folder,
      CheckerSettings{{settings.program, "checker"},
                      [this](const std::string& id) -> const Contest* {
                        const auto found = contests.find(id);
                        return found == contests.end() ? nullptr : &found->second;
                      },
                      [this](const std::string& contest) { bots_changed(contest); },
                      settings.events.trouble,
                      settings.now,
                      settings.first_look,
                      settings.before_retry,
                      jobs});
  for (const auto& [key, parts] : phases)
    parts->reader.refresh(settings.now(), parts->runner.state(), "");
}

Host::Impl::~Impl() { stop(); }

int Host::Impl::all_jobs() const {
  // A match of two bots and arena keeps about two cores busy.
  return server.jobs != 0 ? server.jobs : jobs_of(2);
}

void Host::Impl::start() {
  audit->add(std::nullopt, "start", "server");
  checker->start();
  conductor_ = std::jthread([this](const std::stop_token& stop) { conduct(stop); });
  watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

void Host::Impl::stop() {
  if (!conductor_.joinable()) return;
  conductor_.request_stop();
  watcher_.request_stop();
  conductor_.join();
  watcher_.join();
  for (const auto& [key, parts] : phases) parts->runner.request_stop();
  checker->stop();
  for (const auto& [key, parts] : phases) parts->runner.stop();
  audit->add(std::nullopt, "stop", "server");
}

void Host::Impl::wait_for_tick(const std::stop_token& stop) {
  std::unique_lock lock(waiting_);
  news_.wait_for(lock, stop, settings.tick,
                 [this, seen = news_count_] { return news_count_ != seen; });
}

/// Begins and ends phases when it is time.
void Host::Impl::conduct(const std::stop_token& stop) {
  std::optional<Moment> swept;
  while (!stop.stop_requested()) {
    try {
      const Moment now = settings.now();
      {
        const std::lock_guard lock(conducting);
        // A later phase may take bots from an earlier one, which ends first.
        for (const Contest* const contest : in_order) {
          for (const PhaseSpec& spec : contest->spec.phases)
            phase({contest->spec.id, spec.name})->runner.tick(now);
        }
        for (const auto& [key, parts] : phases) parts->runner.make_download();
      }
      if (!swept || now - *swept > 1h || now < *swept) {  // the clock may have been ahead
        swept = now;
        sweep();
      }
    } catch (const std::exception& error) {
      settings.events.trouble(error.what());
    }
    wait_for_tick(stop);
  }
}

/// Deletes what is no longer needed. First the database, then the folders that follow from it: a
/// crash in between leaves too many folders for a while, never too few.
void Host::Impl::sweep() {
  sessions->forget_expired();
  KeptFiles kept;
  for (const Contest* const contest : in_order)
    kept.newest[contest->spec.id] = contest->spec.quotas.kept_versions;
  for (const auto& [key, parts] : phases) {
    if (!std::filesystem::exists(folder.store(key))) continue;
    const Store store(folder.store(key), Access::read);
    const int next = store.next_batch();  // whoever leaves with it still plays in the one before
    for (const StoredEntrant& entrant : store.entrants()) {
      if (entrant.stays.all.back().until.value_or(next) >= next)
        kept.in_phases.insert(version_of(*bots, entrant));
    }
  }
  bots->forget_files(kept);
  bot_folders->sweep();
}

/// Computes the standings that pages show.
void Host::Impl::watch(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    for (const auto& [key, parts] : phases) {
      if (stop.stop_requested()) return;
      try {
        const Moment now = settings.now();
        const bool has_changed =
            parts->reader.refresh(now, parts->runner.state(), parts->runner.problem(), stop);
        if (!has_changed) continue;
        parts->unreadable.clear();
        note_ratings(key, *parts, now);
      } catch (const Stopped&) {
        return;
      } catch (const std::exception& error) {
        if (std::exchange(parts->unreadable, error.what()) != error.what())
          settings.events.trouble(fmt::format("standings of {}: {}", key.phase, error.what()));
      }
    }
    wait_for_tick(stop);
  }
}

void Host::Impl::note_ratings(const PhaseKey& key, PhaseParts& parts, Moment now) {
  const auto snapshot = parts.reader.snapshot();
  if (!is_point_due(*snapshot, parts.noted_at, parts.noted_matches, now)) return;
  database->note([&](Statements& sql) {
    for (const StandingRow& row : snapshot->rows) {
      if (!row.is_active || row.sums.deals == 0) continue;
      sql.run("INSERT OR REPLACE INTO rating_point VALUES (?, ?, ?, ?, ?, ?)", key.contest,
              key.phase, stored_moment(now), row.name, row.rating, row.reach());
    }
  });
  parts.noted_at = now;
  parts.noted_matches = snapshot->matches;
}

Host::Impl::PhaseParts* Host::Impl::phase(const PhaseKey& key) const {
  const auto found = phases.find(key);
  return found == phases.end() ? nullptr : found->second.get();
}

PhaseReader* Host::Impl::shown(const PhaseKey& key, bool is_admin) const {
  PhaseParts* const parts = phase(key);
  if (parts == nullptr) return nullptr;
  const bool is_hidden =
      parts->runner.phase().spec.is_final && parts->runner.state() != PhaseState::over;
  return is_hidden && !is_admin ? nullptr : &parts->reader;
}

void Host::Impl::bots_changed(const std::string& contest) {
  for (const auto& [key, parts] : phases) {
    if (key.contest == contest) parts->runner.bots_changed();
  }
  {
    const std::lock_guard lock(waiting_);
    ++news_count_;
    news_.notify_all();
  }
  settings.events.bots_changed(contest);
}

Host::Host(ContestFile file, HostSettings settings)
    : impl_(std::make_unique<Impl>(std::move(file), std::move(settings))) {}
Host::~Host() = default;

void Host::start() { impl_->start(); }
void Host::stop() { impl_->stop(); }
const ServerSettings& Host::server() const { return impl_->server; }
Accounts& Host::accounts() { return *impl_->accounts; }
Sessions& Host::sessions() { return *impl_->sessions; }
ApiTokens& Host::tokens() { return *impl_->tokens; }
Audit& Host::audit() { return *impl_->audit; }
TableGames& Host::table_games() { return *impl_->table_games; }
void Host::report_trouble(const std::string& trouble) { impl_->settings.events.trouble(trouble); }

std::vector<const Contest*> Host::contests() const { return impl_->in_order; }

const Contest* Host::contest(std::string_view id) const {
  const auto found = impl_->contests.find(id);
  return found == impl_->contests.end() ? nullptr : &found->second;
}

const std::vector<Language>& Host::languages() const { return impl_->languages; }

}  // namespace arena::contest
