#include "arena/tournament/tournament_file.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "arena/tournament/toml_words.hpp"

namespace arena {

namespace {

class FileReader {
 public:
  FileReader(const toml::table& root, const std::string& path)
      : root_(root, "the file", path),
        path_(path),
        folder_(std::filesystem::path(path).parent_path()) {}

  TournamentFile read() {
    file_.game = {root_.place("game"), {needed_text(root_, "game")}};
    file_.files = read_format(root_, file_.format, path_, folder_);
    file_.seats = static_cast<int>(root_.whole("seats", 1, 1000).value_or(0));
    file_.jobs = static_cast<int>(root_.whole("jobs", 1, 1024).value_or(0));
    if (const auto seed = root_.word("seed"))
      file_.options.push_back({root_.place("seed"), {"--seed", *seed}});
    if (const toml::table* const options = root_.table("options"))
      add(option_words(*options, path_));
    if (const toml::table* const limits = root_.table("limits")) add(limit_words(*limits, path_));
    for (const toml::table* const entrant : root_.tables("entrant")) add_entrant(*entrant);
    root_.refuse_others();
    if (file_.entrants.size() < 2) root_.fail("entrant", "a tournament needs two entrants or more");
    return std::move(file_);
  }

 private:
  static std::string needed_text(TomlTable& table, std::string_view key) {
    auto text = table.text(key);
    if (!text) table.fail_missing(key);
    return std::move(*text);
  }

  void add(const std::vector<FileWords>& words) {
    file_.options.insert(file_.options.end(), words.begin(), words.end());
  }

  void add_entrant(const toml::table& table) {
    TomlTable entrant(table, "[[entrant]]", path_);
    FileEntrant added;
    added.name = needed_text(entrant, "name");
    check_name(entrant, added.name);
    added.challenger = entrant.flag("challenger").value_or(false);
    added.called = entrant.flag("called").value_or(false);
    added.seed_rating = entrant.number("rating").value_or(0);
    if (added.challenger && file_.format.kind != FormatKind::gauntlet)
      entrant.fail("challenger", "only a gauntlet has challengers");
    added.is_team = entrant.has("bots");
    added.player = added.is_team ? team_words(entrant)
                                 : player_words(entrant, added.name, added.called, folder_);
    entrant.refuse_others();
    file_.entrants.push_back(std::move(added));
  }

  /// The words of its bots, one after the other.
  FileWords team_words(TomlTable& entrant) {
    FileWords team{entrant.place("bots"), {}};
    for (const toml::table* const table : entrant.tables("bots")) {
      TomlTable bot(*table, "a bot of [[entrant]]", path_);
      const FileWords words = player_words(bot, bot.text("name"), false, folder_);
      bot.refuse_others();
      team.words.insert(team.words.end(), words.words.begin(), words.words.end());
    }
    return team;
  }

  void check_name(const TomlTable& entrant, const std::string& name) {
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; };
    if (std::ranges::any_of(name, is_control))
      entrant.fail("name", "a name has no control characters");
    const auto [earlier, is_new] = places_.emplace(name, entrant.place("name"));
    if (!is_new)
      entrant.fail("name", fmt::format("the name \"{}\" is taken: see {}", name, earlier->second));
  }

  TomlTable root_;
  const std::string& path_;
  std::string folder_;
  TournamentFile file_;
  std::map<std::string, std::string> places_;  // of the names
};

}  // namespace

TournamentFile read_tournament(std::string_view text, const std::string& path) {
  const toml::table root = parse_toml(text, path);
  return FileReader(root, path).read();
}

}  // namespace arena
