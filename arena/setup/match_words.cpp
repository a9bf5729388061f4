// The options of a match as words, of a command line or of a file: nothing of them is checked here.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "arena/setup/game_options.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text.hpp"

namespace arena {

std::string not_empty(const std::string& word) { return word.empty() ? "the value is empty" : ""; }

namespace {

/// Returns a complaint, empty if the word is right.
std::string read_sandbox_kind(std::string& word) {
  if (word == "off" || word == "false") word = "";
  if (word == "on" || word == "true") word = "shared";
  if (word.empty() || word == "shared" || word == "apart") return "";
  return fmt::format("the value is on, off, shared (as on) or apart, not \"{}\"", word);
}

}  // namespace

void add_sandbox_options(CLI::App& command, SandboxOptions& options) {
  command
      .add_flag("--sandbox", options.kind,
                "Run the bots in a sandbox: a system they can only read, no network, limits; "
                "--sandbox=apart: each with files of its own, so that no two communicate by them")
      ->transform(CLI::Validator(read_sandbox_kind, ""));
  command.add_option("--memory", options.memory,
                     "With --sandbox: what a bot's processes may take together (default: 512M)");
  command
      .add_option("--processes", options.processes,
                  "With --sandbox: processes and threads that a bot may have (default: 64)")
      ->check(CLI::Range(1, 100'000));
  command.get_option("--memory")->check(not_empty);
}

void add_game_options(CLI::App& command, MatchOptions& options) {
  command.add_option("GAME", options.game, "The game, as `arena games` lists it")->required();
  command.add_option(
      "--seed", options.seed,
      "Seed of all chance: decimal, or 0x and hexadecimal (default: random, and shown)");
  command
      .add_option("--option", options.options,
                  "An option of the game: KEY=VALUE; may be given several times")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("--move-time", options.move_time,
                     "Time for one answer: 2, 1.5s, 500ms, 2m (default: by the game)");
  command.add_option("--game-time", options.game_time,
                     "Time for all answers of a player in one game (default: no limit)");
  command.add_option("--increment", options.increment, "Added to the game time after each answer");
  command.add_option("--start-time", options.start_time,
                     "Time for a bot to start, until it reads its first question (default: 10s)");
  command.add_option("--clock", options.clock,
                     "What counts as a bot's time: wall, or cpu, the processor time that all its "
                     "processes take; default: wall");
  command.add_flag(
      "--pause", options.pause,
      "Bots are stopped while they are not asked, so that none thinks on another's time");
  command
      .add_option("--quantum", options.quantum,
                  "Pass an answer on at the next multiple of so many milliseconds after its "
                  "question, so that the others learn nothing from its time (default: at once)")
      ->check(CLI::Range(0, most_quantum));
  command.add_option("--protocol", options.protocol,
                     "Protocol of the bots, as `arena games` lists them; default: the first");
  command
      .add_option(
          "--env", options.environment,
          "A variable for the bots: NAME=VALUE, or NAME for the value it has here; they get "
          "PATH, LANG, HOME and TMPDIR anyway")
      ->take_all()
      ->allow_extra_args(false);
  command.add_option("--python", options.python,
                     "The Python that plays modules (-m); default: python3");
  add_sandbox_options(command, options.sandbox);
  command
      .add_option("--max-refusals", options.max_refusals,
                  "Refused answers in a row that a bot may give (default: by the game)")
      ->check(CLI::Range(0, 1'000'000));
  for (const char* name :
       {"--seed", "--move-time", "--game-time", "--increment", "--start-time", "--python"}) {
    command.get_option(name)->check(not_empty);
  }
}

Duration read_duration(std::string_view text, std::string_view what) {
  const std::string copy(text);
  char* end = nullptr;
  const double number = std::strtod(copy.c_str(), &end);
  const std::string_view unit = trim(std::string_view(end));
  const double seconds = unit.empty() || unit == "s" ? 1
                         : unit == "ms"              ? 0.001
                         : unit == "m"               ? 60
                         : unit == "h"               ? 3600
                                                     : 0;
  const double length = number * seconds;
  const bool too_short = length > 0 && length < 0.001;  // arena counts in milliseconds
  if (end == copy.c_str() || seconds == 0 || !std::isfinite(length) || length < 0 || too_short ||
      length > std::chrono::duration<double>(longest_time).count()) {
    throw Error(
        fmt::format("{} must be a duration such as 2, 1.5s, 500ms or 2m, not \"{}\"", what, text));
  }
  return std::chrono::round<std::chrono::milliseconds>(std::chrono::duration<double>(length));
}

MatchOptions read_match_words(const FileWords& game, const std::vector<FileWords>& options,
                              const std::string& path) {
  MatchOptions match;
  CLI::App app;
  add_game_options(app, match);
  std::vector<std::string> words = game.words;
  if (words.front().starts_with('-'))
    throw Error(fmt::format("{}: no game is named \"{}\"", game.place, words.front()));
  for (const FileWords& option : options)
    words.insert(words.end(), option.words.begin(), option.words.end());
  std::ranges::reverse(words);  // as CLI11 takes them
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    throw Error(fmt::format("{}: {}", path, error.what()));
  }
  return match;
}

}  // namespace arena
