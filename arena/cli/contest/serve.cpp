// `arena serve`: a server of contests.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/interrupt.hpp"
#include "arena/cli/shell.hpp"
#include "arena/contest/bots/runner.hpp"
#include "arena/contest/contest_file.hpp"
#include "arena/process/sandbox/proof.hpp"
#include "arena/process/spawn/spawner.hpp"
#include "arena/site/web_server.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena::cli {

namespace {

namespace fs = std::filesystem;

struct ServeArgs {
  std::string file;
  bool demo = false;
  std::optional<int> port;
  std::string folder;
  std::string log;
  std::vector<std::string> proxies;
  double requests_per_second = site::SiteLimits{}.requests_per_second;
};

/// Where the demo keeps its state, unless the user chooses.
std::string demo_folder() {
  if (::geteuid() == 0) return "/var/lib/arena/demo";  // bots in the sandbox cannot enter /root
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  if (state && *state) return (fs::path(state) / "arena" / "demo").string();
  if (home && *home) return (fs::path(home) / ".local" / "state" / "arena" / "demo").string();
  throw Error("HOME is not set: choose a folder for the demo with --folder");
}

bool has_sandbox(SandboxKind kind) {
  try {
    Spawner spawner;
    Limits limits;
    limits.sandbox = kind;
    prove(make_sandbox(limits), spawner);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// The best kind of sandbox that the demo's bots can have; says on stderr what it lacks.
std::string demo_sandbox(const std::string& folder) {
  const fs::path closed = contest::closed_to_bots(folder);
  if (!closed.empty() || !has_sandbox(SandboxKind::shared)) {
    fmt::print(stderr, "Bots run without a sandbox, with your permissions: {}.\n",
               closed.empty()
                   ? "`arena doctor` says what this system lacks"
                   : "in it they are another user, who cannot enter " + in_quotes(closed.string()));
    return "";
  }
  if (has_sandbox(SandboxKind::apart)) return "apart";
  fmt::print(stderr,
             "Bots run in a sandbox in which they can communicate by the files of the system: "
             "`arena doctor` says what this system lacks.\n");
  return "shared";
}

/// The runners of which this system has all; says on stderr what the others lack.
std::vector<std::string> usable_runners() {
  std::vector<std::string> usable;
  for (const std::string& name : contest::runner_names()) {
    try {
      static_cast<void>(contest::read_runner(name));
      usable.push_back(name);
    } catch (const Error& error) {
      fmt::print(stderr, "The demo is without the contest {}: {}\n", name, error.what());
    }
  }
  return usable;
}

contest::ContestFile read_file(const ServeArgs& args, const Games& games) {
  if (args.demo != args.file.empty()) throw Error("give a contest's file, or --demo");
  contest::ContestFile file;
  if (args.demo) {
    const std::string folder = fs::absolute(args.folder.empty() ? demo_folder() : args.folder);
    file = contest::read_contests(
        contest::demo_contests(games, usable_runners(), folder, demo_sandbox(folder)), "the demo");
    fmt::print("The demo keeps its games in {}\n", in_quotes(folder));
  } else {
    file = contest::read_contest_file(args.file);
    if (!args.folder.empty()) file.server.folder = args.folder;
  }
  return file;
}

/// A function that writes lines to the file of this name ("-": stderr), each at once.
std::function<void(const std::string&)> line_writer(const std::string& name) {
  if (name.empty()) return [](const std::string&) {};
  if (name == "-") return [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  const std::shared_ptr<std::FILE> file(std::fopen(name.c_str(), "ae"), [](std::FILE* opened) {
    if (opened) std::fclose(opened);
  });
  if (!file) throw Error(fmt::format("cannot write to {}", in_quotes(name)));
  return [file](const std::string& line) {
    fmt::print(file.get(), "{}\n", line);
    std::fflush(file.get());
  };
}

/// The file's URL, unless it only repeats where the server listens.
std::string site_url(const contest::ServerSettings& server) {
  const std::string own = fmt::format("http://{}:{}", server.address, server.port);
  return server.url == own ? std::string() : server.url;
}

bool has_admin(contest::Host& host) {
  return std::ranges::any_of(host.accounts().all(), &contest::Account::is_admin);
}

int serve(const ServeArgs& args, Shell& shell) {
  Interrupt interrupt;
  contest::ContestFile file = read_file(args, shell.games);
  const std::string program = fs::read_symlink("/proc/self/exe").string();
  site::WebSettings settings{.host = {.games = shell.games, .program = program}};
  settings.host.events.trouble = [](const std::string& what) {
    fmt::print(stderr, "arena: {}\n", escaped(what));
  };
  settings.host.now = contest::patient(contest::system_now, settings.host.events.trouble);
  settings.http.address = file.server.address;
  settings.http.port = static_cast<std::uint16_t>(args.port.value_or(file.server.port));
  settings.http.trusted_proxies = args.proxies;
  settings.site.url = site_url(file.server);
  settings.site.log = line_writer(args.log);
  settings.site.limits.requests_per_second = args.requests_per_second;
  settings.worker = {program, "worker"};
  site::WebServer server(std::move(file), std::move(settings));
  const std::string listens = server.host().server().address;
  const std::string own =
      fmt::format("http://{}:{}", listens == "0.0.0.0" ? "localhost" : listens, server.port());
  const std::string configured = site_url(server.host().server());
  const std::string url = configured.empty() ? own : configured;
  if (!has_admin(server.host()))
    fmt::print("Sign up as the admin: {}/signup?invitation={}\n", url,
               server.host().accounts().invite(contest::Role::admin));
  const std::string as = configured.empty() ? "" : " as " + configured;
  fmt::print("Serving {}{} (Ctrl-C stops it)\n", own, as);
  std::fflush(stdout);
  const OnInterrupt stop(interrupt, [&server] { server.stop(); });
  server.run();
  return done;
}

}  // namespace

void add_serve(CLI::App& command, Shell& shell) {
  const auto args = std::make_shared<ServeArgs>();
  command.add_option("FILE", args->file, "The file of the contests (docs/contests.md)");
  command.add_flag("--demo", args->demo,
                   "Contests of all games with the built-in bots; needs no file");
  command
      .add_option("--port", args->port, "The port, instead of the file's (0: the system chooses)")
      ->check(CLI::Range(0, 65'535));
  command.add_option("--folder", args->folder,
                     "Where the server keeps its state, instead of the file's");
  command.add_option("--log", args->log,
                     "Append a JSON line for each request to this file (-: stderr)");
  command.add_option("--proxy", args->proxies,
                     "An address whose X-Forwarded-For is trusted: that of your reverse proxy");
  command
      .add_option("--requests-per-second", args->requests_per_second,
                  "Requests of one address that are answered (default: 100)")
      ->check(CLI::Range(1.0, 1e6));
  command.footer(
      "\nExamples:\n"
      "  arena serve --demo\n"
      "  arena serve contest.toml\n"
      "  arena serve contest.toml --proxy 127.0.0.1 --log access.jsonl");
  shell.on(command, [&shell, args] { return serve(*args, shell); });
}

}  // namespace arena::cli
