// `_arena.tournament`: plays a tournament into its store.
#include <atomic>
#include <exception>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include <pybind11/stl.h>

#include "arena/tournament/described/tournament_setup.hpp"
#include "arena/util/error.hpp"
#include "python/src/background.hpp"
#include "python/src/players.hpp"
#include "python/src/values.hpp"

namespace arena::python {

namespace {

PlannedTournament plan_of(const py::dict& wanted) {
  const auto file = wanted["file"].cast<std::optional<std::string>>();
  PlannedTournament planned =
      file ? plan_of_file(*file) : plan_of_text(text_of_str(wanted["text"]), "tournament");
  if (!wanted["store"].is_none()) planned.store = wanted["store"].cast<std::string>();
  if (!wanted["jobs"].is_none()) planned.jobs = wanted["jobs"].cast<int>();
  return planned;
}

/// One call of `tournament`. Needs the lock.
class Tournament {
 public:
  Tournament(Library& library, const py::dict& wanted)
      : calling_(calling_of(wanted["on_error"])),
        setup_(plan_of(wanted), library.games, library.table_cache),
        progress_(wanted["progress"]) {
    if (!setup_.deal_problems().empty()) warn(setup_.deal_problems());
    for (const auto& [name, player] : wanted["called"].cast<py::dict>()) {
      const std::string own = text_of_str(name);
      called_[own] = called_entrant(py::reinterpret_borrow<py::object>(player), own, calling_);
    }
    setup_.defaults().worker = module_worker_file();
    setup_.defaults().called = [this](const std::string& name) {
      const auto found = called_.find(name);
      if (found == called_.end())
        throw Error("the tournament has a called player \"" + name +
                    "\", which is not among the players that are given");
      return found->second;
    };
  }

  /// Plays. Throws the tournament's exceptions, BotRaised, and py::error_already_set for Ctrl-C.
  void play() {
    Store store = setup_.open_store();
    mix_in(store, setup_.seed_from());
    std::atomic<int> played = store.matches();
    std::atomic<int> planned = 0;
    std::stop_source stopping;
    TournamentHooks hooks;
    hooks.stored = [&](const PlayedMatch& match, const StoredMatch&, int known) {
      late_.take(match.late);
      planned = known;
      played = match.number + 1;
    };
    hooks.stop = stopping.get_token();
    const auto work = [&] {
      const TournamentResults results = setup_.play(store, hooks);
      late_.take(results.late_faults);
      if (results.failure) std::rethrow_exception(results.failure);
    };
    int shown = played;
    const auto look = [&] {
      const int now = played;
      if (progress_.is_none() || now == shown) return;
      shown = now;
      progress_(now, planned.load());
    };
    in_background(work, stopping, *calling_.calls, look);
  }
  [[nodiscard]] const std::string& store() const { return setup_.store(); }
  void show_warnings() const { late_.show(); }

 private:
  Calling calling_;
  TournamentSetup setup_;
  py::object progress_;
  std::map<std::string, std::shared_ptr<const EntrantKind>> called_;  // by name
  LateWarnings late_;
};

/// Returns the path of the store.
py::bytes tournament(const Types& types, Library& library, const py::dict& wanted) {
  Tournament played(library, wanted);
  with_bot_errors(types, [&played] { played.play(); });
  played.show_warnings();
  return played.store();
}

}  // namespace

void add_tournaments(py::module_& module, const Types& types, std::shared_ptr<Library> library) {
  module.def(
      "tournament",
      [&types, library = std::move(library)](const py::dict& wanted) {
        return tournament(types, *library, wanted);
      },
      "Plays a tournament; arena.tournament is the way to call it.");
}

}  // namespace arena::python
