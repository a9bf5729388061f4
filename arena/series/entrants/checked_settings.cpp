#include "arena/series/entrants/checked_settings.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "arena/process/spawn/bot_environment.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace {

PlayerDefaults make_defaults(const Limits& limits, const AnyGame& game,
                             const json::object& game_options, bool refusals_given) {
  PlayerDefaults defaults;
  defaults.limits = limits;
  if (limits.protocol)
    defaults.limits.protocol = find_protocol(game.protocols, *limits.protocol).name;
  for (const std::string& variable : limits.env.value_or(Variables()))
    static_cast<void>(read_variable(variable));
  defaults.max_refusals = game.options.max_refusals(game_options);
  defaults.max_refusals_given = refusals_given;
  return defaults;
}

}  // namespace

std::shared_ptr<const Sandbox> make_sandbox(const Limits& limits) {
  if (!limits.has_sandbox()) {
    if (limits.memory) throw Error("--memory is a limit of --sandbox: give that too");
    if (limits.processes) throw Error("--processes is a limit of --sandbox: give that too");
    return nullptr;
  }
  std::error_code error;
  static_cast<void>(std::filesystem::current_path(error));
  if (error)
    throw Error(fmt::format("--sandbox shows bots the working folder: {}", error.message()));
  SandboxLimits sandbox;
  sandbox.apart = limits.sandbox == SandboxKind::apart;
  if (limits.memory) sandbox.memory = limits.memory->bytes;
  if (limits.processes) sandbox.processes = limits.processes->value;
  return std::make_shared<const Sandbox>(sandbox);
}

CheckedSettings check(const MatchSettings& match, const Games& games, TableCache& table_cache) {
  const Limits& limits = match.limits;
  CheckedSettings checked;
  SeriesSettings& settings = checked.settings;
  settings.game = &find_game(games, match.game);
  json::object given = match.options;
  if (limits.max_refusals) {
    if (given.contains("max_refusals"))
      throw Error("--max-refusals and --option max_refusals are the same option: give one of them");
    given["max_refusals"] = limits.max_refusals->value;
  }
  settings.options = settings.game->options.check(given);
  checked.seed = match.seed ? *match.seed : draw_root_seed();
  checked.defaults =
      make_defaults(limits, *settings.game, settings.options, given.contains("max_refusals"));
  settings.table_cache = &table_cache;
  settings.sandbox = make_sandbox(limits);
  settings.pause = limits.pause.value_or(false);
  if (limits.quantum) settings.quantum = std::chrono::milliseconds(limits.quantum->value);
  return checked;
}

void check_seat_option(const MatchSettings& match, const GameInfo& info) {
  if (match.seats == 0) return;
  if (match.seats < info.least_seats || match.seats > info.most_seats) {
    throw Error(fmt::format("--seats must be from {} to {} for {}, not {}", info.least_seats,
                            info.most_seats, info.name, match.seats));
  }
}

std::vector<Entrant> default_opponents(const MatchSettings& match, const CheckedSettings& checked) {
  const GameInfo& info = checked.settings.game->info;
  check_seat_option(match, info);
  const int seats =
      match.seats != 0 ? match.seats : std::clamp(2, info.least_seats, info.most_seats);
  checked.settings.game->options.check_seats(seats, checked.settings.options);
  const Entrant one = default_entrant(*checked.settings.game, checked.defaults);
  std::vector<Entrant> all(static_cast<std::size_t>(seats - 1), one);
  make_names_unique(all);
  return all;
}

}  // namespace arena
