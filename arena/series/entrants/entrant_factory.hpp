// Makes the entrants of players: finds their programs and modules, and fills in what holds for all.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/config/player_spec.hpp"
#include "arena/game/any_game.hpp"
#include "arena/series/entrants/entrant.hpp"

namespace arena {

class ModuleHost;

/// What holds for every player that has no setting of its own.
struct PlayerDefaults {
  Limits limits{};  // as given; the protocol is one of the game's
  int max_refusals = 0;
  bool max_refusals_given = false;
  ScreenStyle style{};
  ModuleHost* host = nullptr;  // plays modules inside arena; null: a worker each
  /// Players' files are named as this store keeps them; empty: as the user typed them.
  std::string store{};
  std::string worker{};  // of modules, the file arena/bot.py; empty: the one beside the program

  /// The name of a protocol; an empty one is the game's default.
  [[nodiscard]] std::string protocol() const { return limits.protocol.value_or(""); }
  [[nodiscard]] std::string python() const { return limits.python.value_or("python3"); }
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

/// The limits of a player with these settings, who speaks a protocol with these terms.
TimeControl time_of(const PlayerSettings& settings, const Terms& terms);

/// Checks a player and makes its entrant. Throws Error, which names the mistake, such as a team.
/// `check_entrants` checks whether the entrant can play in the match.
Entrant make_entrant(const PlayerSpec& player, const AnyGame& game, const PlayerDefaults& defaults);

/// The bots of a team, or one that plays all seats of its side.
std::vector<Entrant> make_team(const PlayerSpec& player, const AnyGame& game,
                               const PlayerDefaults& defaults);

/// The game's default built-in bot, for a seat that the user left empty.
Entrant default_entrant(const AnyGame& game, const PlayerDefaults& defaults);

// The files that a bot's command names. A store keeps their paths from its own folder, so that the
// tournament goes on and is verified from any working directory, and in a copy of that folder.

/// A command as the store at the path `store` keeps it: files below the store's folder by their
/// path from there, others by their absolute path. REQUIRES: the words are split.
std::vector<std::string> kept_words(std::vector<std::string> words, const std::string& store);
/// What `kept_words` gave, with paths that lead to the files from the working directory.
std::vector<std::string> found_words(std::vector<std::string> kept, const std::string& store);

/// SHA-256 over the lines "hash name" of the files that the kept words of these commands name; of a
/// folder, over all files below it but those in __pycache__. Empty if they name no files. A program
/// that is found by the PATH belongs to the system and is not counted.
std::string files_hash(std::vector<std::vector<std::string>> commands, const std::string& store);

}  // namespace arena
