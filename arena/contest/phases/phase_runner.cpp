#include "arena/contest/phases/phase_runner.hpp"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <utility>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include "arena/tournament/play_tournament.hpp"
#include "arena/tournament/stored/stored_format.hpp"
#include "arena/util/error.hpp"
#include "arena/util/stopped.hpp"
#include "arena/util/text/text.hpp"
#include "arena/worker/worker_player.hpp"

namespace arena::contest {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

/// After a failure, such as a full disk.
constexpr auto before_retry = 5s;
/// While there are too few bots; news of bots end it, but not at once: they may come often, and a
/// look costs a tenth of a second.
constexpr auto before_look = 10s;
constexpr auto before_news = 1s;
/// Logs of so many matches are kept.
constexpr int kept_logs = 1000;

/// The store is for everybody: its records do not say how bots are started here.
BatchHooks without_commands(const BatchHooks& hooks) {
  BatchHooks other = hooks;
  other.played = [played = hooks.played](PlayedMatch match) {
    for (RecordedPlayer& player : match.record.players) player.command.clear();
    played(match);
  };
  return other;
}

std::string games_are(unsigned count) {
  return count == 1 ? "1 game is" : fmt::format("{} games are", count);
}

}  // namespace

PhaseRunner::PhaseRunner(Phase phase, const RunnerSettings& settings)
    : phase_(phase), settings_(settings), games_per_day_(phase.spec.games_per_day) {
  if (!fs::exists(phase_.store())) {
    const std::string problems = deal_problems(phase_);
    if (!problems.empty()) settings_.trouble(problems);
    return;
  }
  is_early_ = true;
  const Store store(phase_.store(), Access::write);  // brings an earlier one up to date
  if (store.tournament().seed) state_ = PhaseState::over;
  remember_left_out(store);
}

PhaseRunner::~PhaseRunner() { stop(); }

PhaseState PhaseRunner::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

std::string PhaseRunner::problem() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> parts{left_out_};
  if (state_ != PhaseState::over) parts = {play_.now, absent_.now, ended_workers_, left_out_};
  std::erase(parts, "");
  std::string text = joined(parts, "; ");
  // Not everybody need know where the server keeps its files.
  boost::replace_all(text, phase_.folder.path + "/", "");
  return text;
}

void PhaseRunner::set_problem(const std::string& problem) {
  const std::lock_guard lock(mutex_);
  play_.now = problem;
}

/// Says it once.
void PhaseRunner::report(Problem& kept, const std::string& problem) {
  {
    const std::lock_guard lock(mutex_);
    kept.now = problem;
    if (problem.empty()) kept.said.clear();
    if (problem.empty() || std::exchange(kept.said, problem) == problem) return;
  }
  say(problem);
}

void PhaseRunner::say(const std::string& problem) const {
  settings_.trouble(
      fmt::format("phase {} of {}: {}", phase_.spec.name, phase_.contest.spec.id, problem));
}

/// A bot that can end its worker may do so to play a game again. Said as often as a game that is
/// left out.
void PhaseRunner::report_worker_end(int match, const std::string& why) {
  std::unique_lock lock(mutex_);
  ++worker_ends_;
  ended_workers_ =
      fmt::format("{} ended, and the games were tried again; the last one, in game {}, {}",
                  counted(worker_ends_, "worker"), match, why);
  const std::string text = ended_workers_;
  const bool is_said = std::has_single_bit(worker_ends_);
  lock.unlock();
  if (is_said) say(text);
}

/// What happened before the server was started again.
void PhaseRunner::remember_left_out(const Store& store) {
  int seats = 0;
  int first = 0;
  for (const StoredFault& fault : store.faults()) {
    if (fault.fault != left_out_fault) continue;
    first = seats == 0 ? fault.first_match : std::min(first, fault.first_match);
    seats += fault.count;
  }
  left_out_games_ = static_cast<unsigned>(seats / store.tournament().seats);
  if (seats > 0)
    left_out_ =
        fmt::format("{} left out; the first one is game {}", games_are(left_out_games_), first);
}

/// Says it after the first game, the second, the fourth, the eighth ...: there may be many.
void PhaseRunner::report_left_out(const Record& record, int match) {
  std::unique_lock lock(mutex_);
  ++left_out_games_;
  left_out_ = fmt::format(
      "{} left out; the last one, game {} between {}, {}", games_are(left_out_games_), match,
      joined(record.players, " and ", [](const RecordedPlayer& one) { return one.name; }),
      left_out_text(record));
  const std::string text = left_out_;
  const bool is_said = std::has_single_bit(left_out_games_);
  lock.unlock();
  if (is_said) say(text);
}

