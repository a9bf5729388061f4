#include "python/src/players.hpp"

#include <utility>

#include <fmt/format.h>

#include "arena/config/player_spec.hpp"
#include "arena/series/entrants/checked_settings.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/play/earlier_games.hpp"
#include "python/src/values.hpp"

namespace arena::python {

namespace {

constexpr int most_late_faults = 3;  // warnings per bot

PlayerSpec spec_of(const py::object& player) {
  PlayerSpec spec;
  described::from_json(to_json(player.attr("kind"), "kind"), spec.kind, "kind");
  spec.name = text_of_str(player.attr("name"));
  for_each_player_setting(spec.settings, [&](const char* name, const char* /*help*/, auto& member) {
    const py::object given = py::getattr(player, name, py::none());
    if (!given.is_none()) set(member, to_json(given, name), name);
  });
  const py::object what = player.attr("what");
  if (spec.kind == PlayerKind::called)
    spec.words = {spec.name};
  else if (spec.kind == PlayerKind::builtin)
    spec.words = {text_of_str(what)};
  else
    spec.words = words_of(what);
  return spec;
}

Entrant entrant_of(const py::object& player, const CheckedSettings& checked,
                   const Calling& calling) {
  PlayerDefaults defaults = checked.defaults;
  defaults.worker = module_worker_file();
  defaults.called = [&](const std::string& name) {
    return called_entrant(player.attr("what"), name, calling);
  };
  if (!player.attr("python").is_none())
    defaults.limits.python = words_of(py::make_tuple(player.attr("python"))).front();
  const PlayerSpec spec = spec_of(player);
  Entrant entrant = make_entrant(spec, *checked.settings.game, defaults);
  entrant.name = spec.name;  // as the caller knows it, whatever is in it
  return entrant;
}

}  // namespace

std::string module_worker_file() {
  return text_of_str(py::module_::import("arena.bot").attr("__file__"));
}

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
  MatchSettings match;
  match.game = core.game().info.name;
  match.options = to_json(wanted["options"], "option").as_object();
  const CheckedSettings checked = check(match, core.games(), *core.table_cache());
  SeriesPlan plan;
  plan.settings = checked.settings;
  for (const py::handle player : wanted["players"])
    plan.entrants.push_back(
        entrant_of(py::reinterpret_borrow<py::object>(player), checked, calling));
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
