// A player as a value, with one JSON form: what plays, under which name, with which settings of its
// own. Not for: what is found by these words on this machine.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <boost/describe/enum.hpp>
#include <boost/json.hpp>

#include "arena/config/match_settings.hpp"
#include "arena/core/builtin_identity.hpp"

namespace arena {

/// `called`: a function of the program that uses arena, as from Python. `team`: partners, which are
/// one entrant of a tournament.
enum class PlayerKind { process, module, builtin, human, called, team };
BOOST_DESCRIBE_ENUM(PlayerKind, process, module, builtin, human, called, team)

struct PlayerSpec {
  PlayerKind kind = PlayerKind::process;
  std::string name{};  // empty: as what plays is named
  PlayerSettings settings{};
  std::vector<std::string> words{};  // the command, the module, or the built-in bot's name
  std::vector<PlayerSpec> bots{};    // of a team: one for each seat of a side
  /// Of a built-in bot in a store: as which it entered. Stores before December 2026 do not say it.
  std::optional<BuiltinIdentity> identity{};

  friend bool operator==(const PlayerSpec&, const PlayerSpec&) = default;

  /// Whether its words may name files.
  [[nodiscard]] bool has_files() const {
    return kind == PlayerKind::process || kind == PlayerKind::module;
  }
};

/// Throws Error if a word is not UTF-8.
json::object to_json(const PlayerSpec& player);
/// Reads such an object, and what arenas before December 2026 wrote. Throws Error if it is not a
/// player.
PlayerSpec read_player(const json::object& object);
/// Whether two such objects are the same player, and have the same other fields. A built-in bot
/// without an identity may have any.
bool is_same_player(const json::object& one, const json::object& other);

/// As the command line takes it: "-p move-time=1s python3 ann.py".
std::string player_text(const PlayerSpec& player);

}  // namespace arena
