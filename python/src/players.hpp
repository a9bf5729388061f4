// The players of arena.run, arena.compare and arena.tournament as entrants, and what they did wrong
// without changing a result. All functions need the interpreter's lock.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "arena/record/record_file.hpp"
#include "arena/series/entrants/bot_pool.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/series/play/run.hpp"
#include "python/src/games.hpp"
#include "python/src/in_process_bot.hpp"
#include "python/src/types.hpp"

namespace arena::python {

/// What all players that are called have in common.
struct Calling {
  OnError on_error = OnError::raise;
  std::shared_ptr<Calls> calls = std::make_shared<Calls>();
};
/// Reads "raise" or "forfeit".
Calling calling_of(const py::object& on_error);

/// The program that plays modules, arena/bot.py.
std::string module_worker_file();

/// A function, object or class that is called in this process.
std::shared_ptr<const EntrantKind> called_entrant(py::object player, const std::string& name,
                                                  const Calling& calling);

/// The settings and entrants of `wanted`, a dictionary with "options" and "players", a list of
/// arena.Player. Throws Error for what cannot be.
SeriesPlan plan_of(const GameCore& core, const py::dict& wanted, const Calling& calling);
/// Opens the file `record` for the matches of the plan; null if it is None. Throws Error if the
/// file has one of them.
std::unique_ptr<RecordWriter> open_records(const py::dict& wanted, const SeriesPlan& plan);

/// Calls `play`. Instead of BotRaised it throws BotError, which names the bot and has the exception
/// as its cause.
void with_bot_errors(const Types& types, const std::function<void()>& play);

/// Faults after the end of a game. Warns only about the first ones of each bot.
class LateWarnings {
 public:
  /// Needs no lock.
  void take(const std::vector<LateFault>& late);
  void show() const;

 private:
  std::map<std::string, int> faults_;  // by bot
  std::vector<std::string> warnings_;
};

}  // namespace arena::python
