#include "arena/cli/tournament/tournament_plan.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include <boost/describe/enum_from_string.hpp>
#include <boost/describe/enum_to_string.hpp>
#include <fmt/format.h>

#include "arena/cli/dispatch.hpp"
#include "arena/cli/settings_options.hpp"
#include "arena/process/spawn/program.hpp"
#include "arena/store/store.hpp"
#include "arena/tournament/stored/tournament_store.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/shell_words.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

/// Throws Error for options without effect, because of the format or because a file sets them.
void check_format_options(const TournamentOptions& options, std::optional<FormatKind> kind) {
  const auto check = [&](bool given, std::string_view option, auto... formats) {
    if (!given) return;
    if (!kind) throw Error(fmt::format("write {} into the tournament's file", option));
    const bool fits = sizeof...(formats) == 0 || ((*kind == formats) || ...);
    if (!fits)
      throw Error(fmt::format("{} has no effect: the format is {}", option,
                              boost::describe::enum_to_string(*kind, "")));
  };
  using enum FormatKind;
  check(!options.format.empty(), "--format");
  check(!options.deals.empty(), "--deals");
  check(options.same_deals, "--same-deals");
  check(options.rounds != 0, "--rounds", swiss);
  check(options.max_blocks != 0, "--max-blocks", knockout, double_knockout);
  check(!options.seeding.empty(), "--seeding", knockout, double_knockout);
  check(!options.ratings_from.empty(), "--ratings-from", knockout, double_knockout);
  check(!options.stop_when.empty(), "--stop-when", league);
  check(options.challengers != 0, "--challengers", gauntlet);
}

Seeding seeding_of(const TournamentOptions& options) {
  const bool by_ratings = !options.ratings_from.empty();
  if (!by_ratings && options.seeding == "ratings")
    throw Error("--seeding ratings needs --ratings-from STORE; or give ratings in a file");
  if (by_ratings && !options.seeding.empty() && options.seeding != "ratings")
    throw Error("--ratings-from needs --seeding ratings");
  if (by_ratings) return Seeding::ratings;
  return options.seeding == "lot" ? Seeding::lot : Seeding::order;
}

/// A number of deals, or a file of them.
void read_deals(const std::string& word, TournamentSpec& spec) {
  spec.format.deals = 100;
  if (word.empty()) return;
  if (word.find_first_not_of("+-0123456789") != std::string::npos) {
    spec.deals = word;
    return;
  }
  const auto number = to_number<int>(word);
  if (!number || *number < 1 || *number > most_deals_of_pairing)
    throw Error(fmt::format("--deals must be a number from 1 to {}, or a file, not \"{}\"",
                            most_deals_of_pairing, word));
  spec.format.deals = *number;
}

double stop_of(const std::string& text) {
  try {
    return read_stop_when(text);
  } catch (const Error& error) {
    throw Error(fmt::format("--stop-when {}", error.what()));
  }
}

/// The first `challengers` of all are challengers.
void bring_in(TournamentSpec& spec, const std::vector<PlayerSpec>& players, int challengers) {
  for (const PlayerSpec& player : players) spec.entrants.push_back({player});
  const auto count = std::min(spec.entrants.size(), static_cast<std::size_t>(challengers));
  for (std::size_t i = 0; i < count; ++i) spec.entrants[i].challenger = true;
}

/// Without the bots of the folder: those that it has when the tournament goes on may be others.
TournamentSpec spec_of_words(const TournamentOptions& options,
                             const std::vector<PlayerSpec>& players) {
  TournamentSpec spec;
  spec.match = options.match;
  boost::describe::enum_from_string(options.format.c_str(), spec.format.kind);
  read_deals(options.deals, spec);
  spec.format.same_deals = options.same_deals;
  spec.format.rounds = options.rounds;
  check_format_options(options, spec.format.kind);
  if (options.max_blocks != 0) spec.format.max_blocks = options.max_blocks;
  spec.format.seeding = seeding_of(options);
  spec.ratings_from = options.ratings_from;
  if (!options.stop_when.empty()) spec.format.stop_at = stop_of(options.stop_when);
  bring_in(spec, players, options.challengers);
  spec.folder = options.folder;
  spec.challengers = options.challengers;
  spec.may_have_more = !options.folder.empty();
  return spec;
}

constexpr std::string_view earlier_command = "arena tournament ";

