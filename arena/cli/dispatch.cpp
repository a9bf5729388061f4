#include "arena/cli/dispatch.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

std::vector<CLI::App*> subcommands(CLI::App& app) {
  return app.get_subcommands([](const CLI::App* /*command*/) { return true; });
}

/// Returns the subcommand that the arguments name, or null.
CLI::App* find_subcommand(CLI::App& app, const std::vector<std::string>& args) {
  for (CLI::App* command : subcommands(app)) {
    if (!args.empty() && command->get_name() == args.front()) return command;
  }
  return nullptr;
}

bool is_option_of(const CLI::App& command, std::string_view word) {
  if (begins_player(word)) return true;
  const std::string name(word.substr(0, word.find('=')));
  if (command.get_option_no_throw(name) != nullptr) return true;
  // A short option with its value, such as -n100.
  return name.size() > 2 && name[1] != '-' &&
         command.get_option_no_throw(name.substr(0, 2)) != nullptr;
}

[[noreturn]] void refuse_command(CLI::App& app, std::string_view word) {
  const std::string names =
      joined(subcommands(app), ", ", [](const CLI::App* command) { return command->get_name(); });
  throw Error(fmt::format("unknown command \"{}\"; known: {}", word, names));
}

/// CLI11 itself does not list the known options.
[[noreturn]] void refuse_word(const CLI::App& command, const std::string& word,
                              bool takes_players) {
  if (!word.starts_with('-')) {
    throw Error(fmt::format("\"{}\" is one word too many{}; see arena {} --help", word,
                            takes_players ? " (a bot's command comes after -p)" : "",
                            command.get_name()));
  }
  std::vector<std::string> names;
  if (takes_players) names.emplace_back(player_options);
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) names.push_back(option->get_name());
  }
  throw Error(fmt::format("unknown option \"{}\" of arena {}; known: {}", word, command.get_name(),
                          joined(names, ", ")));
}

void refuse_teams(const std::vector<PlayerSpec>& players) {
  if (std::ranges::find(players, PlayerKind::team, &PlayerSpec::kind) != players.end())
    throw Error("team= is for arena tournament; elsewhere, players take the seats in their order");
}

void parse(CLI::App& app, const Shell& shell, std::vector<std::string> args) {
  std::reverse(args.begin(), args.end());  // CLI11 reads them from the back
  try {
    app.parse(args);
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string text = error.what();  // begins with the option's name
    const bool too_many = text.find(": At Most ") != std::string::npos;
    throw Error(text.substr(0, text.find(':')) +
                (too_many ? " is given more than once" : " needs a value"));
  } catch (const CLI::RequiredError& error) {
    throw Error(std::string(error.what()) +
                (shell.players.empty() ? "" : "; it comes before the players"));
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& error) {
    throw Error(error.what());
  }
}

}  // namespace

void join_switches(std::vector<std::string>& args) {
  for (std::size_t at = 0; at + 1 < args.size(); ++at) {
    constexpr std::array<std::string_view, 4> values = {"on", "off", "shared", "apart"};
    if (args[at] != "--sandbox" || std::ranges::find(values, args[at + 1]) == values.end())
      continue;
    args[at] += "=" + args[at + 1];
    args.erase(args.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }
}

int run_command(CLI::App& app, Shell& shell) {
  std::vector<std::string> args = shell.args;
  if (CLI::App* command = find_subcommand(app, args)) {
    shell.is_option = [command](std::string_view word) { return is_option_of(*command, word); };
    shell.players = take_players(args, shell.is_option);
    if (command->get_name() != "tournament") refuse_teams(shell.players);
    command->allow_extras();
    join_switches(args);
  } else if (!args.empty() && !args.front().starts_with('-')) {
    refuse_command(app, args.front());
  }
  parse(app, shell, std::move(args));
  for (const CLI::App* command : app.get_subcommands()) {
    const bool takes_players = shell.playing.contains(command);
    if (command->remaining_size() > 0)
      refuse_word(*command, command->remaining().front(), takes_players);
    if (!takes_players && !shell.players.empty())
      throw Error(fmt::format("arena {} takes no players", command->get_name()));
  }
  if (shell.action) return shell.action();
  fmt::print("{}", app.help());
  return bad_usage;
}

}  // namespace arena::cli
