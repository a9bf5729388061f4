#include "arena/setup/player_args.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/process/command_line.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text.hpp"

namespace arena {

namespace {

constexpr std::string_view bot_options =
    R"(  -p, --process COMMAND...  a bot process: the words up to the next option; -p -- WORDS... -- takes any words
  -m, --module MODULE       a Python module with a function move(game_state): its name, or a file
  -b, --builtin NAME        a built-in bot (`arena games` lists them)
)";
constexpr std::string_view keys_of_players =
    R"(  KEY=VALUE directly after one of these options, or after -m MODULE or -b NAME, holds for that player alone: name,
  protocol, move-time, game-time, increment, start-time, clock, max-refusals, env.)";

std::optional<PlayerKind> kind_of(std::string_view word) {
  if (word == "-p" || word == "--process" || word == "--bot") return PlayerKind::process;
  if (word == "-m" || word == "--module") return PlayerKind::module;
  if (word == "-b" || word == "--builtin") return PlayerKind::builtin;
  if (word == "--human") return PlayerKind::human;
  return std::nullopt;
}

bool is_key(std::string_view name) {
  return std::ranges::find(player_keys, name) != player_keys.end();
}

/// Reads one player's words from a list of arguments.
class WordReader {
 public:
  WordReader(const std::vector<std::string>& args, std::size_t at,
             const std::function<bool(std::string_view)>& is_option)
      : args_(args), at_(at), is_option_(is_option) {}

  PlayerArg take(PlayerKind kind) {
    PlayerArg arg;
    arg.kind = kind;
    take_keys(arg);
    if (kind == PlayerKind::builtin || kind == PlayerKind::module) {
      if (at_ == args_.size() || args_[at_].starts_with('-'))
        throw Error(kind == PlayerKind::builtin ? "-b needs the name of a built-in bot"
                                                : "-m needs a Python module or file");
      arg.words.push_back(args_[at_++]);
      take_keys(arg);
    } else if (kind == PlayerKind::process) {
      take_words(arg);
    }
    return arg;
  }
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  void take_keys(PlayerArg& arg) {
    while (at_ < args_.size() && take_key(arg)) {
    }
  }

  bool take_key(PlayerArg& arg) {
    const std::string& word = args_[at_];
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || !is_key(word.substr(0, equals))) return false;
    arg.keys.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    ++at_;
    return true;
  }

  void take_words(PlayerArg& arg) {
    if (at_ < args_.size() && args_[at_] == "--") {
      for (++at_; at_ < args_.size() && args_[at_] != "--"; ++at_) arg.words.push_back(args_[at_]);
      if (at_ < args_.size()) ++at_;
      if (arg.words.empty()) throw Error("-p -- needs the words of a command");
      return;
    }
    while (at_ < args_.size() && !args_[at_].starts_with('-')) arg.words.push_back(args_[at_++]);
    if (at_ == args_.size() || arg.words.empty() || is_option_(args_[at_])) return;
    throw Error(fmt::format("\"{}\" is no option of arena; if it belongs to the bot, write -p {}",
                            args_[at_], words_as_one(arg.words)));
  }

  /// Shows how to quote these and the following words so that they belong to the bot.
  [[nodiscard]] std::string words_as_one(std::vector<std::string> words) const {
    for (std::size_t i = at_; i < args_.size() && !is_option_(args_[i]); ++i)
      words.push_back(args_[i]);
    std::string plain = fmt::format("{}", fmt::join(words, " "));
    const std::string quoted = join_words(words);
    return quoted == plain ? "'" + plain + "'" : "-- " + quoted + " --";
  }

  const std::vector<std::string>& args_;
  std::size_t at_;
  const std::function<bool(std::string_view)>& is_option_;
};

/// Whether a player begins at this word. Splits `--process=X` into `--process X`.
std::optional<PlayerKind> begun_player(std::vector<std::string>& args, std::size_t at) {
  const std::size_t equals = args[at].find('=');
  if (equals != std::string::npos && kind_of(args[at].substr(0, equals))) {
    args.insert(args.begin() + static_cast<std::ptrdiff_t>(at) + 1, args[at].substr(equals + 1));
    args[at].resize(equals);
  }
  return kind_of(args[at]);
}

}  // namespace

bool begins_player(std::string_view word) { return kind_of(word).has_value(); }

std::vector<PlayerArg> take_players(std::vector<std::string>& args,
                                    const std::function<bool(std::string_view)>& is_option) {
  std::vector<PlayerArg> players;
  std::vector<std::string> rest;
  for (std::size_t at = 0; at < args.size();) {
    const auto kind = begun_player(args, at);
    if (!kind) {
      rest.push_back(args[at++]);
      continue;
    }
    WordReader reader(args, at + 1, is_option);
    players.push_back(reader.take(*kind));
    at = reader.at();
  }
  args = std::move(rest);
  return players;
}

std::vector<PlayerArg> with_teams(std::vector<PlayerArg> players) {
  std::vector<PlayerArg> entrants;
  for (PlayerArg& player : players) {
    const auto key =
        std::ranges::find_if(player.keys, [](const auto& one) { return one.first == "team"; });
    if (key == player.keys.end()) {
      entrants.push_back(std::move(player));
      continue;
    }
    const std::string name = key->second;
    if (trim(name).empty()) throw Error("team= of a player is empty");
    player.keys.erase(key);
    const auto known = std::ranges::find_if(entrants, [&name](const PlayerArg& one) {
      return one.kind == PlayerKind::team && one.keys.front().second == name;
    });
    PlayerArg& team =
        known != entrants.end()
            ? *known
            : entrants.emplace_back(PlayerArg{PlayerKind::team, {{"name", name}}, {}});
    team.bots.push_back(std::move(player));
  }
  return entrants;
}

std::vector<std::string> without_option(std::vector<std::string> args, std::string_view option,
                                        const std::function<bool(std::string_view)>& is_option) {
  std::vector<std::string> rest;
  const std::string with_value = std::string(option) + "=";
  for (std::size_t at = 0; at < args.size();) {
    std::size_t end = at + 1;
    if (const auto kind = begun_player(args, at)) {
      WordReader reader(args, at + 1, is_option);
      static_cast<void>(reader.take(*kind));
      end = reader.at();
    } else if (args[at] == option) {
      at = std::min(at + 2, args.size());
      continue;
    } else if (args[at].starts_with(with_value)) {
      ++at;
      continue;
    }
    for (; at < end; ++at) rest.push_back(args[at]);
  }
  return rest;
}

std::string players_help(std::string_view examples) {
  return fmt::format(R"(
Players, in the order of the seats; each may be given several times:
{}  --human                   you, with a board; -p alone: you, with the raw protocol
{}

Examples:
{})",
                     bot_options, keys_of_players, examples);
}

std::string bots_help(std::string_view examples) {
  return fmt::format(R"(
Bots; each may be given several times:
{}{}

Examples:
{})",
                     bot_options, keys_of_players, examples);
}

}  // namespace arena