/// Stores before December 2026 have the words of a command instead of its plan.
TournamentSpec spec_before_2026_12(const std::string& text) {
  TournamentOptions options;
  CLI::App app;
  add_tournament_options(app, options);
  std::vector<std::string> words = split_words(text);
  words.erase(words.begin(), words.begin() + 2);  // "arena tournament"
  const auto players = take_players(words, [](std::string_view) { return true; });
  join_switches(words);
  std::ranges::reverse(words);  // as CLI11 takes them
  app.parse(words);
  return spec_of_words(options, players);
}

/// The text by which a store that is there knows this plan, or else the one that a new store gets.
/// Throws Error if an earlier store has another plan.
std::string text_of(const TournamentSpec& spec, const std::string& path) {
  std::string text = json::serialize(to_json(spec));
  if (!std::filesystem::exists(path)) return text;
  const StoredTournament there = Store(path, Access::read).tournament();
  if (!there.file.starts_with(earlier_command)) return text;
  const TournamentSpec before = stored_plan(there, path).spec;
  if (before != spec) refuse_other(path, parts_of(before), parts_of(spec));
  return there.file;
}

}  // namespace

PlannedTournament stored_plan(const StoredTournament& tournament, const std::string& path) {
  const std::string& text = tournament.file;
  try {
    if (text.starts_with('{')) return {.text = text, .spec = read_tournament_spec(text)};
    if (text.starts_with(earlier_command)) return {.text = text, .spec = spec_before_2026_12(text)};
    return plan_of_text(text, path);
  } catch (const std::exception& error) {
    throw Error(
        fmt::format("\"{}\": the tournament's description cannot be read: {}", path, error.what()));
  }
}

void add_tournament_options(CLI::App& command, TournamentOptions& options) {
  add_game_options(command, options.match);
  command.get_option("GAME")->required(false)->description(
      "The game, or a tournament's file, which ends in .toml");
  command.add_option("FOLDER", options.folder,
                     "A folder of bots: each file or starter's folder in it is an entrant");
  command.add_option("--format", options.format, "How entrants are paired; default: round_robin")
      ->check(CLI::IsMember(
          {"round_robin", "gauntlet", "swiss", "knockout", "double_knockout", "league"}));
  command
      .add_option(
          "--deals", options.deals,
          "Deals of a pairing (default: 100), or a file with deals that each pairing plays, "
          "in games that read such files")
      ->check(not_empty);
  command.add_flag("--same-deals", options.same_deals,
                   "The pairings of a batch play the same deals, as in duplicate events for pairs");
  command.add_option("--rounds", options.rounds, "Rounds of a Swiss tournament")
      ->check(CLI::Range(1, 1000));
  command.add_option("--max-blocks", options.max_blocks, "Blocks of deals of a knockout tie")
      ->check(CLI::Range(1, 1000));
  command
      .add_option("--seeding", options.seeding, "Knockouts: who is seeded first (default: order)")
      ->check(CLI::IsMember({"order", "ratings", "lot"}));
  command.add_option("--ratings-from", options.ratings_from,
                     "Knockouts: the entrants are seeded by the ratings in this store");
  command.add_option("--stop-when", options.stop_when,
                     "League: \"order known at 95%\" (default: never)");
  command
      .add_option("--challengers", options.challengers,
                  "Gauntlet: the first N players play against all others (default: 1)")
      ->check(CLI::Range(1, 1000));
  command.add_option("--seats", options.match.seats, "Seats at a table (default: the least)");
  command.add_option("--report", options.report,
                     "At the end, write pages as `arena report` does into this folder");
  command.add_option("--store", options.store,
                     "The file that keeps the tournament (default: FILE.db, or "
                     "GAME-tournament.db)");
  command
      .add_option("-j,--jobs", options.jobs, "Games at a time (default: cores / seats, at least 1)")
      ->check(CLI::Range(1, 1024));
  command.add_flag("-q,--quiet", options.quiet, "Only the result and errors");
  command.add_flag("--json", options.as_json, "The standings as one JSON object on stdout");
  CLI::Option* seed_from =
      command
          .add_option("--seed-from", options.seed_from,
                      "A text that no one knew before; it is mixed into the seed")
          ->check(not_empty);
  command
      .add_flag("--commit", options.commit,
                "Make the store and print the commitment; play later, with --seed-from")
      ->excludes(seed_from);
  command.add_flag("--example", options.example, "Print a tournament's file with comments");
}

