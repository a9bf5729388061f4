// One who takes part in a series of matches, whatever seat it gets: a bot process, a built-in bot,
// or a person at the terminal; with its name and its own limits.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "arena/core/protocol.hpp"
#include "arena/match/clock.hpp"

namespace arena {

struct ProcessEntrant {
  std::vector<std::string> program;  // resolved: the path of a file, then its arguments
  std::vector<std::string> words;    // as the user gave it, for records and messages
};
struct BuiltinEntrant {
  std::string name;
};
/// The person who started arena. `raw`: sees the wire protocol as a bot does, not a board.
struct PersonEntrant {
  bool raw = false;
  ScreenStyle style;
};

/// Whoever is at the other end of a connection.
struct ConnectedEntrant {};

struct Entrant {
  std::string name;  // unique in its series
  std::variant<ProcessEntrant, BuiltinEntrant, PersonEntrant, ConnectedEntrant> who;
  TimeControl time;
  bool json = false;                    // speaks the JSON protocol, not the game's own
  Lifetime lifetime = Lifetime::match;  // of its process
  int max_refusals = 0;
};

}  // namespace arena
