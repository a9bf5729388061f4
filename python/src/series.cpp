#include "python/src/series.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "arena/process/command_line.hpp"
#include "arena/record/record_file.hpp"
#include "arena/series/entrants/builtin_entrant.hpp"
#include "arena/series/entrants/in_process_entrant.hpp"
#include "arena/series/entrants/process_entrant.hpp"
#include "arena/series/run.hpp"
#include "arena/series/standing.hpp"
#include "arena/util/error.hpp"
#include "python/src/games.hpp"
#include "python/src/in_process_bot.hpp"
#include "python/src/interrupt.hpp"
#include "python/src/values.hpp"

namespace arena::python {

namespace {

constexpr auto signal_check = std::chrono::milliseconds(20);
constexpr std::size_t most_faults = 100;  // the first ones are kept
constexpr int most_late_faults = 3;       // warnings per bot

/// Reads arena.Player's limits, in seconds and in range. None keeps the default.
TimeControl time_of(const py::object& player, const Terms& terms) {
  TimeControl time;
  time.move_time = terms.move_time;
  const auto given = [&player](const char* name) -> std::optional<Duration> {
    const py::object value = player.attr(name);
    if (value.is_none()) return std::nullopt;
    return std::chrono::duration_cast<Duration>(
        std::chrono::duration<double>(value.cast<double>()));
  };
  time.move_time = given("move_time").value_or(time.move_time);
  time.game_time = given("game_time");
  time.increment = given("increment").value_or(time.increment);
  time.start_time = given("start_time").value_or(time.start_time);
  return time;
}

/// One call of `run`: its arguments and results. Made and read with the lock; plays without it.
class Run {
 public:
  Run(const AnyGame& game, TableCache* table_cache, const py::dict& wanted);

  /// Plays the series. Throws its exceptions, BotRaised, and py::error_already_set for Ctrl-C.
  void play();
  /// The standing as in `arena run --json` and as text, the records' lines, and the faults. Warns
  /// about problems that change none of these.
  [[nodiscard]] py::tuple results() const;

 private:
  struct Faulted {
    int game;
    std::string bot;
    RecordedForfeit forfeit;
    std::string complaint;
  };

  Entrant entrant_of(const py::object& player, int max_refusals);
  void record(const PlayedMatch& match);
  void take(const std::vector<LateFault>& late);
  void take(const PlayedMatch& match);
  /// Plays in another thread, while this thread handles Python's signals.
  void await(const SeriesHooks& hooks);

