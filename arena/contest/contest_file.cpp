#include "arena/contest/contest_file.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <utility>

#include <fmt/format.h>

#include "arena/contest/people/names.hpp"
#include "arena/tournament/described/toml.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena::contest {

namespace {

namespace fs = std::filesystem;

void read_bytes(TomlTable& table, std::string_view key, std::uint64_t& to) {
  const auto text = table.text(key);
  if (!text) return;
  try {
    to = read_size(*text, 1, std::uint64_t{1} << 40U, key);
  } catch (const Error& error) {
    table.fail(key, error.what());
  }
}

void read_time(TomlTable& table, std::string_view key, std::chrono::seconds& to) {
  const auto text = table.text(key);
  if (!text) return;
  const Duration time = read_duration(*text, fmt::format("{}: {}", table.place(key), key));
  to = std::chrono::ceil<std::chrono::seconds>(time);
}

class ContestReader {
 public:
  ContestReader(const toml::table& table, const std::string& path, const std::string& folder)
      : table_(table, "[[contest]]", path), path_(path), folder_(folder) {}

  ContestSpec read() {
    contest_.id = needed_name(table_, "id");
    read_runner_of_contest();
    read_match();
    contest_.title = table_.text("title").value_or(contest_.id);
    contest_.description = table_.text("description").value_or("");
    if (const toml::table* const quotas = table_.table("quotas")) read_quotas(*quotas);
    for (const toml::table* const bot : table_.tables("house")) add_house_bot(*bot);
    for (const toml::table* const phase : table_.tables("phase")) add_phase(*phase);
    table_.refuse_others();
    if (contest_.phases.empty()) table_.fail("phase", "a contest needs a phase: [[contest.phase]]");
    return std::move(contest_);
  }

 private:
  static std::string needed_name(TomlTable& table, std::string_view key) {
    auto text = table.text(key);
    if (!text) table.fail_missing(key);
    try {
      check_name("contest", *text);
    } catch (const Error&) {
      table.fail(key, fmt::format("{} has 1 to 32 letters, digits, \"-\" and \"_\", and begins "
                                  "with a letter or digit",
                                  key));
    }
    return *std::move(text);
  }

  void read_match() {
    auto game = table_.text("game");
    if (!game) table_.fail_missing("game");
    MatchSettings& match = contest_.match;
    match.game = *std::move(game);
    if (const toml::table* const options = table_.table("options"))
      match.options = read_options(*options, path_);
    const toml::table none;
    const toml::table* const limits = table_.table("limits");
    const LimitDefaults defaults{.sandbox = SandboxKind::apart, .has_fair_clock = true};
    match.limits = read_limits(limits != nullptr ? *limits : none, path_, defaults);
    match.seats = static_cast<int>(table_.whole("seats", 1, 1000).value_or(0));
    const std::string own = contest_.runner ? contest_.runner->protocol : "";
    auto& protocol = match.limits.protocol;
    if (!protocol) protocol = own.empty() ? "json" : own;
    if (!own.empty() && protocol != own)
      table_.fail("limits", fmt::format("the runner's programs speak the protocol \"{}\"", own));
  }

  /// It plays one game.
  void read_runner_of_contest() {
    const auto name = table_.text("runner");
    if (!name) return;
    try {
      const bool is_file = name->ends_with(".toml");
      contest_.runner = read_runner(is_file ? (fs::path(folder_) / *name).string() : *name);
    } catch (const Error& error) {
      table_.fail("runner", error.what());
    }
    if (table_.text("game").value_or("") != contest_.runner->game)
      table_.fail("game", fmt::format("the runner {} plays {}", *name, contest_.runner->game));
  }

