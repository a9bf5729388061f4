#include "arena/cli/match_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "arena/record/record_tail.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/entrants/shown_to_bots.hpp"
#include "arena/series/play/given_deals.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

/// Reads an environment variable. Empty if it is not set.
std::string_view variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread starts
  return value == nullptr ? std::string_view() : value;
}

/// Whether the locale uses UTF-8, such as `C.utf8`. As in POSIX, the first variable set counts.
bool speaks_utf8() {
  std::string_view locale = variable("LC_ALL");
  if (locale.empty()) locale = variable("LC_CTYPE");
  if (locale.empty()) locale = variable("LANG");
  const std::size_t point = locale.find('.');
  if (point == std::string_view::npos) return false;
  const std::string_view charset = locale.substr(point + 1, locale.find('@') - point - 1);
  return equal_ignoring_case(charset, "UTF-8") || equal_ignoring_case(charset, "utf8");
}

bool has_game_time(const Entrant& entrant) { return entrant.time.game_time.has_value(); }

}  // namespace

void add_match_options(CLI::App& command, MatchOptions& options) {
  add_game_options(command, options);
  command.add_option("--record", options.record,
                     "Add the games to this file, as JSON lines; compressed if it ends in .zst");
  command.add_flag("--record-times", options.record_times, "Record the thinking time of each move");
  command.add_option("--log-dir", options.log_dir,
                     "Folder for what each bot wrote on stderr, and the dialogues");
  command.add_flag("-q,--quiet", options.quiet, "Only the result and errors");
  for (const char* name : {"--record", "--log-dir"}) command.get_option(name)->check(not_empty);
}

void add_deals_option(CLI::App& command, MatchOptions& options) {
  command
      .add_option("--deals", options.deals,
                  "Play the deals of this file, in games that read such files (-n: the first of "
                  "them)")
      ->check(not_empty);
}

CheckedSettings check(const MatchOptions& options, const Shell& shell) {
  CheckedSettings checked = arena::check(options, shell.games, shell.table_cache);
  checked.settings.record_times = options.record_times;
  checked.settings.log_dir = options.log_dir;
  if (!options.deals.empty()) {
    const std::string problems = give_deals(options.deals, checked);
    if (!problems.empty()) fmt::print(stderr, "{}\n", problems);
  }
  checked.defaults.style = screen_style();
  return checked;
}

std::vector<Entrant> make_entrants(const std::vector<PlayerSpec>& players,
                                   const MatchOptions& options, const CheckedSettings& checked,
                                   bool fill) {
  const GameInfo& info = checked.settings.game->info;
  const int given = static_cast<int>(players.size());
  check_seat_option(options, info);
  const int most = options.seats != 0 ? options.seats : info.most_seats;
  if (given > most)
    throw Error(fmt::format("{} players are given, but {} has {}", given, info.title,
                            counted(most, "seat")));
  std::vector<Entrant> entrants;
  entrants.reserve(static_cast<std::size_t>(most));
  for (const PlayerSpec& player : players)
    entrants.push_back(make_entrant(player, *checked.settings.game, checked.defaults));
  if (std::ranges::count_if(entrants, &Entrant::is_person) > 1) {
    throw Error("only one player can sit at the terminal: give -p without words, or --human, once");
  }
  const int seats = std::max(options.seats != 0 ? options.seats : info.least_seats, given);
  const Sides sides = info.sides_of(seats);
  const bool by_side = fill && play_whole_sides(entrants, sides);
  const int wanted = by_side ? sides.count() : seats;
  while (fill && static_cast<int>(entrants.size()) < wanted) {
    entrants.push_back(default_entrant(*checked.settings.game, checked.defaults));
    if (!options.quiet) {
      fmt::print(stderr, "{} {} is free: the built-in bot {} plays there.\n",
                 by_side ? "Side" : "Seat", entrants.size() - 1,
                 checked.settings.game->builtins.default_name());
    }
  }
  if (options.limits.increment && std::ranges::none_of(entrants, has_game_time))
    throw Error("--increment adds to a game time: give --game-time too");
  if (checked.settings.sandbox)
    check_what_is_shown(checked.settings.sandbox->paths(), entrants,
                        {options.record, options.log_dir});
  check_entrants(entrants, checked.settings, seats);
  make_names_unique(entrants);
  return by_side ? at_all_seats(entrants, sides) : entrants;
}

void warn_of_seed(const CheckedSettings& checked) {
  if (checked.settings.sandbox == nullptr || !is_guessable(checked.seed)) return;
  fmt::print(stderr,
             "Seed {} is easy to guess. A bot that finds it knows all cards: without --seed, arena "
             "draws one of 128 bits.\n",
             seed_text(checked.seed));
}

void tell_confinement(const Sandbox* sandbox, bool pause) {
  if (sandbox == nullptr) {
    fmt::print(stderr,
               "Bots run with your permissions. Use --sandbox for bots you do not trust.\n");
    return;
  }
  const CgroupRoot& groups = sandbox->groups();
  const int processes = sandbox->limits().processes;
  fmt::print(stderr, "Bots run in a sandbox{}: {} MiB{}, {}{} ({}).\n",
             sandbox->limits().apart ? ", each with files of its own" : "",
             sandbox->limits().memory >> 20U, groups.limits_memory() ? "" : " in each process",
             counted(processes, "process"),
             groups.shares_processor() ? ", equal shares of a core" : "", groups.text());
  if (!groups.shares_processor() && !pause)
    fmt::print(stderr,
               "A bot with many processes can take the core from its opponent: give --pause.\n");
}

void announce(TableCache& table_cache) {
  table_cache.announce_to([](const std::string& text) { fmt::print(stderr, "{}\n", text); });
}

void prepare(const std::vector<Entrant>& entrants, const SeriesSettings& settings, int seats,
             bool quiet) {
  if (!quiet) announce(*settings.table_cache);
  prepare_entrants(entrants, settings, seats);
}

std::unique_ptr<RecordWriter> open_records(const MatchOptions& options) {
  if (options.record.empty()) return nullptr;
  const bool is_plain =
      std::filesystem::is_regular_file(options.record) && !is_compressed(options.record);
  if (is_plain && !begins_like_records(options.record)) {
    throw Error(fmt::format("\"{}\" does not contain records of arena, so nothing is added to it",
                            options.record));
  }
  auto records = std::make_unique<RecordWriter>(options.record);
  if (!records->repaired().empty()) fmt::print(stderr, "{}\n", records->repaired());
  if (records->added_to() && !options.quiet) {
    fmt::print(stderr, "Adding to the games that are in {} already.\n", options.record);
  }
  return records;
}

void make_log_dir(const MatchOptions& options) {
  if (options.log_dir.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(options.log_dir, error);
  if (error)
    throw Error(fmt::format("cannot make the folder \"{}\": {}", options.log_dir, error.message()));
}

ScreenStyle screen_style() {
  if (::isatty(STDOUT_FILENO) == 0) return {};
  return {.colour = variable("NO_COLOR").empty(), .symbols = speaks_utf8()};
}

}  // namespace arena::cli
