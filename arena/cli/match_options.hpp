// The options that every command which plays matches shares: limits, game options, seed, records,
// logs.
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

/// The sandbox of the bots, as typed.
struct SandboxOptions {
  bool on = false;
  std::string memory;
  std::optional<int> processes;

  /// Whether any of it was given.
  [[nodiscard]] bool any() const { return on || !memory.empty() || processes; }
};
/// Null: they are not. Throws Error naming what cannot be meant.
std::shared_ptr<const Sandbox> make_sandbox(const SandboxOptions& options);

/// The texts as they were typed; checked by the functions below, before anything is started.
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

/// For Option::check: an empty word is most often a shell's variable that is not set, and no option
/// left out.
std::string not_empty(const std::string& word);
/// The texts of `--option`, each KEY=VALUE. Throws Error if one is not, or if a key is there twice.
json::object read_options(const std::vector<std::string>& texts);

/// Adds --sandbox and its limits.
void add_sandbox_options(CLI::App& command, SandboxOptions& options);
/// Adds GAME, the seed, the game's options and the limits.
void add_game_options(CLI::App& command, MatchOptions& options);
/// The same, and what is kept and told of the matches.
void add_match_options(CLI::App& command, MatchOptions& options);

/// What the texts mean, checked. Throws Error naming the offending word.
struct CheckedOptions {
  SeriesSettings settings;
  RootSeed seed;
  PlayerDefaults defaults;
};
CheckedOptions check(const MatchOptions& options, const Shell& shell);

/// Throws Error if --seats is none that the game has.
void check_seat_option(const MatchOptions& options, const GameInfo& info);

/// The entrants in the order of the seats. If `fill` says so, free seats are filled with the
/// default built-in (and that is told on stderr unless quiet), and bots given as whole sides are
/// seated. Throws Error for too many.
std::vector<Entrant> make_entrants(const std::vector<PlayerArg>& players,
                                   const MatchOptions& options, const CheckedOptions& checked,
                                   bool fill);

/// Warns on stderr of a given seed that an untrusted bot could find by trying.
void warn_of_seed(const CheckedOptions& checked);

/// Tells on stderr which sandbox the bots run in, if any (not null). `pause`: none of them
/// runs while another is asked.
void tell_confinement(const Sandbox* sandbox, bool pause);

/// Lets the entrants work out what takes long, before the first match; tells of it on stderr unless
/// `quiet`.
void prepare(const std::vector<Entrant>& entrants, const SeriesSettings& settings, int seats,
             bool quiet);
/// HasMatchMessages on stderr what takes long from now on.
void announce(TableCache& table_cache);

/// The file of `--record`, or null. Throws Error if it cannot be written.
std::unique_ptr<RecordWriter> open_records(const MatchOptions& options);
/// Makes the folder of `--log-dir`. Throws Error if that fails.
void make_log_dir(const MatchOptions& options);

/// What stdout can show. Colours: a terminal, and NO_COLOR is not set. Symbols: a terminal, and the
/// locale's characters are UTF-8.
ScreenStyle screen_style();

}  // namespace arena::cli
