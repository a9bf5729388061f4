#include "arena/tournament/described/tournament_file.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "arena/tournament/described/toml.hpp"
#include "arena/util/text/text.hpp"

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

std::string_view example_tournament_file() {
  return R"(# A tournament, for: arena tournament FILE.toml
# Lines that begin with # are comments: remove the # to use a setting.
# Paths are relative to the folder of this file.

game = "streams"            # `arena games` lists the games
format = "round_robin"      # or gauntlet, swiss, knockout, double_knockout, league
deals = 200                 # of a pairing; knockouts: of a block of a tie; league: of an entrant in a batch
                            # "boards.pbn": each pairing plays the deals of this file, in games that read such files
# same_deals = true         # the pairings of a batch play the same deals
# seats = 2                 # at a table, for games that leave it open
# seed = "0x1234"           # else arena draws one, and publishes it at the end
# jobs = 2                  # games at a time

# Options of the game, as `arena games` lists them.
[options]
# deck = "readme"

# Limits of the bots: the options of `arena run`, with underscores.
[limits]
move_time = "1s"
# game_time = "30s"
# increment = "100ms"
# start_time = "10s"
# clock = "cpu"             # count processor time, not the time on the wall
# pause = true              # stop the bots that are not asked
# quantum = 100             # pass answers on at multiples of so many milliseconds
# sandbox = true            # for bots that you do not trust
# memory = "512M"           # with sandbox
# processes = 64            # with sandbox
# max_refusals = 20
# protocol = "json"
# python = "python3"        # plays modules
# env = ["MODE=fast"]       # variables for the bots

# Each format has a table of its own settings. Only the table of the chosen format may be there.
# [swiss]
# rounds = 7

# [knockout]                # [double_knockout] has the same
# max_blocks = 5            # a drawn tie goes on for so many blocks of deals
# seeding = "order"         # or ratings, or lot
# ratings_from = "league.db"    # seeded by the ratings in this store

# [league]                  # without stop_when, a league goes on until you stop it
# stop_when = "order known at 95%"

# The entrants. Each has a name, and one of builtin, command and module. These are built-in bots:
# add your own, as below.
[[entrant]]
name = "spread"
builtin = "spread"
# challenger = true                   # gauntlet: plays against all others; else the first one does
# rating = 1500                       # knockouts with seeding = "ratings"

[[entrant]]
name = "halves"
builtin = "halves"

[[entrant]]
name = "random"
builtin = "random"

# [[entrant]]
# name = "ann"
# command = ["python3", "ann.py"]     # or a text, split as after -p
# move_time = "2s"                    # limits of this entrant alone; protocol and env too

# [[entrant]]
# name = "bob"
# module = "bob.py"                   # a Python module with a function move(game_state)

# Games with partners: a team of two bots, one for each seat of a side.
# [[entrant]]
# name = "pair"
# bots = [{ command = "./ann" }, { builtin = "random", move_time = "2s" }]
)";
}

}  // namespace arena
