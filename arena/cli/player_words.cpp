#include "arena/cli/player_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "arena/process/spawn/program.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/shell_words.hpp"
#include "arena/util/text/text.hpp"

namespace arena::cli {

namespace {

constexpr std::string_view bot_options =
    R"(  -p, --process COMMAND...  a bot process: the words up to the next option; -p -- WORDS... -- takes any words
  -m, --module MODULE       a Python module with a function move(game_state): its name, or a file
  -b, --builtin NAME        a built-in bot (`arena games` lists them) and its settings: search iterations=5000,
                            greedy random=30%; or level=1 to level=9
)";
/// "move-time, game-time, ...".
std::string keys_of_settings() {
  std::vector<std::string> keys;
  PlayerSettings settings;
  for_each_player_setting(settings, [&keys](const char* name, const char* /*help*/, auto&) {
    keys.push_back(option_name(name));
  });
  return joined(keys, ", ");
}

std::string keys_of_players() {
  return fmt::format(
      R"(  KEY=VALUE directly after one of these options, or after -m MODULE or -b NAME, holds for that player alone:
  name, {}.)",
      keys_of_settings());
}

/// A word such as nmae=x in place of the program is probably a mistyped key.
void refuse_unknown_key(const std::string& word) {
  const std::size_t length = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-_");
  if (length == std::string::npos || length == 0 || word[length] != '=' || is_file(word)) return;
  throw Error(fmt::format("unknown key \"{}\" of a player; known: name, team, {}",
                          word.substr(0, length), keys_of_settings()));
}

std::optional<PlayerKind> kind_of(std::string_view word) {
  if (word == "-p" || word == "--process" || word == "--bot") return PlayerKind::process;
  if (word == "-m" || word == "--module") return PlayerKind::module;
  if (word == "-b" || word == "--builtin") return PlayerKind::builtin;
  if (word == "--human") return PlayerKind::human;
  return std::nullopt;
}

/// A player as typed: `team` is the name of its team, empty for none.
struct TypedPlayer {
  PlayerSpec player{};
  std::string team{};
};

/// Reads one player's words from a list of arguments.
class WordReader {
 public:
  WordReader(const std::vector<std::string>& args, std::size_t at,
             const std::function<bool(std::string_view)>& is_option)
      : args_(args), at_(at), is_option_(is_option) {}

  TypedPlayer take(PlayerKind kind) {
    TypedPlayer typed;
    PlayerSpec& player = typed.player;
    player.kind = kind;
    take_keys(typed);
    if (kind == PlayerKind::builtin || kind == PlayerKind::module) {
      if (at_ == args_.size() || args_[at_].starts_with('-'))
        throw Error(kind == PlayerKind::builtin ? "-b needs the name of a built-in bot"
                                                : "-m needs a Python module or file");
      player.words.push_back(args_[at_++]);
      take_keys(typed);
      if (kind == PlayerKind::builtin) take_settings(typed);
    } else if (kind == PlayerKind::process) {
      take_words(player);
    }
    return typed;
  }
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  void take_keys(TypedPlayer& typed) {
    while (at_ < args_.size() && take_key(args_[at_], typed)) ++at_;
  }

  /// Words such as iterations=2000 are the built-in bot's own.
  void take_settings(TypedPlayer& typed) {
    while (at_ < args_.size() && !args_[at_].starts_with('-') &&
           args_[at_].find('=') != std::string::npos) {
      typed.player.words.front() += " " + args_[at_++];
      take_keys(typed);
    }
  }

  /// Returns false for a word that is no key.
  static bool take_key(const std::string& word, TypedPlayer& typed) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) return false;
    const std::string key = word.substr(0, equals);
    const std::string value = word.substr(equals + 1);
    if (key == "name" || key == "team") {
      if (trim(value).empty()) throw Error(key + "= of a player is empty");
      (key == "name" ? typed.player.name : typed.team) = value;
      return true;
    }
    bool is_known = false;
    const auto take = [&](const char* name, const char* /*help*/, auto& member) {
      if (option_name(name) != key) return;
      is_known = true;
      set_by_word(member, value, key);
    };
    for_each_player_setting(typed.player.settings, take);
    return is_known;
  }

  void take_words(PlayerSpec& player) {
    if (at_ < args_.size() && args_[at_] == "--") {
      for (++at_; at_ < args_.size() && args_[at_] != "--"; ++at_)
        player.words.push_back(args_[at_]);
      if (at_ < args_.size()) ++at_;
      if (player.words.empty()) throw Error("-p -- needs the words of a command");
      return;
    }
    while (at_ < args_.size() && !args_[at_].starts_with('-')) player.words.push_back(args_[at_++]);
    if (!player.words.empty()) refuse_unknown_key(player.words.front());
    if (at_ == args_.size() || player.words.empty() || is_option_(args_[at_])) return;
    throw Error(fmt::format("\"{}\" is no option of arena; if it belongs to the bot, write -p {}",
                            args_[at_], words_as_one(player.words)));
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

/// Adds a player, to its team if it has one.
void seat(TypedPlayer typed, std::vector<PlayerSpec>& players) {
  if (typed.team.empty()) {
    players.push_back(std::move(typed.player));
    return;
  }
  const auto known = std::ranges::find_if(players, [&typed](const PlayerSpec& one) {
    return one.kind == PlayerKind::team && one.name == typed.team;
  });
  PlayerSpec& team =
      known != players.end()
          ? *known
          : players.emplace_back(PlayerSpec{.kind = PlayerKind::team, .name = typed.team});
  team.bots.push_back(std::move(typed.player));
}

}  // namespace

bool begins_player(std::string_view word) { return kind_of(word).has_value(); }

std::vector<PlayerSpec> take_players(std::vector<std::string>& args,
                                     const std::function<bool(std::string_view)>& is_option) {
  std::vector<PlayerSpec> players;
  std::vector<std::string> rest;
  for (std::size_t at = 0; at < args.size();) {
    const auto kind = begun_player(args, at);
    if (!kind) {
      rest.push_back(args[at++]);
      continue;
    }
    WordReader reader(args, at + 1, is_option);
    seat(reader.take(*kind), players);
    at = reader.at();
  }
  args = std::move(rest);
  return players;
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
                     bot_options, keys_of_players(), examples);
}

std::string bots_help(std::string_view examples) {
  return fmt::format(R"(
Bots; each may be given several times:
{}{}

Examples:
{})",
                     bot_options, keys_of_players(), examples);
}

}  // namespace arena::cli