PlannedTournament plan_tournament(const TournamentOptions& options, const Shell& shell) {
  const bool is_file = options.match.game.ends_with(".toml");
  PlannedTournament planned;
  TournamentSpec& spec = planned.spec;
  if (is_file) {
    check_format_options(options, std::nullopt);
    planned = plan_of_file(options.match.game);
    bring_in(spec, shell.players, options.challengers);
  } else {
    spec = spec_of_words(options, shell.players);
    planned.store = options.match.game + "-tournament.db";
  }
  if (!options.store.empty()) planned.store = options.store;
  if (!is_file) planned.text = text_of(spec, planned.store);
  if (!options.folder.empty()) {
    const EntrantFolder folder = read_entrant_folder(options.folder);
    for (const std::string& why : folder.left_out) fmt::print(stderr, "Left out: {}.\n", why);
    bring_in(spec, folder.players, options.challengers);
  }
  if (options.challengers != 0 && options.challengers >= static_cast<int>(spec.entrants.size()))
    throw Error(fmt::format("--challengers {} leaves no opponents: there are {}",
                            options.challengers, counted(spec.entrants.size(), "entrant")));
  if (options.jobs != 0) planned.jobs = options.jobs;
  planned.seed_from = options.commit ? "" : options.seed_from;
  return planned;
}

namespace fs = std::filesystem;

namespace {

bool is_executable(const fs::path& file) {
  return fs::is_regular_file(file) && ::access(file.c_str(), X_OK) == 0;
}

/// Whether a line of the file defines `move`, at its beginning.
bool defines_move(const fs::path& file) {
  std::ifstream text(file);
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("def move(")) return true;
  }
  return false;
}

/// The interpreter of a script; empty if the file is not a script.
std::string_view interpreter_of(const fs::path& file) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> known = {
      {{".py", "python3"}, {".js", "node"}, {".rb", "ruby"}}};
  const auto found = std::ranges::find(known, file.extension().string(),
                                       [](const auto& one) { return std::string(one.first); });
  return found == known.end() ? "" : found->second;
}

std::string full_name(const fs::path& entry) { return entry.filename().string(); }

/// Without the ending, if it is a file.
std::string short_name(const fs::path& entry) {
  return fs::is_directory(entry) ? full_name(entry) : entry.stem().string();
}

/// The short name, unless another bot has it too.
std::string name_among(const std::vector<fs::path>& bots, const fs::path& own) {
  const bool is_taken = std::ranges::any_of(bots, [&own](const fs::path& bot) {
    return bot != own && (short_name(bot) == short_name(own) || full_name(bot) == short_name(own));
  });
  return is_taken ? full_name(own) : short_name(own);
}

/// A program that `arena new` wrote.
PlayerSpec starter(const fs::path& program) {
  PlayerSpec player{.words = {program.string()}};
  player.settings.protocol = "json";
  return player;
}

/// Its player, without a name. Nothing if it is no bot.
std::optional<PlayerSpec> read_entry(const fs::path& entry, EntrantFolder& folder) {
  const std::string file = entry.string();
  if (fs::is_directory(entry)) {
    if (is_executable(entry / "bot") && is_program(entry / "bot")) return starter(entry / "bot");
    if (full_name(entry) != "__pycache__") {
      const bool builds = fs::exists(entry / "build");
      folder.left_out.push_back(fmt::format("{} has no executable program \"bot\"{}", file,
                                            builds ? ": start its \"build\" first" : ""));
    }
    return std::nullopt;
  }
  if (entry.extension() == ".py" && defines_move(entry))
    return PlayerSpec{.kind = PlayerKind::module, .words = {file}};
  if (is_executable(entry) && is_program(file)) return PlayerSpec{.words = {file}};
  if (const std::string_view interpreter = interpreter_of(entry); !interpreter.empty())
    return PlayerSpec{.words = {std::string(interpreter), file}};
  folder.left_out.push_back(is_program(file)
                                ? fmt::format("{} is not executable: chmod +x", file)
                                : fmt::format("{} is neither a program nor a known script", file));
  return std::nullopt;
}

}  // namespace

EntrantFolder read_entrant_folder(const std::string& path) {
  std::error_code error;
  std::vector<fs::path> entries;
  for (const auto& entry : fs::directory_iterator(path, error)) {
    if (!entry.path().filename().string().starts_with('.')) entries.push_back(entry.path());
  }
  if (error) throw Error(fmt::format("cannot read the folder \"{}\": {}", path, error.message()));
  std::ranges::sort(entries);
  EntrantFolder folder;
  std::vector<fs::path> bots;
  for (const fs::path& entry : entries) {
    std::optional<PlayerSpec> player = read_entry(entry, folder);
    if (!player) continue;
    folder.players.push_back(*std::move(player));
    bots.push_back(entry);
  }
  for (std::size_t i = 0; i < bots.size(); ++i) folder.players[i].name = name_among(bots, bots[i]);
  return folder;
}

}  // namespace arena::cli
