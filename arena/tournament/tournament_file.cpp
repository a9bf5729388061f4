#include "arena/tournament/tournament_file.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "arena/tournament/toml_settings.hpp"
#include "arena/util/text.hpp"

namespace arena {

namespace {

class FileReader {
 public:
  FileReader(const toml::table& root, const std::string& path)
      : root_(root, "the file", path),
        path_(path),
        folder_(std::filesystem::path(path).parent_path()) {}

  TournamentFile read() {
    TournamentSpec& spec = file_.spec;
    spec.match.game = needed_text(root_, "game");
    if (spec.match.game.starts_with('-'))
      root_.fail("game", fmt::format("no game is named \"{}\"", spec.match.game));
    const FormatFiles files = read_format(root_, spec.format, path_, folder_);
    spec.deals = files.deals;
    spec.ratings_from = files.ratings_from;
    spec.match.seats = static_cast<int>(root_.whole("seats", 1, 1000).value_or(0));
    file_.jobs = static_cast<int>(root_.whole("jobs", 1, 1024).value_or(0));
    spec.match.seed = seed();
    if (const toml::table* const options = root_.table("options"))
      spec.match.options = read_options(*options, path_);
    if (const toml::table* const limits = root_.table("limits"))
      spec.match.limits = read_limits(*limits, path_);
    for (const toml::table* const entrant : root_.tables("entrant")) add_entrant(*entrant);
    root_.refuse_others();
    if (spec.entrants.size() < 2) root_.fail("entrant", "a tournament needs two entrants or more");
    spec.may_have_more = true;
    return std::move(file_);
  }

 private:
  static std::string needed_text(TomlTable& table, std::string_view key) {
    auto text = table.text(key);
    if (!text) table.fail_missing(key);
    return std::move(*text);
  }

  std::optional<RootSeed> seed() {
    const json::value value = root_.value("seed");
    if (value.is_null()) return std::nullopt;
    const auto seed = read_root_seed(word_of(value));
    if (!seed) root_.fail("seed", wrong_seed("seed", word_of(value)));
    return seed;
  }

  void add_entrant(const toml::table& table) {
    TomlTable entrant(table, "[[entrant]]", path_);
    const std::string name = needed_text(entrant, "name");
    check_name(entrant, name);
    EntrantSpec added;
    added.challenger = entrant.flag("challenger").value_or(false);
    added.seed_rating = entrant.number("rating").value_or(0);
    if (added.challenger && file_.spec.format.kind != FormatKind::gauntlet)
      entrant.fail("challenger", "only a gauntlet has challengers");
    const bool is_called = entrant.flag("called").value_or(false);
    added.player = entrant.has("bots") ? team(entrant, name)
                   : is_called         ? read_called_player(entrant, name)
                                       : read_player(entrant, name, folder_);
    entrant.refuse_others();
    file_.spec.entrants.push_back(std::move(added));
  }

  PlayerSpec team(TomlTable& entrant, const std::string& name) {
    PlayerSpec team{.kind = PlayerKind::team, .name = name};
    for (const toml::table* const table : entrant.tables("bots")) {
      TomlTable bot(*table, "a bot of [[entrant]]", path_);
      team.bots.push_back(read_player(bot, bot.text("name").value_or(""), folder_));
      bot.refuse_others();
    }
    return team;
  }

  void check_name(const TomlTable& entrant, const std::string& name) {
    if (trim(name).empty()) entrant.fail("name", "the name is empty");
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
