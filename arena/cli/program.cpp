#include "arena/cli/program.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/dispatch.hpp"
#include "arena/cli/shell.hpp"
#include "arena/util/commit.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_cache.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena::cli {

namespace {

constexpr const char* footer = R"(
Examples:
  arena run lost_cities -p ./mybot             one game against the default opponent
  arena run lost_cities -p ./a -p ./b -n 100   a hundred games between two bots
  arena compare lost_cities -p ./a -p ./b      until it is known which is better
  arena play lost_cities -b level=3            play yourself, with a board
  arena new lost_cities --lang python          a bot to start from
  arena check lost_cities ./mybot              what is wrong with my bot?
  arena review games.jsonl --player mybot      where did my bot lose?
  arena doctor                                 can this host hold untrusted bots?
  arena analyse bidding --cards 7              the best way to play, where that is known
  arena rules lost_cities                      rules and protocol
  arena serve --demo                           contests in the browser
`arena COMMAND --help` explains one command, with examples.)";

constexpr std::array common_commands = {
    Command{{"run", "Play games between bots and print the standing"}, add_run},
    Command{{"compare", "Play until it is known which of two bots is better"}, add_compare},
    Command{{"play", "Play a game yourself, at the terminal or in a browser"}, add_play},
    Command{{"new", "Make a bot to start from, which plays at once"}, add_new},
    Command{{"check", "Try a bot against the protocol and say what it does wrong"}, add_check},
    Command{{"analyse",
             "Solve a game: its value, the best first moves, what a player loses; or show what "
             "players gave away in played games"},
            add_analyse},
    Command{{"doctor", "Show what this host can limit, what it cannot, and the costs of playing"},
            add_doctor},
    Command{{"games", "List the games, their options, protocols and built-in bots"}, add_games},
    Command{{"rules", "Print a game's rules and protocol, for the author of a bot"}, add_rules},
    Command{{"replay", "Check, print or step through recorded games, or put them to a live bot"},
            add_replay},
    Command{{"review", "Show where recorded games were lost: the worst moves and habits of a bot"},
            add_review},
    Command{{"listen", "Serve games over TCP: clients connect and play"}, add_listen},
    Command{{"connect", "Play a bot, or yourself, at a TCP server"}, add_connect},
};

CLI::App& add_name(CLI::App& app, const Summary& summary) {
  CLI::App* command = app.add_subcommand(std::string(summary.name), std::string(summary.text));
  if (summary.is_hidden) command->group("");
  return *command;
}

/// Adds the names of all commands, and the options of the one that is `chosen`.
void add_commands(CLI::App& app, Shell& shell, const Program& program, const std::string& chosen) {
  std::vector<std::function<void()>> others;
  for (const auto& commands :
       {std::span<const Command>(common_commands), std::span<const Command>(program.commands)}) {
    for (const Command& one : commands) {
      CLI::App& command = add_name(app, one.summary);
      const auto add = [&one, &command, &shell] { one.add(command, shell); };
      if (one.summary.name == chosen)
        add();
      else
        others.emplace_back(add);
    }
  }
  for (const Summary& summary : program.elsewhere) add_name(app, summary);
  shell.add_all = [others] {
    for (const auto& add : others) add();
  };
}

/// Ignores write errors: stderr may be closed. Explains a deleted working folder, a cause of many
/// errors.
void complain(const std::string& what) {
  // File names and arguments may come from an untrusted source.
  std::fputs(("arena: " + escaped(what, true) + '\n').c_str(), stderr);
  std::error_code error;
  static_cast<void>(std::filesystem::current_path(error));
  if (error == std::errc::no_such_file_or_directory)
    std::fputs("arena: the folder in which you started arena has been deleted: cd to another one\n",
               stderr);
}

/// The reader of the output is gone, as with `head`. Arena ends as other programs do then.
void end_by_broken_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

/// Otherwise a file that arena opens later could become its standard output.
void open_standard_descriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) < 0) ::open("/dev/null", O_RDWR);
  }
}

/// "arena 0.2.0 (1a2b3c4d5e6f)".
std::string version_text() {
  const std::string built_from = commit().empty() ? "" : fmt::format(" ({})", commit());
  return "arena " ARENA_VERSION + built_from;
}

int run_words(const Program& program, std::vector<std::string> args) {
  const auto first =
      std::ranges::find_if(args, [](const std::string& word) { return !word.starts_with('-'); });
  const std::string chosen = first == args.end() ? "" : *first;
  for (const Summary& summary : program.elsewhere) {
    if (chosen == summary.name) become_contests(args);
  }
  const Games games = all_games();
  const std::unique_ptr<Cache> cache = user_cache();
  TableCache table_cache(cache.get());
  Shell shell{games, std::move(args), {}, {}, {}, {}, {}, table_cache, program.browser_table};
  CLI::App app("The referee for bots of card games.", "arena");
  app.set_version_flag("--version", version_text());
  app.require_subcommand(0, 1);
  add_commands(app, shell, program, chosen);
  app.footer(footer);  // subcommands copy what is set before them
  try {
    return run_command(app, shell);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());  // the subcommand's, where one was named
    return done;
  } catch (const CLI::Success& success) {
    return app.exit(success);
  }
}

int status_of(const Program& program, std::vector<std::string> args) {
  try {
    return run_words(program, std::move(args));
  } catch (const Error& error) {
    complain(error.what());
    return bad_usage;
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::broken_pipe) end_by_broken_pipe();
    complain(std::string("failed: ") + error.what());
    return arena_failed;
  } catch (const std::exception& error) {
    complain(std::string("failed: ") + error.what());
    return arena_failed;
  }
}

/// Flushes stdout, which may fail only now, for instance if the disk is full.
int flushed(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  if (errno == EPIPE) end_by_broken_pipe();
  complain(fmt::format("failed: cannot write to the standard output: {}", std::strerror(errno)));
  return arena_failed;
}

}  // namespace

void become_contests(const std::vector<std::string>& args) {
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "arena-contests";
  std::vector<char*> words;
  std::string name = program.string();
  words.push_back(name.data());
  std::vector<std::string> own = args;
  for (std::string& word : own) words.push_back(word.data());
  words.push_back(nullptr);
  ::execv(name.c_str(), words.data());
  throw Error(
      fmt::format("cannot start {}, which has tournaments and contests: {}; build or install it",
                  escaped(name), std::strerror(errno)));
}

int run_program(const Program& program, int argc, char** argv) {
  open_standard_descriptors();
  std::signal(SIGXFSZ,
              SIG_IGN);  // a file that may not grow (ulimit -f) is an error, as a full disk
  return flushed(status_of(program, {argv + 1, argv + argc}));
}

}  // namespace arena::cli
