// `arena connect`: plays a bot, or the person at the terminal, at a TCP server: as a relay of bytes
// (session/relay.hpp), or with --seat in arena's own words (session/visit.hpp).
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/match_command.hpp"
#include "arena/cli/shell.hpp"
#include "arena/process/spawn/bot_environment.hpp"
#include "arena/process/spawn/program.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/session/relay.hpp"
#include "arena/session/session.hpp"
#include "arena/session/visit.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

constexpr std::size_t lines_shown = 3;
constexpr std::size_t longest_line = 64 * 1024;

struct ConnectOptions {
  session::VisitSettings visit;  // its server is for both ways
  std::vector<std::string> command;
  std::vector<std::string> environment;
  int games = 1;
  MatchOptions match;  // of a visit, but `quiet` is for both
};

/// The last whole lines of the server, the newest at the end.
class LastLines {
 public:
  void add(std::string_view bytes) {
    unfinished_ += bytes;
    take_lines(unfinished_, [this](std::string_view line) {
      lines_.emplace_back(line);
      if (lines_.size() > lines_shown) lines_.pop_front();
    });
    if (unfinished_.size() > longest_line) unfinished_.clear();
  }
  [[nodiscard]] const std::deque<std::string>& lines() const { return lines_; }

 private:
  std::string unfinished_;
  std::deque<std::string> lines_;
};

/// The server's whole lines for a terminal, without what a terminal obeys.
class ShownLines {
 public:
  [[nodiscard]] std::string of(std::string_view bytes) {
    unfinished_ += bytes;
    std::string shown;
    take_lines(unfinished_,
               [&shown](std::string_view line) { shown += escaped(trim(line)) + '\n'; });
    if (unfinished_.size() > longest_line) shown += escaped(std::exchange(unfinished_, {}));
    return shown;
  }

 private:
  std::string unfinished_;
};

/// Returns the exit status.
int tell_end(const session::Relayed& game) {
  if (game.is_silent) fmt::print(stderr, "The connection ended before the server sent anything.\n");
  if (game.exit_status == 0) return game.is_silent ? check_failed : done;
  fmt::print(stderr, "The bot ended with status {}.\n{}", game.exit_status,
             game.complaint.empty() ? "" : "Its stderr ends with:\n" + game.complaint + "\n");
  return check_failed;
}

int relay_bot(const ConnectOptions& options, const ProcessSettings& bot, Spawner& spawner) {
  LastLines last;
  const session::Relayed game = session::relay_bot(
      options.visit.server, bot, spawner, [&last](std::string& bytes) { last.add(bytes); });
  if (!options.match.quiet) {
    for (const std::string& line : last.lines()) fmt::print("{}\n", escaped(line));
  }
  return tell_end(game);
}

int relay_person(const ConnectOptions& options) {
  const bool is_terminal = ::isatty(STDOUT_FILENO) != 0;
  ShownLines lines;
  return tell_end(session::relay_person(options.visit.server, [&](std::string& bytes) {
    if (is_terminal) bytes = lines.of(bytes);
  }));
}

/// The player's words: after -p, or after HOST PORT. Empty if the person plays.
std::vector<std::string> relayed_words(const ConnectOptions& options,
                                       const std::vector<PlayerSpec>& players) {
  if (players.size() + (options.command.empty() ? 0 : 1) > 1)
    throw Error("connect plays one player: give one command");
  if (players.empty()) {
    if (options.command.empty())
      throw Error("connect needs a player: -p COMMAND, or -p alone for you at the terminal");
    return options.command;
  }
  const PlayerKind kind = players.front().kind;
  if (kind != PlayerKind::process && kind != PlayerKind::human) {
    throw Error(
        "connect plays bot processes and people; modules and built-in bots play only games that "
        "arena referees");
  }
  std::vector<std::string> keys = keys_of(players.front().settings);
  if (!players.front().name.empty()) keys.insert(keys.begin(), "name=");
  if (!keys.empty()) {
    throw Error(
        fmt::format("{}= has no effect at a server, which knows no names and sets the limits",
                    keys.front().substr(0, keys.front().find('='))));
  }
  return players.front().words;
}

int relay(const ConnectOptions& options, const std::vector<PlayerSpec>& players) {
  const std::vector<std::string> words = relayed_words(options, players);
  ProcessSettings bot;
  if (!words.empty()) bot.command = bot_command(words);
  for (const std::string& variable : options.environment)
    bot.declared.push_back(read_variable(variable));
  Interrupt interrupt;
  Spawner spawner;
  interrupt.on_first(end_at_once);
  int status = done;
  for (int game = 0; game < options.games; ++game)
    status =
        std::max(status, words.empty() ? relay_person(options) : relay_bot(options, bot, spawner));
  return status;
}

/// The game as given, or the only one that has such servers.
const AnyGame& visited_game(const ConnectOptions& options, const Games& games) {
  if (!options.match.game.empty()) {
    const AnyGame& game = find_game(games, options.match.game);
    if (session::protocol_by_choice(game) == nullptr)
      throw Error(
          fmt::format("{} has no protocol whose clients choose their seats", game.info.title));
    return game;
  }
  std::vector<const AnyGame*> found;
  for (const auto& game : games) {
    if (session::protocol_by_choice(*game) != nullptr) found.push_back(game.get());
  }
  if (found.size() != 1) throw Error("--seat needs a game: give --game NAME");
  return *found.front();
}