void PhaseRunner::tick(Moment now) {
  const PhaseState state = this->state();
  const bool has_begun = is_early_ || !phase_.spec.from || *phase_.spec.from <= now;
  if (state == PhaseState::over || !has_begun) return;
  if (!is_late(now)) {
    if (!thread_.joinable()) begin();
    return;
  }
  if (Clock::now() < next_end_) return;
  next_end_ = Clock::now() + before_retry;
  try {
    end();
  } catch (const std::exception& error) {
    report(play_, error.what());
  }
}

/// A final plays to the end of its format.
bool PhaseRunner::is_late(Moment now) const {
  return phase_.spec.until && *phase_.spec.until <= now && !phase_.spec.is_final;
}

void PhaseRunner::begin_early() {
  if (state() != PhaseState::waiting) throw Error("this phase has begun already");
  is_early_ = true;
}

void PhaseRunner::end_early() {
  if (state() == PhaseState::over) throw Error("this phase is over already");
  if (!fs::exists(phase_.store())) throw Error("this phase has not begun");
  end();
}

/// Between two batches, however often bots change: so authors who change theirs all the time do not
/// slow the phase down.
void PhaseRunner::update() {
  {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(wants_update_, false)) return;
  }
  std::string failures;
  try {
    failures = update_phase(phase_);
  } catch (const std::exception& error) {
    failures = error.what();
  }
  if (!failures.empty()) {
    const std::lock_guard lock(mutex_);
    wants_update_ = true;
  }
  // At its end the other formats reveal their seed: before that, all must have left who have to.
  if (!failures.empty() && !phase_.spec.is_open()) throw Error(failures);
  report(absent_, failures);
}

void PhaseRunner::bots_changed() {
  const std::lock_guard lock(mutex_);
  has_news_ = true;
  wants_update_ = true;
  games_per_day_.news();
  changed_.notify_all();
}

void PhaseRunner::begin() {
  {
    const std::lock_guard lock(mutex_);
    state_ = PhaseState::running;
    wants_update_ = true;  // what happened while the server did not run
  }
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

/// The seed is revealed as the last act, so that a crash before it leaves a phase that ends later.
void PhaseRunner::end() {
  stop();
  if (fs::exists(phase_.store())) {
    const std::string failures = withdraw_from(phase_);
    if (!failures.empty()) throw Error(failures);
    Store store(phase_.store(), Access::play);
    store.reveal_seed();
  }
  const std::lock_guard lock(mutex_);
  state_ = PhaseState::over;
}

void PhaseRunner::make_download() {
  const fs::path path = phase_.folder.download(phase_.key());
  if (state() != PhaseState::over || fs::exists(path) || !fs::exists(phase_.store())) return;
  if (Clock::now() < next_download_) return;
  next_download_ = Clock::now() + 1min;  // after a failure, such as a full disk
  fs::create_directories(path.parent_path());
  const fs::path draft = path.string() + ".part";
  fs::remove(draft);
  Store(phase_.store(), Access::read).share(draft);
  fs::rename(draft, path);
}

void PhaseRunner::stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  thread_ = {};
}

void PhaseRunner::start_again(Moment now) {
  if (is_late(now))
    throw Error(
        fmt::format("the time of this phase is over: give phase {} a later `until` in the "
                    "contest's file, and start the server again",
                    phase_.spec.name));
  stop();
  const std::string path = phase_.store();
  if (fs::exists(path)) {
    const std::vector<int> before = phase_.folder.put_aside(phase_.key());
    const std::string aside =
        phase_.folder.put_aside(phase_.key(), before.empty() ? 1 : before.back() + 1);
    { const Store writes_back(path, Access::play); }
    for (const char* const part : {"-wal", "-shm"}) {
      std::error_code none;
      fs::rename(path + part, aside + part, none);
    }
    fs::rename(path, aside);
    fs::remove(phase_.folder.download(phase_.key()));
  }
  const std::lock_guard lock(mutex_);
  is_early_ = false;
  state_ = PhaseState::waiting;
  play_ = {};
  absent_ = {};
  left_out_.clear();
  left_out_games_ = 0;
  ended_workers_.clear();
  worker_ends_ = 0;
}

