// The options of a match as a user types them, and what they become: the game, its options, limits,
// seed and sandbox. The words of a tournament's file go through the same functions.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "arena/game/games.hpp"
#include "arena/series/root_seed.hpp"
#include "arena/series/series_settings.hpp"
#include "arena/setup/entrant_factory.hpp"
#include "arena/tournament/file_words.hpp"

namespace arena {

/// The sandbox options as typed.
struct SandboxOptions {
  std::string kind;  // "": none; "shared"; "apart": with files of its own
  std::string memory;
  std::optional<int> processes;

  [[nodiscard]] bool on() const { return !kind.empty(); }
  /// Whether the user gave any of them.
  [[nodiscard]] bool any() const { return on() || !memory.empty() || processes; }
};
/// Null without a sandbox. Throws Error, which names the wrong option.
std::shared_ptr<const Sandbox> make_sandbox(const SandboxOptions& options);

/// The options as typed. The functions below check them before anything starts.
struct MatchOptions {
  std::string game;
  std::string seed;
  std::vector<std::string> options;
  std::string move_time;
  std::string game_time;
  std::string increment;
  std::string start_time;
  std::string clock = "wall";
  bool pause = false;
  int quantum = 0;  // milliseconds; 0: none
  std::optional<std::string> protocol;
  std::string python = "python3";
  std::vector<std::string> environment;
  std::optional<int> max_refusals;
  int seats = 0;      // 0: as many as the game needs
  std::string deals;  // a file (given_deals.hpp); empty: deals come from the seed
  std::string record;
  std::string log_dir;
  bool record_times = false;
  SandboxOptions sandbox;
  bool quiet = false;
};

/// For Option::check. An empty word is usually an unset shell variable, and not a missing option.
std::string not_empty(const std::string& word);
/// Reads the texts of `--option` as KEY=VALUE. Throws Error for other texts and repeated keys.
json::object read_options(const std::vector<std::string>& texts);

/// Reads the words of a file as the command line reads them. `game`: one word. Throws Error, which
/// names the file.
MatchOptions read_match_words(const FileWords& game, const std::vector<FileWords>& options,
                              const std::string& path);

/// Adds --sandbox and its limits.
void add_sandbox_options(CLI::App& command, SandboxOptions& options);
/// Adds GAME, the seed, the game's options and the limits.
void add_game_options(CLI::App& command, MatchOptions& options);
/// The checked options.
struct CheckedOptions {
  SeriesSettings settings;
  RootSeed seed;
  PlayerDefaults defaults;
};
/// Throws Error, which names the wrong option. The game and the tables outlive the result.
CheckedOptions check(const MatchOptions& options, const Games& games, TableCache& table_cache);

/// Throws Error if the game cannot have that many seats.
void check_seat_option(const MatchOptions& options, const GameInfo& info);

/// The opponents of one bot at a table with the seats that the options say: by default two, or the
/// least number that the game needs. Each is the game's default built-in bot.
std::vector<Entrant> default_opponents(const MatchOptions& options, const CheckedOptions& checked);

}  // namespace arena
