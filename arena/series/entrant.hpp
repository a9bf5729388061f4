// One who takes part in a series of matches, whatever seat it gets: a bot process, a built-in bot,
// a bot that is called, or a person at the terminal; with its name and its own limits.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "arena/core/protocol.hpp"
#include "arena/match/clock.hpp"
#include "arena/players/in_process_bot.hpp"

namespace arena {

struct ProcessEntrant {
  std::vector<std::string> program;     // resolved: the path of a file, then its arguments
  std::vector<std::string> words;       // as the user gave it, for records and messages
  std::vector<std::string> declared{};  // variables of its environment (bot_environment.hpp)
  bool module = false;  // a Python module's worker: it never fails but where the module does
};
struct BuiltinEntrant {
  std::string name;
};
/// The person who started arena. Without a screen it sees the protocol as a bot does.
struct PersonEntrant {
  std::optional<ScreenStyle> screen;
};

/// A bot of arena's own process that is called. `make` gives one for each match, on the match's
/// thread.
struct InProcessEntrant {
  std::function<std::unique_ptr<InProcessBot>()> make;
};

/// Whoever is at the other end of a connection.
struct ConnectedEntrant {};

struct Entrant {
  std::string name;  // unique in its series
  std::variant<ProcessEntrant, BuiltinEntrant, PersonEntrant, InProcessEntrant, ConnectedEntrant>
      who;
  TimeControl time;
  std::string protocol;                 // by its name; empty: the game's default
  Lifetime lifetime = Lifetime::match;  // of its process
  int max_refusals = 0;
};

}  // namespace arena
