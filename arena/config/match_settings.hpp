// The settings of matches, as a value with one JSON form. The command line, the tables [limits] of
// files, stores and jobs all have them from the two lists below: a new setting is one line there,
// with its type, its name and what the command line says of it. Not for: what a game or this
// machine says to a setting.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/config/root_seed.hpp"
#include "arena/config/values.hpp"
#include "arena/core/time_json.hpp"
#include "arena/util/error.hpp"

namespace arena {

using Variables = std::vector<std::string>;  // NAME=VALUE, or NAME
using Refusals = Count<0, std::numeric_limits<int>::max()>;
/// In milliseconds. A match ends late by so much if it is broken off.
inline constexpr int most_quantum = 10'000;
using Quantum = Count<0, most_quantum>;
using Processes = Count<1, 100'000>;

/// What one player can have of its own, and all others have from the match.
#define ARENA_PLAYER_SETTINGS(SETTING) \
  SETTING(Span, move_time, "Time for one answer: 2, 1.5s, 500ms, 2m (default: by the game)") \
  SETTING(Span, game_time, "Time for all answers of a player in one game (default: no limit)") \
  SETTING(Span, increment, "Added to the game time after each answer") \
  SETTING(Span, start_time, \
          "Time for a bot to start, until it reads its first question (default: 10s)") \
  SETTING(ClockKind, clock, \
          "What counts as a bot's time: wall, or cpu, the processor time that all its " \
          "processes take; default: wall") \
  SETTING(std::string, protocol, \
          "Protocol of the bots, as `arena games` lists them; default: the first") \
  SETTING(Refusals, max_refusals, \
          "Refused answers in a row that a bot may give (default: by the game)") \
  SETTING(Variables, env, \
          "A variable for the bots: NAME=VALUE, or NAME for the value it has here; they get " \
          "PATH, LANG, HOME and TMPDIR anyway")

/// What holds for all players of a match.
#define ARENA_SHARED_SETTINGS(SETTING) \
  SETTING(bool, pause, \
          "Bots are stopped while they are not asked, so that none thinks on another's time") \
  SETTING(Quantum, quantum, \
          "Pass an answer on at the next multiple of so many milliseconds after its " \
          "question, so that the others learn nothing from its time (default: at once)") \
  SETTING(std::string, python, "The Python that plays modules (-m); default: python3") \
  SETTING(SandboxKind, sandbox, \
          "Run the bots in a sandbox: a system they can only read, no network, limits; " \
          "--sandbox=apart: each with files of its own, so that no two communicate by them") \
  SETTING(Size, memory, \
          "With --sandbox: what a bot's processes may take together (default: 512M)") \
  SETTING(Processes, processes, \
          "With --sandbox: processes and threads that a bot may have (default: 64)")

#define ARENA_SETTING_MEMBER(type, name, help) std::optional<type> name{};
#define ARENA_SETTING_TAKE(type, name, help) take_setting(name, own.name);
#define ARENA_SETTING_VISIT(type, name, help) visit(#name, help, settings.name);

/// All that is not given is as the match, the game or the protocol says.
struct PlayerSettings {
  ARENA_PLAYER_SETTINGS(ARENA_SETTING_MEMBER)

  friend bool operator==(const PlayerSettings&, const PlayerSettings&) = default;

  /// Takes those that are given there. Variables come beside those that are here.
  void take(const PlayerSettings& own) { ARENA_PLAYER_SETTINGS(ARENA_SETTING_TAKE) }

 private:
  template <class T>
  static void take_setting(std::optional<T>& setting, const std::optional<T>& own) {
    if (own) setting = own;
  }
  static void take_setting(std::optional<Variables>& setting, const std::optional<Variables>& own) {
    if (!own) return;
    if (!setting) setting.emplace();
    setting->insert(setting->end(), own->begin(), own->end());
  }
};

/// What holds for all players, unless one has its own.
struct Limits : PlayerSettings {
  ARENA_SHARED_SETTINGS(ARENA_SETTING_MEMBER)

  friend bool operator==(const Limits&, const Limits&) = default;

  [[nodiscard]] bool has_sandbox() const {
    return sandbox.value_or(SandboxKind::off) != SandboxKind::off;
  }
};

/// Calls `visit(name, help, member)` for each setting that one player can have; `settings` may be
/// constant. A member is an optional value.
template <class Settings, class Visit>
void for_each_player_setting(Settings& settings, Visit visit) {
  ARENA_PLAYER_SETTINGS(ARENA_SETTING_VISIT)
}
template <class Settings, class Visit>
void for_each_setting(Settings& settings, Visit visit) {
  ARENA_PLAYER_SETTINGS(ARENA_SETTING_VISIT)
  ARENA_SHARED_SETTINGS(ARENA_SETTING_VISIT)
}

#undef ARENA_SETTING_VISIT
#undef ARENA_SETTING_TAKE
#undef ARENA_SETTING_MEMBER

/// What is played, but for the players.
struct MatchSettings {
  std::string game{};  // a name
  json::object options{};
  std::optional<RootSeed> seed{};
  int seats = 0;  // 0: as many as the game needs
  Limits limits{};

  friend bool operator==(const MatchSettings&, const MatchSettings&) = default;
};

json::object to_json(const PlayerSettings& settings);
json::object to_json(const Limits& limits);
json::object to_json(const MatchSettings& settings);
/// These throw Error, which names the wrong field.
void from_json(const json::value& value, Limits& limits, std::string_view what);
void from_json(const json::value& value, MatchSettings& settings, std::string_view what);

/// Sets the setting of this name to the JSON value. Returns false for an unknown name. Throws
/// Error for a wrong value.
bool set(PlayerSettings& settings, std::string_view name, const json::value& value);
bool set(Limits& limits, std::string_view name, const json::value& value);
/// Takes a value for a setting. Throws Error for a wrong one, which `what` names.
template <class T>
void set(std::optional<T>& member, const json::value& value, std::string_view what) {
  using described::from_json;
  from_json(value, member.emplace(), what);
  if constexpr (requires { member->empty(); }) {
    if (member->empty()) throw Error(fmt::format("{} is empty", what));
  }
}
/// The same for a word of a command line. A variable comes beside those that are there.
template <class T>
void set_by_word(std::optional<T>& member, std::string_view word, std::string_view what) {
  if (word.empty()) throw Error(fmt::format("{}: the value is empty", what));
  if constexpr (std::same_as<T, Variables>) {
    if (!member) member.emplace();
    member->emplace_back(word);
  } else {
    set(member, value_of_word<T>(word), what);
  }
}

/// As on a command line: "move_time" is "move-time".
std::string option_name(std::string_view setting);
/// Those that are given, as keys of a command line: "move-time=1s".
std::vector<std::string> keys_of(const PlayerSettings& settings);

}  // namespace arena
