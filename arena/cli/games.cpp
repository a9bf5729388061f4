// `arena games` lists the games. `arena rules` explains one.
#include <memory>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "arena/cli/shell.hpp"
#include "arena/util/text/pretty_json.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

std::string seats_text(const GameInfo& info) {
  const std::string text = info.least_seats == info.most_seats
                               ? counted(info.least_seats, "player")
                               : fmt::format("{} to {} players", info.least_seats, info.most_seats);
  return info.sides == 0 ? text : fmt::format("{} on {} sides", text, info.sides);
}

std::vector<std::string_view> protocol_names(const AnyGame& game) {
  std::vector<std::string_view> names;
  for (const Terms& terms : game.protocols) names.push_back(terms.name);
  return names;
}

int list_games(const Games& games) {
  for (const auto& game : games) {
    const GameInfo& info = game->info;
    fmt::print("{}  ({}, {})\n", info.name, info.title, seats_text(info));
    fmt::print("  ranked by  {}\n", to_text(info.rank_by));
    fmt::print("  protocols  {}\n", fmt::join(protocol_names(*game), ", "));
    std::string options;
    for (const OptionInfo& option : game->options.list()) {
      options += fmt::format("{}{}={}", options.empty() ? "" : "  ", option.name,
                             compact(option.default_value));
    }
    fmt::print("  options    {}\n", options);
    const char* label = "  built-in  ";
    for (const BuiltinInfo& builtin : game->builtins.list()) {
      fmt::print("{} {:<14} {}{}\n", label, builtin.name, builtin.summary,
                 builtin.name == game->builtins.default_name() ? " (the default opponent)" : "");
      label = "            ";
    }
    label = "  levels    ";
    int level = 0;
    for (const std::string_view bot : game->builtins.levels()) {
      fmt::print("{} level={:<8} {}\n", label, ++level, bot);
      label = "            ";
    }
  }
  return done;
}

json::array games_json(const Games& games) {
  json::array list;
  for (const auto& game : games) {
    const GameInfo& info = game->info;
    json::object options;
    for (const OptionInfo& option : game->options.list())
      options[option.name] = option.default_value;
    json::array builtins;
    json::object versions;
    for (const BuiltinInfo& builtin : game->builtins.list()) {
      builtins.emplace_back(json::string(builtin.name));
      versions[builtin.name] = builtin.version;
    }
    list.push_back(json::object{{"name", json::string(info.name)},
                                {"title", json::string(info.title)},
                                {"players", json::array{info.least_seats, info.most_seats}},
                                {"rank_by", to_text(info.rank_by)},
                                {"protocols", json::value_from(protocol_names(*game))},
                                {"options", options},
                                {rules_version_key, info.version},
                                {"builtins", builtins},
                                {"builtin_versions", versions},
                                {"levels", json::value_from(game->builtins.levels())},
                                {"default_builtin", json::string(game->builtins.default_name())}});
  }
  return list;
}

}  // namespace

void add_games(CLI::App& command, Shell& shell) {
  const auto as_json = std::make_shared<bool>(false);
  command.add_flag("--json", *as_json, "As one JSON array");
  shell.on(command, [&shell, as_json] {
    if (!*as_json) return list_games(shell.games);
    fmt::print("{}\n", compact(games_json(shell.games)));
    return done;
  });
}

void add_rules(CLI::App& command, Shell& shell) {
  const auto name = std::make_shared<std::string>();
  const auto in_russian = std::make_shared<bool>(false);
  command.add_option("GAME", *name, "The game")->required();
  command.add_flag("--russian", *in_russian, "In Russian");
  shell.on(command, [&shell, name, in_russian] {
    const RulesTexts& rules = find_game(shell.games, *name).rules;
    if (*in_russian && rules.russian.empty())
      throw Error(fmt::format("the rules of {} are not translated into Russian", *name));
    fmt::print("{}", *in_russian ? rules.russian : rules.english);
    return done;
  });
}

}  // namespace arena::cli
