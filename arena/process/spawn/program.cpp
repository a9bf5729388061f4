#include "arena/process/spawn/program.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace {

namespace fs = std::filesystem;

fs::file_status status_of(const std::string& path) {
  std::error_code ignored;
  return fs::status(path, ignored);
}

bool is_executable(const std::string& path) { return ::access(path.c_str(), X_OK) == 0; }

/// The first bytes of a file, empty if it cannot be read. Opening a pipe would block.
std::string head_of(const std::string& path) {
  if (!fs::is_regular_file(status_of(path))) return "";
  std::array<char, 256> bytes{};
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), bytes.size());
  return {bytes.data(), static_cast<std::size_t>(file.gcount())};
}

bool is_elf(std::string_view head) {
  return head.starts_with(
      "\x7F"
      "ELF");
}

/// A script's first line, behind the #!. No value if the file is not a script.
std::optional<std::string> first_line_of(const std::string& path) {
  const std::string head = head_of(path);
  if (!head.starts_with("#!")) return std::nullopt;
  std::string_view line = std::string_view(head).substr(2);
  line = line.substr(0, line.find('\n'));
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return std::string(line);
}

/// The interpreter in a script's first line. No value if the file is not a script.
std::optional<std::string> interpreter_of(const std::string& path) {
  const auto line = first_line_of(path);
  return line ? std::optional(line->substr(0, line->find_first_of(" \t"))) : std::nullopt;
}

/// Whether the CR of a line end as on Windows would belong to the last word of the first line, so
/// that the script cannot start. `env -S` drops it.
bool has_windows_line(const std::string& path) {
  const auto line = first_line_of(path);
  return line && line->ends_with('\r') && line->find(" -S") == std::string::npos;
}

constexpr const char* windows_hint =
    ": its lines end with CR LF as on Windows; sed -i 's/\\r$//' fixes that";

std::string missing(const std::string& path) {
  if (!fs::exists(status_of(path))) return fmt::format("{} does not exist", in_quotes(path));
  const auto interpreter = interpreter_of(path);
  if (!interpreter) {
    return fmt::format(
        "{} needs a loader or library that is not here: is it built for this system?",
        in_quotes(path));
  }
  return fmt::format("{} needs the interpreter {}, which does not exist{}", in_quotes(path),
                     in_quotes(*interpreter), has_windows_line(path) ? windows_hint : "");
}

std::string forbidden(const std::string& path) {
  const fs::file_status status = status_of(path);
  if (fs::is_directory(status)) return fmt::format("{} is a directory", in_quotes(path));
  if (fs::exists(status) && !fs::is_regular_file(status))
    return fmt::format("{} is a pipe, a socket or a device, and no program", in_quotes(path));
  if (fs::exists(status) && !is_executable(path)) {
    return fmt::format("{} is not executable: chmod +x {}", in_quotes(path), escaped(path));
  }
  const auto interpreter = interpreter_of(path);
  if (interpreter && !is_executable(*interpreter)) {
    return fmt::format("{} needs the interpreter {}, which is not executable", in_quotes(path),
                       in_quotes(*interpreter));
  }
  return fmt::format("{} may not be started: permission denied", in_quotes(path));
}

std::string no_program(const std::string& path) {
  if (is_elf(head_of(path))) {
    return fmt::format("{} is a program for another kind of machine", in_quotes(path));
  }
  return fmt::format(
      "{} is neither a program nor a script: a script's first line says #! and its interpreter",
      in_quotes(path));
}

[[noreturn]] void refuse(const std::string& reason) {
  throw Error("cannot start a bot: " + reason);
}

/// Returns the path if the program can be started as far as arena can see. Throws Error otherwise.
std::string checked(std::string path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error) refuse(start_failure(path, error.value()));
  if (!fs::is_regular_file(status) || !is_executable(path)) refuse(start_failure(path, EACCES));
  if (const auto interpreter = interpreter_of(path)) {
    if (!fs::exists(status_of(*interpreter))) refuse(start_failure(path, ENOENT));
    if (!is_executable(*interpreter)) refuse(start_failure(path, EACCES));
    if (has_windows_line(path)) refuse(in_quotes(path) + windows_hint);
  }
  return path;
}

}  // namespace

bool is_file(const std::string& path) {
  const fs::file_status status = status_of(path);
  return fs::exists(status) && !fs::is_directory(status);
}

bool is_program(const std::string& path) {
  const std::string head = head_of(path);
  return is_elf(head) || head.starts_with("#!");
}

std::string find_program(std::string_view name) {
  if (name.empty()) refuse("its command names no program");
  if (name.find('/') != std::string_view::npos) return checked(std::string(name));
  const char* variable = std::getenv("PATH");
  std::string_view folders = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  for (;;) {
    const std::size_t colon = folders.find(':');
    const std::string_view folder = folders.substr(0, colon);
    std::string path = fmt::format("{}/{}", folder.empty() ? "." : folder, name);
    if (is_file(path) && is_executable(path)) return checked(std::move(path));
    if (colon == std::string_view::npos) break;
    folders.remove_prefix(colon + 1);
  }
  const std::string here = fmt::format("./{}", name);
  refuse(fmt::format("there is no program {} on the PATH{}", in_quotes(name),
                     is_file(here) ? fmt::format(": is {} meant?", escaped(here)) : ""));
}

std::string start_failure(const std::string& path, int error) {
  switch (error) {
    case ENOENT:
      return missing(path);
    case EACCES:
      return forbidden(path);
    case EISDIR:
      return fmt::format("{} is a directory", in_quotes(path));
    case ENOEXEC:
      return no_program(path);
    case ELOOP:
      return fmt::format("{} is a link that leads nowhere", in_quotes(path));
    case ETXTBSY:
      return fmt::format("{} is open for writing: is it still being built?", in_quotes(path));
    default:
      return fmt::format("{} cannot be started: {}", in_quotes(path), std::strerror(error));
  }
}

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