  void read_quotas(const toml::table& table) {
    TomlTable quotas(table, "[contest.quotas]", path_);
    Quotas& to = contest_.quotas;
    to.bots = static_cast<int>(quotas.whole("bots", 1, 1000).value_or(to.bots));
    to.versions_per_day = static_cast<int>(
        quotas.whole("versions_per_day", 1, 100'000).value_or(to.versions_per_day));
    to.build_processes =
        static_cast<int>(quotas.whole("build_processes", 1, 10'000).value_or(to.build_processes));
    to.kept_versions =
        static_cast<int>(quotas.whole("kept_versions", 1, 100'000).value_or(to.kept_versions));
    read_bytes(quotas, "upload", to.upload);
    read_bytes(quotas, "build_disk", to.build_disk);
    read_bytes(quotas, "build_memory", to.build_memory);
    read_time(quotas, "build_time", to.build_time);
    read_time(quotas, "check_time", to.check_time);
    read_time(quotas, "check_time_per_day", to.check_time_per_day);
    quotas.refuse_others();
  }

  void add_house_bot(const toml::table& table) {
    TomlTable bot(table, "[[contest.house]]", path_);
    HouseBot added;
    added.name = needed_name(bot, "name");
    if (contest_.house_bot(added.name) != nullptr)
      bot.fail("name", fmt::format("the name \"{}\" is taken", added.name));
    if (const auto upload = bot.text("upload")) {
      added.upload = house_upload(bot, *upload);
      bot.refuse_others();
      contest_.house.push_back(std::move(added));
      return;
    }
    added.player = read_player(bot, added.name, folder_);
    bot.refuse_others();
    contest_.house.push_back(std::move(added));
  }

  /// A path from the contest's folder, or else from the runner's.
  [[nodiscard]] std::string house_upload(const TomlTable& bot, const std::string& name) const {
    if (!contest_.runner) bot.fail("upload", "an upload of the house needs the contest's runner");
    for (const fs::path folder : {folder_, contest_.runner->folder}) {
      if (fs::is_regular_file(folder / name)) return folder / name;
    }
    bot.fail("upload", fmt::format("there is no file \"{}\"", name));
  }

  void add_phase(const toml::table& table) {
    TomlTable phase(table, "[[contest.phase]]", path_);
    PhaseSpec added;
    added.name = needed_name(phase, "name");
    if (contest_.phase(added.name) != nullptr)
      phase.fail("name", fmt::format("the name \"{}\" is taken", added.name));
    added.title = phase.text("title").value_or(added.name);
    const FormatFiles files = read_format(phase, added.format, path_, folder_);
    added.deals = files.deals;
    if (!files.ratings_from.empty())
      phase.fail("format", "a phase takes no seed ratings from a store");
    added.is_final = phase.flag("final").value_or(false);
    added.games_per_day =
        static_cast<int>(phase.whole("games_per_day", 1, 1'000'000'000).value_or(0));
    if (const auto from = phase.moment("from")) added.from = *from;
    if (const auto until = phase.moment("until")) added.until = *until;
    if (added.from && added.until && *added.until <= *added.from)
      phase.fail("until", "until must be later than from");
    added.opponents = opponents(phase, added);
    phase.refuse_others();
    contest_.phases.push_back(std::move(added));
  }

  Opponents opponents(TomlTable& phase, const PhaseSpec& spec) {
    const bool is_gauntlet = spec.format.kind == FormatKind::gauntlet;
    const std::string text = phase.text("opponents").value_or(is_gauntlet ? "house" : "each other");
    static const std::regex best("best ([1-9][0-9]{0,2}) of ([A-Za-z0-9_-]+)");
    std::smatch parts;
    if (text == "each other") {
      if (is_gauntlet)
        phase.fail("opponents",
                   "in a gauntlet all bots play against others: give \"house\", or "
                   "\"best 5 of\" an earlier phase");
      return {};
    }
    if (text == "house") {
      if (contest_.house.empty())
        phase.fail("opponents", "the contest has no bots of the house: [[contest.house]]");
      return {Opponents::Kind::house, 0, {}};
    }
    if (!std::regex_match(text, parts, best))
      phase.fail("opponents",
                 fmt::format("opponents must be \"each other\", \"house\" or \"best 5 of PHASE\", "
                             "not \"{}\"",
                             text));
    if (contest_.phase(parts[2].str()) == nullptr)
      phase.fail("opponents", fmt::format("no earlier phase is named \"{}\"", parts[2].str()));
    return {Opponents::Kind::best, to_number<int>(parts[1].str()).value_or(1), parts[2].str()};
  }

  TomlTable table_;
  const std::string& path_;
  const std::string& folder_;
  ContestSpec contest_;
};

class FileReader {
 public:
  FileReader(const toml::table& root, const std::string& path)
      : root_(root, "the file", path), path_(path), folder_(fs::path(path).parent_path()) {}

  ContestFile read() {
    const toml::table none;
    const toml::table* const server = root_.table("server");
    read_server(server != nullptr ? *server : none);
    for (const toml::table* const contest : root_.tables("contest")) {
      file_.contests.push_back(ContestReader(*contest, path_, folder_).read());
      const std::string& id = file_.contests.back().id;
      if (file_.contest(id) != &file_.contests.back())
        throw Error(fmt::format("{}: there are two contests named \"{}\"",
                                place_of(path_, contest->source().begin), id));
      refuse_deals_of_others(place_of(path_, contest->source().begin));
    }
    root_.refuse_others();
    if (file_.contests.empty()) root_.fail("contest", "the server needs a contest: [[contest]]");
    return std::move(file_);
  }

 private:
  /// The games of one phase would tell the hands of the other.
  void refuse_deals_of_others(const std::string& place) const {
    std::map<fs::path, std::string> phase_of;  // by file
    for (const ContestSpec& contest : file_.contests) {
      for (const PhaseSpec& phase : contest.phases) {
        if (phase.deals.empty()) continue;
        const std::string name = fmt::format("phase {} of {}", phase.name, contest.id);
        const auto [other, is_first] =
            phase_of.try_emplace(fs::weakly_canonical(fs::absolute(phase.deals)), name);
        if (!is_first)
          throw Error(fmt::format(
              "{}: {} and {} play the deals of one file, \"{}\"; each needs a file of its own",
              place, other->second, name, phase.deals));
      }
    }
  }

  void read_server(const toml::table& table) {
    TomlTable server(table, "[server]", path_);
    ServerSettings& to = file_.server;
    to.folder = fs::path(folder_) / server.text("folder").value_or("contest-state");
    to.address = server.text("address").value_or(to.address);
    to.port = static_cast<int>(server.whole("port", 0, 65535).value_or(to.port));
    to.jobs = static_cast<int>(server.whole("jobs", 1, 1024).value_or(0));
    to.url = server.text("url").value_or(fmt::format("http://{}:{}", to.address, to.port));
    read_time(server, "table_move_time", to.table_move_time);
    if (to.table_move_time == std::chrono::seconds(0))
      server.fail("table_move_time", "table_move_time must be 1s at least: people need time");
    while (to.url.ends_with('/')) to.url.pop_back();
    if (!to.url.starts_with("http://") && !to.url.starts_with("https://"))
      server.fail("url", "url must begin with http:// or https://");
    if (const auto text = server.text("accounts"))
      to.accounts = named_value<AccountPolicy>(server, "accounts", *text);
    const auto list = server.text("class_list");
    if (list.has_value() != (to.accounts == AccountPolicy::list))
      server.fail("class_list", "accounts = \"list\" and a class_list come together");
    if (list) {
      const std::string file = in_folder(folder_, *list);
      to.class_list = read_class_list(read_text_file(file), file);
    }
    server.refuse_others();
  }

  TomlTable root_;
  const std::string& path_;
  std::string folder_;
  ContestFile file_;
};

std::string quoted(const std::string& text) { return json::serialize(json::value(text)); }

/// `runner`: empty for none.
std::string demo_contest(std::string_view name, std::string_view game, std::string_view title,
                         const std::string& sandbox, std::string_view runner = {}) {
  std::string id(name);
  std::ranges::replace(id, '_', '-');
  return fmt::format(
      "\n[[contest]]\nid = \"{}\"\ngame = \"{}\"\ntitle = \"{}\"\n{}\n"
      "[contest.limits]\nmove_time = \"1s\"\nsandbox = {}\n",
      id, game, title, runner.empty() ? "" : fmt::format("runner = \"{}\"\n", runner),
      sandbox.empty() ? "false" : quoted(sandbox));
}

constexpr std::string_view demo_phase =
    "\n[[contest.phase]]\nname = \"ladder\"\ntitle = \"Ladder\"\nformat = \"league\"\n"
    "opponents = \"house\"\ngames_per_day = 2000\n";

}  // namespace

const PhaseSpec* ContestSpec::phase(std::string_view name) const {
  const auto found = std::ranges::find(phases, name, &PhaseSpec::name);
  return found == phases.end() ? nullptr : &*found;
}

const HouseBot* ContestSpec::house_bot(std::string_view name) const {
  const auto is_it = [name](const HouseBot& bot) { return equal_ignoring_case(bot.name, name); };
  const auto found = std::ranges::find_if(house, is_it);
  return found == house.end() ? nullptr : &*found;
}

const ContestSpec* ContestFile::contest(std::string_view id) const {
  const auto found = std::ranges::find(contests, id, &ContestSpec::id);
  return found == contests.end() ? nullptr : &*found;
}

ContestFile read_contests(std::string_view text, const std::string& path) {
  const toml::table root = parse_toml(text, path);
  return FileReader(root, path).read();
}

ContestFile read_contest_file(const std::string& path) {
  return read_contests(read_text_file(path), path);
}

std::string demo_contests(const Games& games, const std::vector<std::string>& runners,
                          const std::string& folder, const std::string& sandbox) {
  std::string text = fmt::format("[server]\nfolder = {}\n", quoted(folder));
  for (const auto& game : games) {
    const GameInfo& info = game->info;
    text += demo_contest(info.name, info.name, info.title, sandbox);
    const int seats = std::max(2, info.least_seats);
    for (const BuiltinInfo& builtin : game->builtins.list()) {
      try {
        game->builtins.check(builtin.name, {}, seats);
      } catch (const Error&) {
        continue;  // it plays other options, or another number of seats
      }
      text += fmt::format("\n[[contest.house]]\nname = \"{0}\"\nbuiltin = \"{0}\"\n", builtin.name);
    }
    text += demo_phase;
  }
  for (const std::string& name : runners) {
    const Runner runner = read_runner(name);
    text += demo_contest(name, runner.game, runner.title, sandbox, name);
    if (!runner.example.empty())
      text += fmt::format("\n[[contest.house]]\nname = \"example\"\nupload = {}\n",
                          quoted(runner.example));
    text += demo_phase;
  }
  return text;
}

}  // namespace arena::contest
