#include "python/src/players.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "arena/process/command_line.hpp"
#include "arena/series/earlier_games.hpp"
#include "arena/series/entrants.hpp"
#include "python/src/values.hpp"

namespace arena::python {

namespace {

constexpr int most_late_faults = 3;  // warnings per bot

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

Entrant entrant_of(const py::object& player, const SeriesSettings& settings,
                   const Calling& calling) {
  const AnyGame& game = *settings.game;
  Entrant entrant;
  entrant.name = text_of_str(player.attr("name"));
  if (const py::object protocol = player.attr("protocol"); !protocol.is_none())
    entrant.protocol = find_protocol(game.protocols(), text_of_str(protocol)).name;
  const Terms& terms = game.terms(entrant.protocol);
  entrant.time = time_of(player, terms);
  entrant.max_refusals = game.max_refusals(settings.options);
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
    entrant.kind = called_entrant(player.attr("what"), entrant.name, calling);
  }
  return entrant;
}

}  // namespace

Calling calling_of(const py::object& on_error) {
  Calling calling;
  if (on_error.cast<std::string>() == "forfeit") calling.on_error = OnError::forfeit;
  return calling;
}

std::shared_ptr<const EntrantKind> called_entrant(py::object player, const std::string& name,
                                                  const Calling& calling) {
  return std::make_shared<InProcessEntrant>(
      in_process_bots({std::move(player), py::module_::import("arena.bot"), name, calling.on_error,
                       calling.calls}));
}

SeriesPlan plan_of(const GameCore& core, const py::dict& wanted, const Calling& calling) {
  SeriesPlan plan;
  plan.settings.game = &core.game();
  plan.settings.table_cache = core.table_cache();
  plan.settings.options =
      core.game().check_options(to_json(wanted["options"], "option").as_object());
  for (const py::handle player : wanted["players"])
    plan.entrants.push_back(
        entrant_of(py::reinterpret_borrow<py::object>(player), plan.settings, calling));
  check_entrants(plan.entrants, plan.settings, plan.seats());
  plan.jobs = wanted["jobs"].cast<int>();
  return plan;
}

std::unique_ptr<RecordWriter> open_records(const py::dict& wanted, const SeriesPlan& plan) {
  if (wanted["record"].is_none()) return nullptr;
  const auto path = wanted["record"].cast<std::string>();
  auto file = std::make_unique<RecordWriter>(path);
  if (!file->repaired().empty()) warn(file->repaired());
  // No file has matches of a seed that was just drawn.
  if (file->added_to() && wanted["seed_given"].cast<bool>())
    refuse_recorded(path, plan, earlier_games(path, plan));
  return file;
}

void with_bot_errors(const Types& types, const std::function<void()>& play) {
  try {
    play();
  } catch (const BotRaised& raised) {
    const py::object error =
        types.bot_error(to_str(fmt::format("{} raised an exception", raised.bot())));
    error.attr("bot") = to_str(raised.bot());
    error.attr("__cause__") = raised.error();
    PyErr_SetObject(types.bot_error.ptr(), error.ptr());
    throw py::error_already_set();
  }
}

void LateWarnings::take(const std::vector<LateFault>& late) {
  for (const LateFault& fault : late) {
    if (++faults_[fault.name] > most_late_faults) continue;
    std::string text = late_fault_text(fault);
    if (!fault.stderr_tail.empty()) text += "\n" + fault.stderr_tail;
    warnings_.push_back(std::move(text));
  }
}

void LateWarnings::show() const {
  for (const std::string& warning : warnings_) warn(warning);
}

}  // namespace arena::python
