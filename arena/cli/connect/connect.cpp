// `arena connect`: plays a bot, or the person at the terminal, at a TCP server. It copies bytes
// both ways, unchanged and immediately. It checks nothing and runs no clock, because arena does not
// referee these matches.
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <fmt/format.h>

#include "arena/cli/connect/visit.hpp"
#include "arena/cli/interrupt.hpp"
#include "arena/cli/shell.hpp"
#include "arena/peer/loop.hpp"
#include "arena/peer/task.hpp"
#include "arena/peer/tcp.hpp"
#include "arena/peer/terminal.hpp"
#include "arena/process/limits/bot_processes.hpp"
#include "arena/process/process.hpp"
#include "arena/process/spawn/bot_environment.hpp"
#include "arena/process/spawn/program.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

namespace asio = boost::asio;
using namespace asio::experimental::awaitable_operators;

using Descriptor = asio::posix::basic_stream_descriptor<Loop::Executor>;

constexpr std::size_t lines_shown = 3;
constexpr std::size_t longest_line = 64 * 1024;
constexpr std::chrono::seconds leaving{1};

struct ConnectOptions {
  std::string host;
  int port = 0;
  std::vector<std::string> command;
  std::vector<std::string> environment;
  int games = 1;
  bool quiet = false;
  VisitOptions visit;
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

/// Copies everything from `from` to `to` until `from` ends or `to` fails. Then closes `to`, because
/// the other end may wait for that. Makes both non-blocking. `heard` sees all bytes first.
asio::awaitable<void> copy_bytes(
    Loop& loop, FileDescriptor from, FileDescriptor to,
    const std::function<void(std::string&)>& heard = [](std::string&) {}) {
  Descriptor in(loop.executor(), from.release());
  Descriptor out(loop.executor(), to.release());
  for (;;) {
    std::string bytes(4096, '\0');
    boost::system::error_code error;
    bytes.resize(co_await in.async_read_some(asio::buffer(bytes),
                                             asio::redirect_error(asio::use_awaitable, error)));
    if (error) break;
    heard(bytes);
    co_await asio::async_write(out, asio::buffer(bytes),
                               asio::redirect_error(asio::use_awaitable, error));
    if (error) break;
  }
  ::shutdown(out.native_handle(), SHUT_WR);  // the other direction of a socket stays open
}

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
    const auto note = [this](std::string& bytes) { is_silent_ = false, heard_.add(bytes); };
    co_await (copy_bytes(loop_, std::move(connection.in), std::move(bot.in), note) ||
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
    const bool is_terminal = ::isatty(STDOUT_FILENO) != 0;
    ShownLines lines;
    const auto shown = [&](std::string& bytes) {
      is_silent_ = false;
      if (is_terminal) bytes = lines.of(bytes);
    };
    co_await (copy_bytes(loop_, std::move(connection.in), out.take(), shown) ||
              copy_then_wait(in.take(), std::move(connection.out)));
  }

  [[nodiscard]] const LastLines& heard() const { return heard_; }
  /// The server sent nothing at all.
  [[nodiscard]] bool is_silent() const { return is_silent_; }
  [[nodiscard]] const std::string& complaint() const { return complaint_; }
  [[nodiscard]] int exit_status() const { return exit_status_; }

 private:
  /// A bot may be silent before the server has sent its last message.
  asio::awaitable<void> copy_then_wait(FileDescriptor from, FileDescriptor to) {
    co_await copy_bytes(loop_, std::move(from), std::move(to));
    co_await loop_.pause(leaving);
  }

  /// Gives the bot a second to exit by itself.
  asio::awaitable<void> leave(FileDescriptor& pidfd, pid_t pid) {
    Descriptor ended(loop_.executor(), pidfd.release());
    co_await (ended.async_wait(ended.wait_read, asio::use_awaitable) || loop_.pause(leaving));
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT);
    if (info.si_pid != 0)
      exit_status_ = info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
  }

  const ConnectOptions& options_;
  Loop& loop_;
  LastLines heard_;
  bool is_silent_ = true;
  std::string complaint_;
  int exit_status_ = 0;
};

int tell(const ConnectOptions& options, const ServerGame& game) {
  if (!options.quiet) {
    for (const std::string& line : game.heard().lines()) fmt::print("{}\n", escaped(line));
  }
  if (game.is_silent())
    fmt::print(stderr, "The connection ended before the server sent anything.\n");
  if (game.exit_status() == 0) return game.is_silent() ? check_failed : done;
  fmt::print(stderr, "The bot ended with status {}.\n{}", game.exit_status(),
             game.complaint().empty() ? "" : "Its stderr ends with:\n" + game.complaint() + "\n");
  return check_failed;
}

/// The player's words: after -p, or after HOST PORT. Empty if the person plays.
std::vector<std::string> player_words(const ConnectOptions& options,
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

int play_games(const ConnectOptions& options, const std::vector<PlayerSpec>& players) {
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

void add_connect(CLI::App& command, Shell& shell) {
  shell.playing.insert(&command);
  const auto options = std::make_shared<ConnectOptions>();
  command.add_option("HOST", options->host, "The server's name or address")->required();
  command.add_option("PORT", options->port, "Its port")->required()->check(CLI::Range(1, 65535));
  command.add_option("PLAYER", options->command, "The bot's command, as after -p");
  command.add_option("-n,--games", options->games, "Connect and play this many times")
      ->check(CLI::Range(1, 100'000'000));
  command
      .add_option("--env", options->environment,
                  "A variable for the bot: NAME=VALUE, or NAME for the value it has here")
      ->take_all()
      ->allow_extra_args(false);
  command.add_flag("-q,--quiet", options->quiet, "Do not show the server's last lines");
  command.footer(
      "\nExamples:\n  arena connect localhost 9016 -p ./mybot\n  arena connect localhost 9016 -p   "
      "    you play, and see the raw protocol\n  arena connect localhost 2000 --seat south --team "
      "Us -b "
      "natural   at a server where bots choose seats");
  add_visit_options(command, options->visit);
  shell.on(command, [&shell, options, &command] {
    VisitOptions& visit = options->visit;
    if (!asks_for_seat(command, visit)) return play_games(*options, shell.players);
    if (command.count("--games") + command.count("--env") > 0)
      throw Error(
          "-n and --env have no effect with --seat: the server decides; give env= after -p");
    visit.host = options->host;
    visit.port = options->port;
    visit.match.quiet = options->quiet;
    return play_session(visit, shell.players, options->command, shell);
  });
}

}  // namespace arena::cli
