#include "arena/process/spawn/bot_environment.hpp"

#include <unistd.h>

#include <array>
#include <random>

#include <fmt/format.h>

#include "arena/util/error.hpp"

namespace arena {

namespace {

constexpr std::array<std::string_view, 4> kept = {"PATH", "LANG", "HOME", "TMPDIR"};
constexpr std::string_view mark = "ARENA_BOT";  // arena finds a match's bots by this variable

std::string_view name_of(std::string_view variable) {
  return variable.substr(0, variable.find('='));
}

}  // namespace

std::optional<std::string> own_variable(std::string_view name) {
  for (char** variable = ::environ; *variable != nullptr; ++variable) {
    if (name_of(*variable) == name) return *variable;
  }
  return std::nullopt;
}

std::vector<std::string> bot_environment(const std::vector<std::string>& declared) {
  std::vector<std::string> variables;
  const auto add = [&variables](const std::string& variable) {
    std::erase_if(variables, [&variable](const std::string& other) {
      return name_of(other) == name_of(variable);
    });
    variables.push_back(variable);
  };
  for (const std::string_view name : kept) {
    if (const auto variable = own_variable(name)) add(*variable);
  }
  for (const std::string& variable : declared) add(variable);
  return variables;
}

std::string random_word() {
  std::random_device chance;
  return fmt::format("{:08x}{:08x}", chance(), chance());
}

std::string new_mark(std::string_view word) {
  return fmt::format("{}={}.{}", mark, word, random_word());
}

std::string read_variable(std::string_view text) {
  const std::string_view name = name_of(text);
  if (name.empty() || name == mark || name.find('\0') != std::string_view::npos)
    throw Error(fmt::format("a bot's variable must be NAME or NAME=VALUE, not \"{}\"", text));
  if (name.size() < text.size()) return std::string(text);
  if (auto variable = own_variable(name)) return *std::move(variable);
  throw Error(fmt::format("the variable \"{}\" is not set: give NAME=VALUE", name));
}

}  // namespace arena
