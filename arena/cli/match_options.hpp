// The options of every command that plays matches: limits, game options, seed, records, logs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "arena/cli/entrant_factory.hpp"
#include "arena/cli/player_args.hpp"
#include "arena/cli/shell.hpp"
#include "arena/game/any_game.hpp"
#include "arena/record/record_file.hpp"
#include "arena/series/entrant.hpp"
#include "arena/series/root_seed.hpp"
#include "arena/series/series_settings.hpp"

namespace arena::cli {

/// The sandbox options as typed.
struct SandboxOptions {
  bool on = false;
  std::string memory;
  std::optional<int> processes;

  /// Whether the user gave any of them.
  [[nodiscard]] bool any() const { return on || !memory.empty() || processes; }
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
  std::optional<std::string> protocol;
  std::string python = "python3";
  std::vector<std::string> environment;
  std::optional<int> max_refusals;
  int seats = 0;  // 0: as many as the game needs
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

/// Adds --sandbox and its limits.
void add_sandbox_options(CLI::App& command, SandboxOptions& options);
/// Adds GAME, the seed, the game's options and the limits.
void add_game_options(CLI::App& command, MatchOptions& options);
/// Adds these and the options for records, logs and output.
void add_match_options(CLI::App& command, MatchOptions& options);

/// The checked options.
struct CheckedOptions {
  SeriesSettings settings;
  RootSeed seed;
  PlayerDefaults defaults;
};
CheckedOptions check(const MatchOptions& options, const Shell& shell);

/// Throws Error if the game cannot have that many seats.
void check_seat_option(const MatchOptions& options, const GameInfo& info);

/// Returns the entrants in the order of the seats. `fill`: gives empty seats to the default
/// built-in bot (reported on stderr unless quiet), and seats bots given as whole sides. Throws
/// Error for too many.
std::vector<Entrant> make_entrants(const std::vector<PlayerArg>& players,
                                   const MatchOptions& options, const CheckedOptions& checked,
                                   bool fill);

/// Warns on stderr if an untrusted bot could guess the given seed.
void warn_of_seed(const CheckedOptions& checked);

/// Reports the bots' sandbox, if any, on stderr. `pause`: no bot runs while arena asks another.
void tell_confinement(const Sandbox* sandbox, bool pause);

/// Lets the entrants compute tables before the first match. Reports this on stderr unless `quiet`.
void prepare(const std::vector<Entrant>& entrants, const SeriesSettings& settings, int seats,
             bool quiet);
/// From now on, reports long computations on stderr.
void announce(TableCache& table_cache);

/// Opens the file of `--record`; null without one. Throws Error if it cannot be written.
std::unique_ptr<RecordWriter> open_records(const MatchOptions& options);
/// Makes the folder of `--log-dir`. Throws Error on failure.
void make_log_dir(const MatchOptions& options);

/// What stdout can show. Colours: a terminal, NO_COLOR is not set. Symbols: a terminal with UTF-8.
ScreenStyle screen_style();

}  // namespace arena::cli
