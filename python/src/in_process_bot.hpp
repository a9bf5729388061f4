// Bots in Python: a function move(game_state), or an object or module with one. Any thread may call
// them; each call acquires the interpreter's lock and releases it.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "arena/players/in_process_bot.hpp"

namespace arena::python {

namespace py = pybind11;

/// What happens to a match whose bot raises: the bot forfeits, or BotRaised ends the whole series.
enum class OnError { forfeit, raise };

/// `error`: the exception that the bot raised.
class BotRaised final : public std::exception {
 public:
  BotRaised(std::string bot, std::shared_ptr<const py::object> error)
      : bot_(std::move(bot)), error_(std::move(error)) {}
  [[nodiscard]] const char* what() const noexcept override { return "a bot raised an exception"; }
  [[nodiscard]] const std::string& bot() const { return bot_; }
  [[nodiscard]] const py::object& error() const { return *error_; }

 private:
  std::string bot_;
  std::shared_ptr<const py::object> error_;
};

/// The running calls to a series' bots, so that they can be stopped. Needs the interpreter's lock.
class Calls {
 public:
  /// Makes every running and later call end with KeyboardInterrupt, unless the bot catches it. Call
  /// it again until the series is over.
  void break_off();
  [[nodiscard]] bool broken_off() const { return broken_off_; }

  void enter();
  void leave();

 private:
  std::vector<unsigned long> threads_;  // CPython's numbers of them
  bool broken_off_ = false;
};

/// The exception object with its traceback. Needs the lock.
py::object error_of(const py::error_already_set& raised);

/// How a bot failed: in a few words, and in full (empty if the words say everything).
struct Account {
  std::string in_short;
  std::string in_full;
};

/// `support`: the module arena.bot. Uses only the type of an exception that cannot be printed.
/// Needs the lock.
Account account_of(const py::object& support, const py::object& error);

/// What all bots of one player share.
struct PythonPlayer {
  py::object player;   // a class makes a new object for each match
  py::object support;  // the module arena.bot
  std::string name;
  OnError on_error = OnError::forfeit;
  std::shared_ptr<Calls> calls;
};

/// Returns a function that makes the player's bot for one match, on the thread that plays the
/// match. Call `in_process_bots` with the interpreter's lock, and the result without it.
std::function<std::unique_ptr<InProcessBot>()> in_process_bots(PythonPlayer player);

}  // namespace arena::python
