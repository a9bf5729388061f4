#include "arena/setup/game_options.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/core/time_json.hpp"
#include "arena/process/bot_environment.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text.hpp"

namespace arena {

namespace {

void put_duration(const std::string& text, std::string_view name, Duration& target) {
  if (!text.empty()) target = read_duration(text, name);
}

PlayerDefaults make_defaults(const MatchOptions& options, const AnyGame& game,
                             const json::object& game_options, bool refusals_given) {
  PlayerDefaults defaults;
  if (options.protocol) defaults.protocol = find_protocol(game.protocols(), *options.protocol).name;
  defaults.time.move_time = game.terms(defaults.protocol).move_time;
  put_duration(options.move_time, "--move-time", defaults.time.move_time);
  put_duration(options.increment, "--increment", defaults.time.increment);
  put_duration(options.start_time, "--start-time", defaults.time.start_time);
  if (!options.game_time.empty())
    defaults.time.game_time = read_duration(options.game_time, "--game-time");
  defaults.move_time_given = !options.move_time.empty();
  defaults.time.clock = read_clock(options.clock, "--clock");
  defaults.python = options.python;
  for (const std::string& variable : options.environment)
    defaults.declared.push_back(read_variable(variable));
  defaults.max_refusals = game.max_refusals(game_options);
  defaults.max_refusals_given = refusals_given;
  return defaults;
}

/// Reads a number of bytes, with K, M or G.
std::uint64_t read_size(const std::string& text, std::string_view what) {
  constexpr std::uint64_t least = std::uint64_t{1} << 20U;
  constexpr std::uint64_t most = std::uint64_t{1} << 50U;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = to_number<std::uint64_t>(std::string_view(text).substr(0, digits));
  const std::size_t unit = std::string_view("KMG").find(text.substr(digits));
  const bool is_size = number && text.size() == digits + 1 && unit != std::string_view::npos;
  const unsigned shift = 10U * (static_cast<unsigned>(unit) + 1);
  if (!is_size || *number > (most >> shift) || (*number << shift) < least) {
    throw Error(
        fmt::format("{} must be a size of 1M or more such as 256M or 2G, not \"{}\"", what, text));
  }
  return *number << shift;
}

}  // namespace

json::object read_options(const std::vector<std::string>& texts) {
  json::object options;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw Error(fmt::format("--option must be KEY=VALUE, not \"{}\"", text));
    }
    const std::string key = text.substr(0, equals);
    if (options.contains(key)) throw Error(fmt::format("--option {} is given twice", key));
    options[key] = described::value_of(text.substr(equals + 1));
  }
  return options;
}

std::shared_ptr<const Sandbox> make_sandbox(const SandboxOptions& options) {
  if (!options.on()) {
    if (!options.memory.empty()) throw Error("--memory is a limit of --sandbox: give that too");
    if (options.processes) throw Error("--processes is a limit of --sandbox: give that too");
    return nullptr;
  }
  std::error_code error;
  static_cast<void>(std::filesystem::current_path(error));
  if (error)
    throw Error(fmt::format("--sandbox shows bots the working folder: {}", error.message()));
  SandboxLimits limits;
  limits.apart = options.kind == "apart";
  if (!options.memory.empty()) limits.memory = read_size(options.memory, "--memory");
  if (options.processes) limits.processes = *options.processes;
  return std::make_shared<const Sandbox>(limits);
}

CheckedOptions check(const MatchOptions& options, const Games& games, TableCache& table_cache) {
  CheckedOptions checked;
  SeriesSettings& settings = checked.settings;
  settings.game = &find_game(games, options.game);
  json::object given = read_options(options.options);
  if (options.max_refusals) {
    if (given.contains("max_refusals"))
      throw Error("--max-refusals and --option max_refusals are the same option: give one of them");
    given["max_refusals"] = *options.max_refusals;
  }
  settings.options = settings.game->check_options(given);
  if (options.seed.empty()) {
    checked.seed = draw_root_seed();
  } else if (const auto seed = read_root_seed(options.seed)) {
    checked.seed = *seed;
  } else {
    throw Error(fmt::format(
        "--seed must be a number from 0 to 2^128-1, decimal or 0x..., not \"{}\"", options.seed));
  }
  checked.defaults =
      make_defaults(options, *settings.game, settings.options, given.contains("max_refusals"));
  settings.record_times = options.record_times;
  settings.log_dir = options.log_dir;
  settings.table_cache = &table_cache;
  settings.sandbox = make_sandbox(options.sandbox);
  settings.pause = options.pause;
  settings.quantum = std::chrono::milliseconds(options.quantum);
  return checked;
}

void check_seat_option(const MatchOptions& options, const GameInfo& info) {
  if (options.seats == 0) return;
  if (options.seats < info.least_seats || options.seats > info.most_seats) {
    throw Error(fmt::format("--seats must be from {} to {} for {}, not {}", info.least_seats,
                            info.most_seats, info.name, options.seats));
  }
}

std::vector<Entrant> default_opponents(const MatchOptions& options, const CheckedOptions& checked) {
  const GameInfo& info = checked.settings.game->info();
  check_seat_option(options, info);
  const int seats =
      options.seats != 0 ? options.seats : std::clamp(2, info.least_seats, info.most_seats);
  checked.settings.game->check_seats(seats, checked.settings.options);
  const Entrant one = default_entrant(*checked.settings.game, checked.defaults);
  std::vector<Entrant> all(static_cast<std::size_t>(seats - 1), one);
  make_names_unique(all);
  return all;
}

}  // namespace arena