  const AnyGame& game_;
  SeriesPlan plan_;
  RootSeed seed_;
  std::optional<RankBy> rank_by_;  // by default, as the game counts
  std::stop_source stopping_;
  SeriesResults results_;
  std::unique_ptr<RecordWriter> file_;
  bool keeps_records_ = false;
  OnError on_error_ = OnError::raise;
  std::shared_ptr<Calls> calls_ = std::make_shared<Calls>();
  std::vector<std::string> records_;
  std::vector<Faulted> faults_;
  std::map<std::string, int> late_;  // faults after the end of a game, by bot
  std::vector<std::string> warnings_;
};

Run::Run(const AnyGame& game, TableCache* table_cache, const py::dict& wanted) : game_(game) {
  plan_.settings.game = &game;
  plan_.settings.table_cache = table_cache;
  plan_.settings.options = game.check_options(to_json(wanted["options"], "option").as_object());
  on_error_ = wanted["on_error"].cast<std::string>() == "raise" ? OnError::raise : OnError::forfeit;
  const int max_refusals = game.max_refusals(plan_.settings.options);
  for (const py::handle player : wanted["players"])
    plan_.entrants.push_back(entrant_of(py::reinterpret_borrow<py::object>(player), max_refusals));
  const int seats = plan_.seats();
  check_entrants(plan_.entrants, plan_.settings, seats);
  seed_ = read_root_seed(text_of_str(wanted["seed"])).value();
  const Sides sides = game.info().sides_of(seats);
  plan_.schedule =
      Schedule(sides, wanted["n"].cast<int>(), wanted["duplicate"].cast<bool>(), SeedKey(seed_));
  plan_.matches = MatchNumbers::up_to(plan_.schedule.matches());
  plan_.jobs = wanted["jobs"].cast<int>();
  plan_.fail_fast = wanted["fail_fast"].cast<bool>();
  keeps_records_ = wanted["records"].cast<bool>();
  if (!wanted["record"].is_none()) {
    file_ = std::make_unique<RecordWriter>(wanted["record"].cast<std::string>());
    if (!file_->mended().empty()) warn(file_->mended());
  }
  if (!wanted["rank_by"].is_none())
    rank_by_ = wanted["rank_by"].cast<std::string>() == "score" ? RankBy::score : RankBy::wins;
}

Entrant Run::entrant_of(const py::object& player, int max_refusals) {
  Entrant entrant;
  entrant.name = text_of_str(player.attr("name"));
  if (const py::object protocol = player.attr("protocol"); !protocol.is_none())
    entrant.protocol = find_protocol(game_.protocols(), text_of_str(protocol)).name;
  const Terms& terms = game_.terms(entrant.protocol);
  entrant.time = time_of(player, terms);
  entrant.max_refusals = max_refusals;
  if (!player.attr("max_refusals").is_none())
    entrant.max_refusals = player.attr("max_refusals").cast<int>();
  const auto kind = player.attr("kind").cast<std::string>();
  if (kind == "builtin") {
    entrant.kind = std::make_shared<BuiltinEntrant>(text_of_str(player.attr("what")));
  } else if (kind == "process" || kind == "module") {
    std::vector<std::string> shown;
    for (const py::handle word : player.attr("shown")) shown.push_back(text_of_str(word));
    std::vector<std::string> program = bot_command(words_of(player.attr("what")));
    entrant.kind = std::make_shared<ProcessEntrant>(
        kind == "module" ? module_worker(std::move(program), std::move(shown))
                         : BotProcess{std::move(program), std::move(shown)});
    entrant.lifetime = terms.lifetime;
  } else {
    entrant.protocol = shared_protocol;
    entrant.kind = std::make_shared<InProcessEntrant>(in_process_bots(
        {player.attr("what"), py::module_::import("arena.bot"), entrant.name, on_error_, calls_}));
  }
  return entrant;
}

void Run::record(const PlayedMatch& match) {
  if (!file_ && !keeps_records_) return;
  std::string line = to_line(match.record);
  if (file_) file_->write(line);
  if (keeps_records_) records_.push_back(std::move(line));
}

void Run::take(const PlayedMatch& match) {
  take(match.late);
  for (const RecordedForfeit& forfeit : match.record.forfeits) {
    if (faults_.size() >= most_faults) break;
    const auto seat = static_cast<std::size_t>(forfeit.seat);
    const auto player = static_cast<std::size_t>(match.player_at[seat]);
    faults_.push_back(
        {match.number + 1, plan_.entrants[player].name, forfeit, match.reports[seat].stderr_tail});
  }
}

/// Warns only about the first faults of each bot.
void Run::take(const std::vector<LateFault>& late) {
  for (const LateFault& fault : late) {
    if (++late_[fault.name] > most_late_faults) continue;
    std::string text = late_fault_text(fault);
    if (!fault.stderr_tail.empty()) text += "\n" + fault.stderr_tail;
    warnings_.push_back(std::move(text));
  }
}

void Run::await(const SeriesHooks& hooks) {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::exception_ptr error;
  std::thread player([&] {
    try {
      results_ = arena::run(plan_, hooks);
    } catch (...) {
      error = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    done = true;
    changed.notify_one();
  });
  std::optional<py::error_already_set> signal;
  std::unique_lock lock(mutex);
  while (!changed.wait_for(lock, signal_check, [&done] { return done; })) {
    lock.unlock();
    {
      const py::gil_scoped_acquire locked;
      if (!signal && interrupted()) signal.emplace();
    }
    if (signal) {
      stopping_.request_stop();  // before a call ends, so that its match does not count
      const py::gil_scoped_acquire locked;
      calls_->break_off();
    }
    lock.lock();
  }
  lock.unlock();
  player.join();
  if (signal) {
    const py::gil_scoped_acquire locked;
    throw py::error_already_set(std::move(*signal));
  }
  if (error) std::rethrow_exception(error);
  if (results_.failure) std::rethrow_exception(results_.failure);
}

void Run::play() {
  const py::gil_scoped_release unlocked;
  SeriesHooks hooks;
  hooks.record = [this](const PlayedMatch& match) { record(match); };
  hooks.finished = [this](const PlayedMatch& match, const SeriesResults&) { take(match); };
  hooks.stop = stopping_.get_token();
  await(hooks);
  take(results_.late_faults);
  if (file_) file_->close();
}

py::tuple Run::results() const {
  for (const std::string& warning : warnings_) warn(warning);
  py::list faults;
  for (const Faulted& fault : faults_) {
    faults.append(py::make_tuple(fault.game, to_str(fault.bot), fault.forfeit.seat,
                                 to_str(fault.forfeit.reason), to_str(fault.forfeit.detail),
                                 to_str(fault.complaint)));
  }
  py::list records;
  for (const std::string& line : records_) records.append(to_str(line));
  StandingHead head = standing_head(plan_, results_, seed_);
  head.rank_by = rank_by_.value_or(head.rank_by);
  return py::make_tuple(to_python(standing_json(head, results_.statistics)),
                        to_str(standing_text(head, results_.statistics)), records, faults);
}

py::tuple run(const Types& types, const GameCore& core, const py::dict& wanted) {
  Run series(core.game(), core.table_cache(), wanted);
  try {
    series.play();
  } catch (const BotRaised& raised) {
    const py::object error =
        types.bot_error(to_str(fmt::format("{} raised an exception", raised.bot())));
    error.attr("bot") = to_str(raised.bot());
    error.attr("__cause__") = raised.error();
    PyErr_SetObject(types.bot_error.ptr(), error.ptr());
    throw py::error_already_set();
  }
  return series.results();
}

}  // namespace

void add_series(py::module_& module, const Types& types) {
  module.def(
      "run",
      [&types](const GameCore& core, const py::dict& wanted) { return run(types, core, wanted); },
      "Plays a series; arena.run is the way to call it.");
}

}  // namespace arena::python
