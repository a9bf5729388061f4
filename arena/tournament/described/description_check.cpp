#include "arena/tournament/described/description_check.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <span>
#include <utility>

#include <boost/describe/enum_to_string.hpp>
#include <fmt/format.h>

#include "arena/process/spawn/program.hpp"
#include "arena/tournament/stored/stored_format.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

namespace fs = std::filesystem;

namespace {

/// The parts of a word that may be a path, without those that only lead up or nowhere.
std::vector<std::string> parts_of(const std::string& word) {
  std::vector<std::string> parts;
  for (const fs::path& part : fs::path(word).lexically_normal()) {
    if (part != "." && part != ".." && part != "/" && !part.empty()) parts.push_back(part);
  }
  return parts;
}

/// What the paths start from may differ, so that one may be the end of the other.
bool is_same_word(const std::string& typed, const std::string& stored) {
  const std::vector<std::string> one = parts_of(typed);
  const std::vector<std::string> other = parts_of(stored);
  const bool is_folder = one.empty() && typed.starts_with('.');  // such as ".": it may be any
  if (one.empty() || other.empty()) return is_folder || typed == stored || stored == ".";
  const std::size_t length = std::min(one.size(), other.size());
  return std::equal(one.end() - static_cast<std::ptrdiff_t>(length), one.end(),
                    other.end() - static_cast<std::ptrdiff_t>(length));
}

bool are_same_words(const std::vector<std::string>& typed, const std::vector<std::string>& stored) {
  return std::ranges::equal(typed, stored, is_same_word);
}

std::string without_ending(const std::string& module) {
  return module.ends_with(".py") ? module.substr(0, module.size() - 3) : module;
}

/// A single word may be a command line.
std::vector<std::string> command_of(const PlayerSpec& typed) {
  const bool is_line = typed.kind == PlayerKind::process && typed.words.size() == 1;
  return is_line ? split_words(typed.words.front()) : typed.words;
}

/// Whether the store's player may be the one that was typed.
bool is_same(const PlayerSpec& typed, const PlayerSpec& stored, bool in_team = false) {
  const bool has_name = in_team || typed.name == stored.name;  // the store names a team's bots
  if (typed.kind != stored.kind || typed.settings != stored.settings || !has_name) return false;
  if (typed.kind == PlayerKind::team)
    return std::ranges::equal(typed.bots, stored.bots, [](const auto& one, const auto& other) {
      return is_same(one, other, true);
    });
  if (!typed.has_files()) return typed.words == stored.words;
  if (typed.kind == PlayerKind::module)
    return is_same_word(without_ending(typed.words.front()), without_ending(stored.words.front()));
  return are_same_words(typed.words, stored.words) ||
         are_same_words(command_of(typed), stored.words);
}

/// Whether the player may have the name, if its text gives none: that of a file of its command.
bool may_be_named(const PlayerSpec& typed, const std::string& name) {
  if (!typed.name.empty()) return escaped(typed.name) == name;
  std::vector<std::string> words = command_of(typed);
  std::ranges::copy(typed.words, std::back_inserter(words));
  return std::ranges::any_of(words, [&](const std::string& word) {
    const std::string stem = fs::path(word).stem();
    return name == escaped(word) || name == escaped(stem) ||
           (typed.kind == PlayerKind::module && word.ends_with("." + name));
  });
}

class Comparison {
 public:
  Comparison(const Store& store, const TournamentSetup& setup)
      : setup_(setup), spec_(setup.spec()), store_(store), tournament_(store.tournament()) {}

  DescriptionCheck run() {
    compare("game", tournament_.game == setup_.info().name);
    compare("game's options", tournament_.options == setup_.checked().settings.options);
    compare("number of seats", tournament_.seats == setup_.seats());
    compare("format", tournament_.format ==
                          boost::describe::enum_to_string(spec_.format.kind, "no such format"));
    compare_settings();
    const std::string seed = seed_text(setup_.checked().seed);
    compare("seed", !spec_.match.seed || seed == store_.root_seed());
    compare_entrants();
    return std::move(result_);
  }

 private:
  void compare(std::string_view what, bool is_same) {
    if (!is_same)
      result_.findings.push_back(
          fmt::format("the {} of the tournament: its text has another", what));
  }

  void compare_settings() {
    json::object stored = tournament_.settings;
    json::object described = to_json(spec_.format);
    stored.erase(rules_version_key);
    compare("file of deals", spec_.deals.empty() != stored.contains(given_deals_key));
    if (stored.erase(given_deals_key) > 0) {
      result_.not_checked.emplace_back(
          "whether its deals are those of the file that its text names");
      described["deals"] = stored["deals"];
    }
    compare("settings of the format", stored == described);
  }

  /// Those of the text come first.
  void compare_entrants() {
    std::vector<StoredEntrant> stored = store_.entrants();
    std::erase_if(stored, [](const StoredEntrant& one) { return !one.at_start; });
    const std::size_t described = spec_.entrants.size();
    const bool are_more = stored.size() > described;
    if (stored.size() < described || (are_more && !spec_.may_have_more))
      return compare("number of entrants", false);
    for (std::size_t i = 0; i < described; ++i) compare_entrant(spec_.entrants[i], stored[i]);
    if (!spec_.ratings_from.empty())
      result_.not_checked.push_back(
          fmt::format("the ratings for the seeding: they are from {}", spec_.ratings_from));
    if (!are_more) return;
    result_.not_checked.push_back(
        fmt::format("whether {} were to take part: the text does not name the bots of a folder, or "
                    "those that the command added to a file",
                    some_of(std::span(stored).subspan(described), ", ", &StoredEntrant::name)));
  }

  void compare_entrant(const EntrantSpec& planned, const StoredEntrant& stored) {
    const PlayerSpec player = read_player(stored.player);
    const bool has_rating =
        !spec_.ratings_from.empty() || planned.seed_rating == stored.seed_rating;
    if (!may_be_named(planned.player, stored.name))
      result_.findings.push_back(
          fmt::format("{} ({}) has a name that the tournament's text does not give it", stored.name,
                      player_text(player)));
    else if (!is_same(planned.player, player) || planned.challenger != stored.challenger ||
             !has_rating)
      result_.findings.push_back(fmt::format("{} ({}) is not as the tournament's text says ({})",
                                             stored.name, player_text(player),
                                             player_text(planned.player)));
  }

  const TournamentSetup& setup_;
  const TournamentSpec& spec_;
  const Store& store_;
  StoredTournament tournament_;
  DescriptionCheck result_;
};

}  // namespace

DescriptionCheck check_description(const Store& store, PlannedTournament planned,
                                   const Games& games, TableCache& table_cache) {
  planned.store = store.path();
  Limits& limits = planned.spec.match.limits;
  limits.sandbox.reset();  // this machine need not have one
  limits.memory.reset();
  limits.processes.reset();
  const TournamentSetup setup(std::move(planned), games, table_cache);
  return Comparison(store, setup).run();
}

}  // namespace arena