/// Returns at the end of the format, and after a request to stop.
void PhaseRunner::run(const std::stop_token& stop) {
  std::optional<Store> store;
  while (!stop.stop_requested()) {
    try {
      {
        const std::lock_guard lock(mutex_);
        has_news_ = false;
      }
      if (!store) {
        if (fs::exists(phase_.store()))
          store.emplace(phase_.store(), Access::play);
        else if (!create(store, stop)) {
          pause(stop, before_look);
          continue;
        }
      }
      const bool is_over = play(*store, stop);
      const bool waits = is_over && phase_.spec.is_open();
      set_problem(waits ? missing_bots(phase_, *store) : "");
      if (is_over) {
        if (waits) {
          pause(stop, before_look);
          continue;
        }
        const std::lock_guard lock(mutex_);
        state_ = PhaseState::over;
        return;
      }
    } catch (const Stopped&) {
      return;
    } catch (const std::exception& error) {
      report(play_, error.what());
      pause(stop, before_retry);
    }
  }
}

/// Returns false if there are too few bots.
bool PhaseRunner::create(std::optional<Store>& store, const std::stop_token& stop) {
  NewPhase made = create_phase(phase_, stop);
  const auto* const wait = std::get_if<std::string>(&made);
  set_problem(wait != nullptr ? *wait : "");
  if (wait == nullptr) store.emplace(std::get<Store>(std::move(made)));
  return wait == nullptr;
}

/// A batch waits until its games may be played, and for its turn among the phases of the server.
PlayBatch PhaseRunner::in_turn(WorkerPlayer& player) {
  return [this, &player](const Batch& batch, const BatchHooks& hooks, BatchResults& results,
                         const std::stop_token& stop) {
    await_games_of_day(stop);
    if (!settings_.turns.take(stop)) return;
    struct Turn {
      Turns& turns;
      ~Turn() { turns.give_back(); }
    } const turn{settings_.turns};
    settings_.games_begin();
    player.play(batch, without_commands(hooks), results, stop);
    const std::lock_guard lock(mutex_);
    games_per_day_.played(batch.matches.size(), Clock::now());
  };
}

void PhaseRunner::await_games_of_day(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  if (games_per_day_.wait(Clock::now()) > Duration(0)) play_.now.clear();  // of an earlier try
  changed_.wait_for(lock, stop, games_per_day_.wait(Clock::now()),
                    [this] { return games_per_day_.wait(Clock::now()) == Duration(0); });
}

/// Returns whether the format has no more pairings.
bool PhaseRunner::play(Store& store, const std::stop_token& stop) {
  const StoredTournament tournament = store.tournament();
  const auto format = format_of(store, phase_.contest.game().info);
  const PhaseKey key = phase_.key();
  SeriesSettings settings = phase_.contest.checked.settings;
  settings.options = tournament.options;
  settings.deals = given_deals(tournament);
  settings.neutral_names = true;  // no bot loses to that of a friend by its name
  settings.log_dir = phase_.folder.logs(key);
  fs::create_directories(settings.log_dir);
  WorkerPlayer player(settings_.worker);
  player.on_end = [this](int match, const std::string& why) { report_worker_end(match, why); };
  TournamentPlan plan{settings,
                      *format,
                      seed_of(store),
                      tournament.seats,
                      settings_.jobs,
                      [this](const StoredEntrant& stored) {
                        return std::vector<Entrant>{phase_entrant(phase_, stored)};
                      }};
  plan.play = in_turn(player);
  plan.is_open = phase_.spec.is_open();
  plan.record_times = true;
  TournamentHooks hooks;
  hooks.before_batch = [this] { update(); };
  hooks.stored = [&](const PlayedMatch& played, const StoredMatch& match, int) {
    set_problem("");  // of an earlier try
    if (match.is_left_out()) report_left_out(played.record, match.number);
    prune_logs(match.number);
  };
  hooks.stop = stop;
  const TournamentResults results = play_tournament(plan, store, hooks);
  if (results.failure) std::rethrow_exception(results.failure);
  return results.is_over;
}

/// Waits for news of bots, for `most` at most.
void PhaseRunner::pause(const std::stop_token& stop, std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, stop, before_news, [] { return false; });
  changed_.wait_for(lock, stop, most - before_news, [this] { return has_news_; });
}

/// Removes what bots wrote in a match long ago. The files of match n begin with its number.
void PhaseRunner::prune_logs(int match) const {
  constexpr int at_once = 100;
  if (match < kept_logs || match % at_once != 0) return;
  const std::string first_kept = fmt::format("{:06}", match - kept_logs + 1);
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(phase_.folder.logs(phase_.key()), none)) {
    const std::string name = entry.path().filename();
    const std::size_t digits = name.find('-');
    if (digits < first_kept.size() ||
        (digits == first_kept.size() && name.substr(0, digits) < first_kept))
      fs::remove(entry.path(), none);
  }
}

}  // namespace arena::contest
