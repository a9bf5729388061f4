// Turns players as the user typed them into entrants. The only place that interprets a word such as
// `-p` or `clock=cpu`.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/game/any_game.hpp"
#include "arena/series/entrant.hpp"
#include "arena/setup/player_args.hpp"

namespace arena {

class ModuleHost;

/// The settings of every player, unless its own keys change them.
struct PlayerDefaults {
  TimeControl time;
  bool move_time_given = false;
  std::string protocol;  // a name; the game's default if empty
  int max_refusals = 0;
  bool max_refusals_given = false;
  ScreenStyle style;
  std::string python = "python3";       // the interpreter of modules
  std::vector<std::string> declared{};  // variables of the bots' environment
  ModuleHost* host = nullptr;           // plays modules inside arena; null: a worker each
  /// Players' files are named as this store keeps them; empty: as the user typed them.
  std::string store{};
  std::string worker{};  // of modules, the file arena/bot.py; empty: the one beside the program

  /// The refusals in a row that a player of this protocol may have.
  [[nodiscard]] int refusals_for(const Terms& terms) const {
    return max_refusals_given ? max_refusals : std::max(max_refusals, terms.max_refusals);
  }

  /// What plays for a called player of this name; none if the program has no such players.
  std::function<std::shared_ptr<const EntrantKind>(const std::string& name)> called{};
};

/// The file of a Python module that is given by its name, such as `ann` for ann.py, if it lies
/// here; otherwise the name.
std::string module_file(const std::string& name);

/// The folder that contains arena's Python package. Throws Error if it is missing.
std::string python_folder();

/// Reads a duration (seconds, or a number with ms, s, m or h) and rounds it to milliseconds. Throws
/// Error, which names `what`.
Duration read_duration(std::string_view text, std::string_view what);

/// Checks a player and makes its entrant. Throws Error, which names the mistake. `check_entrants`
/// checks whether the entrant can play in the match. REQUIRES: it is no team.
Entrant make_entrant(const PlayerArg& arg, const AnyGame& game, const PlayerDefaults& defaults);

/// The bots of a team, or one that plays all seats of its side.
std::vector<Entrant> make_team(const PlayerArg& arg, const AnyGame& game,
                               const PlayerDefaults& defaults);

/// The game's default built-in bot, for a seat that the user left empty.
Entrant default_entrant(const AnyGame& game, const PlayerDefaults& defaults);

}  // namespace arena
