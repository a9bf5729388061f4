#include "arena/cli/settings_options.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "arena/util/error.hpp"

namespace arena::cli {

namespace {

/// One option for each setting, of the setting's name.
struct OptionAdder {
  CLI::App& command;

  template <class T>
  CLI::Option* operator()(const char* name, const char* help, std::optional<T>& member) const {
    const std::string option = "--" + option_name(name);
    const auto take = [option, &member](const std::string& word) {
      set_by_word(member, word, option);
    };
    CLI::Option* const added = command.add_option_function<std::string>(option, take, help);
    if constexpr (requires { T::most; })
      added->type_name(fmt::format("INT in [{} - {}]", T::least, T::most));
    return added;
  }
  CLI::Option* operator()(const char* name, const char* help, std::optional<bool>& member) const {
    const auto take = [&member] { member = true; };
    return command.add_flag_callback("--" + option_name(name), take, help);
  }
  /// A switch that may have a value: --sandbox, --sandbox=apart.
  CLI::Option* operator()(const char* name, const char* help,
                          std::optional<SandboxKind>& member) const {
    const std::string option = "--" + option_name(name);
    const auto word = std::make_shared<std::string>();
    return command.add_flag(option, *word, help)
        ->each([word, option, &member](const std::string& given) {
          set_by_word(member, given, option);
        });
  }
  CLI::Option* operator()(const char* name, const char* help,
                          std::optional<Variables>& member) const {
    const std::string option = "--" + option_name(name);
    const auto take = [option, &member](const std::vector<std::string>& words) {
      for (const std::string& word : words) set_by_word(member, word, option);
    };
    return command.add_option_function<std::vector<std::string>>(option, take, help)
        ->take_all()
        ->allow_extra_args(false);
  }
};

}  // namespace

std::string not_empty(const std::string& word) { return word.empty() ? "the value is empty" : ""; }

void take_option(const std::string& text, json::object& options) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw Error(fmt::format("--option must be KEY=VALUE, not \"{}\"", text));
  const std::string key = text.substr(0, equals);
  if (options.contains(key)) throw Error(fmt::format("--option {} is given twice", key));
  options[key] = described::value_of(text.substr(equals + 1));
}

void add_game_options(CLI::App& command, MatchSettings& match) {
  command.add_option("GAME", match.game, "The game, as `arena games` lists it")->required();
  const auto take_seed = [&match](const std::string& word) {
    if (word.empty()) throw Error("--seed: the value is empty");
    match.seed = read_root_seed(word);
    if (!match.seed) throw Error(wrong_seed("--seed", word));
  };
  command.add_option_function<std::string>(
      "--seed", take_seed,
      "Seed of all chance: decimal, or 0x and hexadecimal (default: random, and shown)");
  const auto take_options = [&match](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) take_option(text, match.options);
  };
  command
      .add_option_function<std::vector<std::string>>(
          "--option", take_options, "An option of the game: KEY=VALUE; may be given several times")
      ->take_all()
      ->allow_extra_args(false);
  for_each_setting(match.limits, OptionAdder{command});
}

void add_limits(CLI::App& command, Limits& limits, std::initializer_list<std::string_view> names) {
  for_each_setting(limits, [&](const char* name, const char* help, auto& member) {
    if (std::ranges::find(names, name) != names.end()) OptionAdder{command}(name, help, member);
  });
}

}  // namespace arena::cli
