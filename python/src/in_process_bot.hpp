// Bots that are Python: a function move(game_state), an object or a module that has one.
// They are called from any thread; each call takes the interpreter's lock and gives it back.
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

/// What becomes of a match whose bot raises: the bot forfeits, or all ends with BotRaised.
enum class OnError { forfeit, raise };

/// `error` is the exception that the bot raised.
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

/// The calls under way in the bots of one series, so that they can be broken off. All of it needs
/// the interpreter's lock.
class Calls {
 public:
  /// From now on each call, and each that is under way, ends with KeyboardInterrupt, unless the bot
  /// catches that; to be called again until the series is over.
  void break_off();
  [[nodiscard]] bool broken_off() const { return broken_off_; }

  void enter();
  void leave();

 private:
  std::vector<unsigned long> threads_;  // as CPython numbers them
  bool broken_off_ = false;
};

/// The exception object, which knows its traceback. Needs the lock.
py::object error_of(const py::error_already_set& raised);

/// What became of a bot that raised: in a few words, and in full (empty where the words say all).
struct Account {
  std::string in_short;
  std::string in_full;
};

/// `support`: the module arena.bot. Of an exception that raises when it is looked at, its type.
/// Needs the lock.
Account account_of(const py::object& support, const py::object& error);

/// What all bots of one player have in common.
struct PythonPlayer {
  py::object player;   // of a class, each match gets an object of its own
  py::object support;  // the module arena.bot
  std::string name;
  OnError on_error = OnError::forfeit;
  std::shared_ptr<Calls> calls;
};

/// Makes bots of a player, one for a match, on the thread that plays it. To be called with the
/// interpreter's lock; what it returns without.
std::function<std::unique_ptr<InProcessBot>()> in_process_bots(PythonPlayer player);

}  // namespace arena::python
