// `arena connect`: plays a bot, or the person at the terminal, at a TCP server.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include <boost/asio/experimental/awaitable_operators.hpp>
#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/shell.hpp"
#include "arena/peer/loop.hpp"
#include "arena/peer/relay.hpp"
#include "arena/peer/task.hpp"
#include "arena/peer/tcp.hpp"
#include "arena/peer/terminal.hpp"
#include "arena/process/bot_environment.hpp"
#include "arena/process/bot_processes.hpp"
#include "arena/process/command_line.hpp"
#include "arena/process/process.hpp"
#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"

namespace arena::cli {

namespace {

namespace asio = boost::asio;
using namespace asio::experimental::awaitable_operators;

constexpr std::size_t lines_shown = 3;
constexpr std::chrono::seconds leaving{1};

struct ConnectOptions {
  std::string host;
  int port = 0;
  std::vector<std::string> command;
  std::vector<std::string> environment;
  int games = 1;
  bool quiet = false;
};

/// One game at a server, and how it ended.
class ServerGame {
 public:
  ServerGame(const ConnectOptions& options, Loop& loop) : options_(options), loop_(loop) {}

  asio::awaitable<void> play_bot(Spawner& spawner, const ProcessSettings& settings) {
    Connection connection =
        co_await open_connection(loop_, options_.host, static_cast<std::uint16_t>(options_.port));
    SpawnRequest request = settings.request();
    auto result = co_await spawner.spawn(std::move(request));
    if (auto* fault = std::get_if<Fault>(&result)) throw Error(fault->detail);
    if (auto* full = std::get_if<NoRoom>(&result)) throw std::runtime_error(full->reason);
    auto& bot = std::get<Spawned>(result);
    const BotProcesses processes(bot.pid, bot.marker, spawner.leaders(), std::move(bot.group));
    StderrLog err(loop_, std::move(bot.err));
    // The server's end closes the bot's stdin, the bot's end the connection. So both copies end.
    co_await (copy_bytes(loop_, std::move(connection.in), std::move(bot.in), &heard_) ||
              copy_then_wait(std::move(bot.out), std::move(connection.out)));
    co_await leave(bot.pidfd, bot.pid);
    err.drain();
    complaint_ = err.tail();
  }

  asio::awaitable<void> play_person() {
    Connection connection =
        co_await open_connection(loop_, options_.host, static_cast<std::uint16_t>(options_.port));
    BorrowedDescriptor in(STDIN_FILENO, O_RDONLY);
    BorrowedDescriptor out(STDOUT_FILENO, O_WRONLY);
    co_await (copy_bytes(loop_, std::move(connection.in), out.take(), nullptr) ||
              copy_then_wait(in.take(), std::move(connection.out)));
  }

  [[nodiscard]] const LastLines& heard() const { return heard_; }
  [[nodiscard]] const std::string& complaint() const { return complaint_; }
  [[nodiscard]] int exit_status() const { return exit_status_; }

 private:
  /// A bot may be silent before the server has sent its last message.
  asio::awaitable<void> copy_then_wait(FileDescriptor from, FileDescriptor to) {
    co_await copy_bytes(loop_, std::move(from), std::move(to), nullptr);
    co_await loop_.pause(leaving);
  }

  /// Gives the bot a second to exit by itself.
  asio::awaitable<void> leave(FileDescriptor& pidfd, pid_t pid) {
    asio::posix::basic_stream_descriptor<Loop::Executor> ended(loop_.executor(), pidfd.release());
    co_await (ended.async_wait(ended.wait_read, asio::use_awaitable) || loop_.pause(leaving));
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT);
    if (info.si_pid != 0)
      exit_status_ = info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
  }

  const ConnectOptions& options_;
  Loop& loop_;
  LastLines heard_{lines_shown};
  std::string complaint_;
  int exit_status_ = 0;
};

int tell(const ConnectOptions& options, const ServerGame& game) {
  if (!options.quiet) {
    for (const std::string& line : game.heard().lines()) fmt::print("{}\n", escaped(line));
  }
  if (game.exit_status() == 0) return done;
  fmt::print(stderr, "The bot ended with status {}.\n{}", game.exit_status(),
             game.complaint().empty() ? "" : "Its stderr ends with:\n" + game.complaint() + "\n");
  return check_failed;
}

/// The player's words: after -p, or after HOST PORT. Empty if the person plays.
std::vector<std::string> player_words(const ConnectOptions& options,
                                      const std::vector<PlayerArg>& players) {
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
  if (!players.front().keys.empty()) {
    throw Error(
        fmt::format("{}= has no effect at a server, which knows no names and sets the limits",
                    players.front().keys.front().first));
  }
  return players.front().words;
}

int play_games(const ConnectOptions& options, const std::vector<PlayerArg>& players) {
  const std::vector<std::string> words = player_words(options, players);
  ProcessSettings settings;
  if (!words.empty()) settings.command = bot_command(words);
  for (const std::string& variable : options.environment)
    settings.declared.push_back(read_variable(variable));
  Interrupt interrupt;
  Spawner spawner;
  Loop loop;
  interrupt.on_first(end_at_once);
  int status = done;
  for (int game = 0; game < options.games; ++game) {
    ServerGame one(options, loop);
    run_task(loop, words.empty() ? one.play_person() : one.play_bot(spawner, settings));
    status = std::max(status, tell(options, one));
  }
  return status;
}

}  // namespace

void add_connect(CLI::App& app, Shell& shell) {
  CLI::App* command = app.add_subcommand("connect", "Play a bot, or yourself, at a TCP server");
  shell.playing.insert(command);
  const auto options = std::make_shared<ConnectOptions>();
  command->add_option("HOST", options->host, "The server's name or address")->required();
  command->add_option("PORT", options->port, "Its port")->required()->check(CLI::Range(1, 65535));
  command->add_option("PLAYER", options->command, "The bot's command, as after -p");
  command->add_option("-n,--games", options->games, "Connect and play this many times")
      ->check(CLI::Range(1, 100'000'000));
  command
      ->add_option("--env", options->environment,
                   "A variable for the bot: NAME=VALUE, or NAME for the value it has here")
      ->take_all()
      ->allow_extra_args(false);
  command->add_flag("-q,--quiet", options->quiet, "Do not show the server's last lines");
  command->footer(
      "\nExamples:\n  arena connect localhost 9016 -p ./mybot\n  arena connect localhost 9016 -p   "
      "    you play, and see the raw protocol");
  shell.on(*command, [&shell, options] { return play_games(*options, shell.players); });
}

}  // namespace arena::cli