PlayerSpec visiting_player(const ConnectOptions& options, const std::vector<PlayerSpec>& players) {
  if (players.size() + (options.command.empty() ? 0 : 1) != 1)
    throw Error("connect --seat plays one player: -p COMMAND, -m MODULE, -b BUILT-IN or --human");
  return options.command.empty() ? players.front() : PlayerSpec{.words = options.command};
}

int visit(ConnectOptions options, const std::vector<PlayerSpec>& players, const Shell& shell) {
  const AnyGame& game = visited_game(options, shell.games);
  options.match.game = game.info.name;
  const PlayerSpec player = visiting_player(options, players);
  static_cast<void>(
      game.conversations->wanted_seat(session::protocol_by_choice(game)->name, options.visit.seat));
  CheckedSettings checked = check(options.match, shell);
  const Entrant bot = make_entrant(player, game, checked.defaults);
  check_entrants({bot}, checked.settings, game.info.least_seats);
  if (bot.time.game_time || bot.time.increment > Duration::zero())
    throw Error(
        "connect --seat knows no time for a game: the server has its own; give --move-time");
  count_time(checked.settings, {bot});
  Interrupt interrupt;
  interrupt.on_first(end_at_once);
  prepare({bot}, checked.settings, game.info.least_seats, options.match.quiet);
  int games = 0;
  const auto tell = [&](const std::vector<std::string>& names, const Closing& closing) {
    ++games;
    std::string line;
    for (std::size_t seat = 0; seat < names.size(); ++seat)
      line +=
          fmt::format("{}{} {}", seat == 0 ? "" : ", ", escaped(names[seat]), closing.scores[seat]);
    if (!options.match.quiet) fmt::print("Game {}: {}\n", games, line);
    std::fflush(stdout);
  };
  session::visit(options.visit, checked, bot, tell);
  fmt::print("{} played\n", counted(games, "game"));
  return done;
}

/// Adds --seat and what belongs to it.
void add_visit_options(CLI::App& command, ConnectOptions& options) {
  const std::string group = "Servers where bots choose their seats";
  command
      .add_option(
          "--seat", options.visit.seat,
          "Sit down there, or at \"any\" seat that the server chooses, with any player: arena "
          "speaks the server's protocol")
      ->group(group);
  command.add_option("--team", options.visit.team, "The name of your team (default: arena)")
      ->group(group);
  command.add_option("--game", options.match.game, "The game, if several have such servers")
      ->group(group);
  add_limits(command, options.match.limits, {"move_time"});
  command.get_option("--move-time")
      ->description("The time for one answer of your player (default: 10 s)")
      ->group(group);
  command
      .add_option("--line-delay-ms", options.visit.line_delay,
                  "Pause between two lines to the server: some lose the second of two lines that "
                  "arrive together (default: 10)")
      ->check(CLI::Range(0, 10'000))
      ->group(group);
}

/// Whether the user gave --seat. Throws Error if options are given that belong to the other way.
bool asks_for_seat(const CLI::App& command, const ConnectOptions& options) {
  if (!options.visit.seat.empty()) {
    if (command.count("--games") + command.count("--env") > 0)
      throw Error(
          "-n and --env have no effect with --seat: the server decides; give env= after -p");
    return true;
  }
  for (const char* name : {"--seat", "--team", "--game", "--move-time", "--line-delay-ms"}) {
    if (command.count(name) > 0) throw Error(fmt::format("{} needs --seat SEAT", name));
  }
  return false;
}

}  // namespace

void add_connect(CLI::App& command, Shell& shell) {
  shell.playing.insert(&command);
  const auto options = std::make_shared<ConnectOptions>();
  command.add_option("HOST", options->visit.server.host, "The server's name or address")
      ->required();
  command.add_option("PORT", options->visit.server.port, "Its port")
      ->type_name("INT")
      ->required()
      ->check(CLI::Range(1, 65535));
  command.add_option("PLAYER", options->command, "The bot's command, as after -p");
  command.add_option("-n,--games", options->games, "Connect and play this many times")
      ->check(CLI::Range(1, 100'000'000));
  command
      .add_option("--env", options->environment,
                  "A variable for the bot: NAME=VALUE, or NAME for the value it has here")
      ->take_all()
      ->allow_extra_args(false);
  command.add_flag("-q,--quiet", options->match.quiet, "Do not show the server's last lines");
  command.footer(
      "\nExamples:\n  arena connect localhost 9016 -p ./mybot\n  arena connect localhost 9016 -p   "
      "    you play, and see the raw protocol\n  arena connect localhost 2000 --seat south --team "
      "Us -b "
      "natural   at a server where bots choose seats");
  add_visit_options(command, *options);
  shell.on(command, [&shell, options, &command] {
    return asks_for_seat(command, *options) ? visit(*options, shell.players, shell)
                                            : relay(*options, shell.players);
  });
}

}  // namespace arena::cli
