// `arena completion SHELL`: a script that completes commands, options, games and built-in bots.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/new/starter.hpp"
#include "arena/cli/shell.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

/// The options of players are not CLI11's.
std::string words_of(const CLI::App& command, const Shell& shell) {
  std::vector<std::string> names = option_names(command);
  if (shell.playing.contains(&command))
    names.insert(names.end(), {"-p", "--process", "-m", "--module", "-b", "--builtin", "--human"});
  return fmt::format("{}", fmt::join(names, " "));
}

std::string game_names(const Games& games) {
  return joined(games, " ", [](const auto& game) { return game->info.name; });
}

std::string builtin_names(const Games& games) {
  std::set<std::string_view> names;
  for (const auto& game : games) {
    for (const BuiltinInfo& builtin : game->builtins.list()) names.insert(builtin.name);
  }
  return fmt::format("{}", fmt::join(names, " "));
}

std::string protocol_names(const Games& games) {
  std::set<std::string_view> names;
  for (const auto& game : games) {
    for (const Terms& terms : game->protocols) names.insert(terms.name);
  }
  return fmt::format("{}", fmt::join(names, " "));
}

/// Without those that help does not list either.
std::vector<const CLI::App*> subcommands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::string bash_script(const CLI::App& app, const Shell& shell) {
  const std::string commands =
      joined(subcommands(app), " ", [](const CLI::App* command) { return command->get_name(); });
  std::string cases;
  for (const CLI::App* command : subcommands(app)) {
    cases += fmt::format("    {}) words='{}' ;;\n", command->get_name(), words_of(*command, shell));
  }
  return fmt::format(R"(_arena() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} words
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '{0} --help --version' -- "$current"))
    return
  fi
  case $previous in
    -m|--module) local IFS=$'\n'; COMPREPLY=($(compgen -f -X '!*.py' -- "$current")); return ;;
    -b|--builtin) COMPREPLY=($(compgen -W '{3}' -- "$current")); return ;;
    --lang) COMPREPLY=($(compgen -W '{4}' -- "$current")); return ;;
    --protocol) COMPREPLY=($(compgen -W '{5}' -- "$current")); return ;;
    admin) COMPREPLY=($(compgen -W '{6}' -- "$current")); return ;;
    run|play|rules|listen|check|analyse|new) COMPREPLY=($(compgen -W '{2}' -- "$current")); return ;;
  esac
  case ${{COMP_WORDS[1]}} in
{1}  esac
  case $current in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) local IFS=$'\n'; COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}}
complete -F _arena arena
)",
                     commands, cases, game_names(shell.games), builtin_names(shell.games),
                     fmt::join(starter_languages(), " "), protocol_names(shell.games),
                     fmt::join(admin_actions(), " "));
}

std::string fish_script(const CLI::App& app, const Games& games) {
  std::string script =
      "complete -c arena -n __fish_use_subcommand -l help\ncomplete -c arena -n "
      "__fish_use_subcommand -l version\n";
  for (const CLI::App* command : subcommands(app)) {
    const std::string& name = command->get_name();
    script += fmt::format("complete -c arena -n __fish_use_subcommand -f -a {} -d '{}'\n", name,
                          command->get_description());
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& longer : option->get_lnames()) {
        script += fmt::format("complete -c arena -n '__fish_seen_subcommand_from {}' -l {}\n", name,
                              longer);
      }
    }
  }
  script += fmt::format(
      "complete -c arena -n '__fish_seen_subcommand_from run play rules listen check analyse new' "
      "-a "
      "'{}'\n",
      game_names(games));
  script += fmt::format("complete -c arena -s b -l builtin -x -a '{}'\n", builtin_names(games));
  script += fmt::format("complete -c arena -l protocol -x -a '{}'\n", protocol_names(games));
  script +=
      fmt::format("complete -c arena -n '__fish_seen_subcommand_from new' -l lang -x -a '{}'\n",
                  fmt::join(starter_languages(), " "));
  script += fmt::format("complete -c arena -n '__fish_seen_subcommand_from admin' -f -a '{}'\n",
                        fmt::join(admin_actions(), " "));
  return script + "complete -c arena -s p -l process -r\ncomplete -c arena -s m -l module -r\n";
}

int print_script(const CLI::App& app, const Shell& shell, const std::string& name) {
  if (name == "bash") {
    fmt::print("{}", bash_script(app, shell));
  } else if (name == "zsh") {
    fmt::print("autoload -Uz bashcompinit && bashcompinit\n{}", bash_script(app, shell));
  } else if (name == "fish") {
    fmt::print("{}", fish_script(app, shell.games));
  } else {
    throw Error(fmt::format("unknown shell \"{}\"; known: bash, zsh, fish", name));
  }
  return done;
}

}  // namespace

void add_completion(CLI::App& command, Shell& shell) {
  const auto name = std::make_shared<std::string>();
  command.add_option("SHELL", *name, "bash, zsh or fish")->required();
  command.footer(
      "\nExamples:\n  source <(arena completion bash)\n  arena completion fish > "
      "~/.config/fish/completions/arena.fish");
  shell.on(command, [&command, &shell, name] {
    shell.add_all();
    return print_script(*command.get_parent(), shell, *name);
  });
}

}  // namespace arena::cli
