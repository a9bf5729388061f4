#include "arena/cli/run/run_store.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "arena/tournament/stored/stored_match.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena::cli {

namespace {

StoredTournament description(const SeriesPlan& plan) {
  StoredTournament runs;
  runs.game = plan.settings.game->info.name;
  runs.options = plan.settings.options;
  runs.seats = plan.seats();
  runs.format = run_format;
  runs.settings = {{"duplicate", plan.schedule.tables() > 1},
                   {rules_version_key, plan.settings.game->info.version}};
  runs.version = ARENA_VERSION;
  return runs;
}

Store open_or_make(const std::string& path, const SeriesPlan& plan) {
  if (std::filesystem::exists(path)) return {path, Access::play};
  return Store::create(path, description(plan), "", {});
}

/// How it is started, but for its name.
json::object start_of(const StoredEntrant& entrant) {
  json::object player = entrant.player;
  player["keys"].as_object().erase("name");
  return player;
}

}  // namespace

RunStore::RunStore(const std::string& path, const SeriesPlan& plan, RunDescription run)
    : path_(path),
      plan_(plan),
      store_(open_or_make(path, plan)),
      players_(std::move(run.players)),
      totals_(*plan.settings.game, plan.settings.options, plan.seats(), plan.schedule.tables()) {
  check_tournament();
  find_players();
  find_run(run);
  for (int player = 0; player < plan.seats(); ++player) {
    const int side = plan.schedule.sides().of(player);
    ids_.push_back(store_.pairings().back().entrants[static_cast<std::size_t>(side)]);
  }
}

void RunStore::check_tournament() const {
  const StoredTournament stored = store_.tournament();
  const StoredTournament wanted = description(plan_);
  const auto refuse = [this](std::string_view what) {
    throw Error(fmt::format("{} holds {}: give another file with --store", in_quotes(path_), what));
  };
  if (!stored.is_run()) refuse("a tournament, which arena tournament plays");
  if (stored.game != wanted.game) refuse(fmt::format("games of {}", stored.game));
  if (stored.options != wanted.options)
    refuse("games with other options: " + json::serialize(stored.options));
  if (stored.seats != wanted.seats) refuse(fmt::format("games of {} seats", stored.seats));
  check_rules(stored, plan_.settings.game->info);
  json::object settings = stored.settings;
  settings[rules_version_key] = wanted.settings.at(rules_version_key);  // older stores lack it
  if (settings != wanted.settings)
    refuse(wanted.settings.at("duplicate").as_bool() ? "games without --duplicate"
                                                     : "games with --duplicate");
}

void RunStore::find_players() {
  for (const StoredEntrant& stored : store_.entrants()) {
    const auto player = std::ranges::find(players_, stored.name, &StoredEntrant::name);
    if (player == players_.end()) continue;
    if (!is_same_player(start_of(*player), start_of(stored)) ||
        player->files_hash != stored.files_hash) {
      throw Error(
          fmt::format("{} has games of another {}, whose command, files or version differ: give "
                      "this player another name with name=...",
                      in_quotes(path_), stored.name));
    }
    player->id = stored.id;
  }
}

/// The last run goes on if it is the same one, and not complete.
void RunStore::find_run(const RunDescription& run) {
  std::vector<int> ids;
  for (const StoredEntrant& player : players_) ids.push_back(player.id);
  const std::vector<StoredPairing> pairings = store_.pairings();
  const std::vector<StoredRun> runs = store_.runs();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].seed != run.seed || pairings[i].entrants != ids) continue;
    pairing_ = pairings[i].number;
    next_ = static_cast<int>(earlier().size());
    if (i + 1 < runs.size() || pairings[i].deals != plan_.schedule.deals() ||
        next_ == plan_.schedule.matches()) {
      throw Error(
          fmt::format("{} has the games of these players with seed {} already: give another --seed",
                      in_quotes(path_), run.seed));
    }
    return;
  }
  pairing_ = store_.begin_run({0, run.seed, run.command}, plan_.schedule.deals(), players_);
}

std::map<int, MatchResult> RunStore::earlier() const {
  std::map<int, MatchResult> results;
  store_.for_each_match(0, [&](const StoredMatch& match) {
    if (match.pairing != pairing_) return;
    results.emplace(
        match.deal * plan_.schedule.tables() + match.table,
        result_of(read_record(store_.record(match.number)), plan_.schedule.sides().count()));
  });
  return results;
}

void RunStore::add(const PlayedMatch& match) {
  if (match.number != next_) return;
  ++next_;
  const Sides sides = plan_.schedule.sides();
  StoredMatch stored = to_stored(match, ids_, sides, plan_.settings.game->info.more_is_better);
  stored.number = store_.matches() + static_cast<int>(deal_.size());
  stored.pairing = pairing_;
  stored.deal = plan_.schedule.deal_of(match.number);
  stored.table = match.number % plan_.schedule.tables();
  stored.seed = *match.record.seed;
  totals_.add(stored);
  deal_.push_back(std::move(stored));
  if (deal_.back().table + 1 < plan_.schedule.tables()) return;
  store_.add_deal(deal_, totals_.sums());
  deal_.clear();
  totals_.clear();
}

}  // namespace arena::cli
