#include "arena/process/command_line.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "arena/process/program.hpp"
#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena {

namespace {

bool is_blank(const std::string& word) { return trim(word).empty(); }

/// The user gave one word, and it is a file: the program, perhaps with spaces in its name.
bool is_program_alone(std::span<const std::string> words) {
  return words.size() == 1 && is_file(words.front());
}

/// Splits the command into words. Does not look for the program.
std::vector<std::string> command_words(std::span<const std::string> words) {
  if (std::all_of(words.begin(), words.end(), is_blank)) {
    throw Error(words.empty()
                    ? "a bot's command is missing"
                    : fmt::format("the bot's command {} is empty", in_quotes(words.front())));
  }
  if (is_program_alone(words)) return {words.front()};
  std::vector<std::string> command = words.size() == 1
                                         ? split_words(words.front())
                                         : std::vector<std::string>(words.begin(), words.end());
  if (is_blank(command.front())) {
    throw Error(fmt::format("the bot's command {} names no program", in_quotes(words.front())));
  }
  return command;
}

}  // namespace

std::vector<std::string> bot_command(std::span<const std::string> words) {
  std::vector<std::string> command = command_words(words);
  std::string& program = command.front();
  const bool here = is_program_alone(words) && program.find('/') == std::string::npos;
  program = find_program(here ? "./" + program : program);
  return command;
}

std::string bot_name(std::span<const std::string> words) {
  const std::vector<std::string> command = command_words(words);
  const auto names_file = [](const std::string& word) {
    std::error_code error;
    return std::filesystem::is_regular_file(word, error);
  };
  const auto script = std::find_if(command.begin() + 1, command.end(), names_file);
  const std::filesystem::path file = script == command.end() ? command.front() : *script;
  return file.stem().string();
}

}  // namespace arena
