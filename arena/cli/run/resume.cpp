#include "arena/cli/run/resume.hpp"

#include <vector>

#include <fmt/format.h>

#include "arena/process/command_line.hpp"
#include "arena/record/record.hpp"
#include "arena/util/error.hpp"
#include "arena/util/plain_text.hpp"
#include "arena/util/text.hpp"

namespace arena::cli {

namespace {

/// Quotes a word with control characters for bash and zsh.
std::string dollar_quoted(std::string_view word) {
  std::string quoted = "$'";
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7F) {
      quoted += fmt::format("\\x{:02x}", byte);
    } else {
      if (c == '\'' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted + "'";
}

/// Quotes the words for a shell.
std::string shell_words(const std::vector<std::string>& words) {
  return joined(words, " ", [](const std::string& word) {
    return escaped(word) == word ? shell_word(word) : dollar_quoted(word);
  });
}

}  // namespace

MatchNumbers read_numbers(std::string_view text, int count) {
  MatchNumbers numbers;
  std::string_view left = text;
  while (true) {
    const std::string_view part = left.substr(0, left.find(','));
    const std::size_t dash = part.find('-');
    const auto first = to_number<int>(part.substr(0, dash));
    const auto last =
        dash == std::string_view::npos ? first : to_number<int>(part.substr(dash + 1));
    if (!first || !last || *first < 1 || *last < *first || *last > count) {
      throw Error(
          fmt::format("--play must be numbers and ranges from 1 to {}, such as 3,7-9, not \"{}\"",
                      count, text));
    }
    numbers.add({*first - 1, *last - 1});
    if (part.size() == left.size()) return numbers;
    left.remove_prefix(part.size() + 1);
  }
}

std::string resume_command(const Shell& shell, const MatchNumbers& left,
                           std::optional<RootSeed> drawn_seed) {
  std::vector<std::string> words = {"arena", shell.args.front()};
  if (!left.empty()) words.insert(words.end(), {"--play", numbers_text(left)});
  if (drawn_seed) words.insert(words.end(), {"--seed", seed_text(*drawn_seed)});
  const std::vector<std::string> rest = without_option(shell.args, "--play", shell.is_option);
  words.insert(words.end(), rest.begin() + 1, rest.end());
  return shell_words(words);
}

}  // namespace arena::cli
