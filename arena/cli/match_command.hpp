// The options of every command that plays matches, and what these commands print alike.
#pragma once

#include <memory>
#include <vector>

#include <CLI/CLI.hpp>

#include "arena/cli/settings_options.hpp"
#include "arena/cli/shell.hpp"
#include "arena/record/record_file.hpp"
#include "arena/series/entrants/checked_settings.hpp"
#include "arena/series/entrants/entrant.hpp"

namespace arena::cli {

/// The settings of the matches, and what becomes of their games.
struct MatchOptions : MatchSettings {
  std::string deals{};   // a file (given_deals.hpp); empty: deals come from the seed
  std::string record{};  // a file, empty: none; as the folder
  std::string log_dir{};
  bool record_times = false;
  bool quiet = false;
};

/// Adds these and the options for records, logs and output.
void add_match_options(CLI::App& command, MatchOptions& options);

/// Adds --deals.
void add_deals_option(CLI::App& command, MatchOptions& options);

/// The same for this run of arena. Reports on stderr what is wrong in the file of --deals.
CheckedSettings check(const MatchOptions& options, const Shell& shell);

/// Returns the entrants in the order of the seats. `fill`: gives empty seats to the default
/// built-in bot (reported on stderr unless quiet), and seats bots given as whole sides. Throws
/// Error for too many.
std::vector<Entrant> make_entrants(const std::vector<PlayerSpec>& players,
                                   const MatchOptions& options, const CheckedSettings& checked,
                                   bool fill);

/// Warns on stderr if an untrusted bot could guess the given seed.
void warn_of_seed(const CheckedSettings& checked);

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
