#include "arena/tournament/stored/stored_match.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/process/spawn/program.hpp"
#include "arena/series/entrants/entrant_factory.hpp"
#include "arena/series/statistics/statistics.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/shell_words.hpp"

namespace arena {

namespace {

void add_times(Record& record, std::vector<StoredSeat>& seats) {
  for (RecordedMove& move : record.moves) {
    if (!move.milliseconds) continue;
    StoredSeat& seat = seats[static_cast<std::size_t>(move.seat)];
    const std::int64_t time = 1000 * *std::exchange(move.milliseconds, std::nullopt);
    ++seat.questions;
    seat.slowest_us = std::max(seat.slowest_us, time);
  }
}

void add_faults(const PlayedMatch& match, std::vector<StoredSeat>& seats) {
  const std::string left_out = left_out_text(match.record);
  for (StoredSeat& seat : seats) {
    if (left_out.empty()) break;
    seat.fault = left_out_fault;
    seat.detail = left_out;
  }
  for (const RecordedForfeit& forfeit : match.record.forfeits) {
    StoredSeat& seat = seats[static_cast<std::size_t>(forfeit.seat)];
    const PeerReport& report = match.reports[static_cast<std::size_t>(forfeit.seat)];
    seat.fault = forfeit.reason;
    seat.detail = forfeit.detail;
    if (!report.stderr_tail.empty()) seat.detail += fmt::format("\n{}", report.stderr_tail);
  }
}

}  // namespace

StoredMatch to_stored(const PlayedMatch& match, const std::vector<int>& ids, Sides sides,
                      bool more_is_better) {
  using std::chrono::duration_cast, std::chrono::microseconds;
  const MatchResult result = result_of(match.record, sides.has_partners() ? sides.count() : 0);
  StoredMatch stored;
  stored.number = match.number;
  stored.seats.resize(match.player_at.size());
  for (std::size_t i = 0; i < stored.seats.size(); ++i) {
    StoredSeat& seat = stored.seats[i];
    const auto side = static_cast<std::size_t>(sides.of(static_cast<Seat>(i)));
    seat.entrant = ids[static_cast<std::size_t>(match.player_at[i])];
    seat.score = result.scores[side];
    seat.place = result.places[side];
    seat.margin = margin_of(result, side, more_is_better);
    seat.thinking_us = duration_cast<microseconds>(match.reports[i].pace.thought).count();
  }
  add_faults(match, stored.seats);
  Record record = match.record;
  add_times(record, stored.seats);
  stored.record = to_line(record);
  return stored;
}

std::vector<int> shown_scores(const Store& store, const StoredMatch& match) {
  const auto forfeits = std::ranges::count_if(
      match.seats, [](const StoredSeat& seat) { return !seat.fault.empty(); });
  if (forfeits > 0) {
    const Record record =
        read_record(match.record.empty() ? store.record(match.number) : match.record);
    if (record.scores && record.scores->size() == match.seats.size()) return *record.scores;
    throw Error(
        fmt::format("the store is damaged: the scores in the record of game {}", match.number + 1));
  }
  std::vector<int> scores;
  for (const StoredSeat& seat : match.seats) scores.push_back(seat.score);
  return scores;
}

std::set<int> left_out_deals(const Store& store) {
  std::set<int> deals;
  store.for_each_match_of_forfeited_deals([&deals](const StoredMatch& match) {
    if (match.is_left_out()) deals.insert(match.number - match.table);
  });
  return deals;
}

Record without_times(Record record) {
  for (RecordedMove& move : record.moves) move.milliseconds.reset();
  return record;
}

namespace {

/// Not empty. Throws Error if the store is damaged.
std::vector<PlayerSpec> players_of(const json::object& stored) {
  PlayerSpec player = read_player(stored);
  if (player.kind != PlayerKind::team) return {std::move(player)};
  if (!std::ranges::all_of(player.bots, [](const auto& bot) { return !bot.name.empty(); }))
    throw Error("the store has a team whose bots have no names: " + json::serialize(stored));
  return std::move(player.bots);
}

}  // namespace

std::vector<StoredBot> bots_of(const StoredEntrant& entrant) {
  const bool is_team = entrant.player.at("kind") == "team";
  std::vector<StoredBot> bots;
  for (PlayerSpec& player : players_of(entrant.player)) {
    std::string name = entrant.name;
    if (is_team) name += fmt::format(" ({})", player.name);
    bots.push_back({std::move(name), std::move(player)});
  }
  return bots;
}

bool may_have_files(const StoredEntrant& entrant) {
  return std::ranges::any_of(players_of(entrant.player), &PlayerSpec::has_files);
}

PlayerSpec kept_player(PlayerSpec player, const AnyGame& game, const std::string& store) {
  for (PlayerSpec& bot : player.bots) bot = kept_player(std::move(bot), game, store);
  if (player.kind == PlayerKind::builtin)
    player.identity = game.builtins.identity(player.words.front());
  if (!player.has_files()) return player;
  const bool is_line = player.words.size() == 1 && !is_file(player.words.front());
  if (is_line && player.kind == PlayerKind::process)
    player.words = split_words(player.words.front());
  if (player.kind == PlayerKind::module) player.words = {module_file(player.words.front())};
  player.words = kept_words(std::move(player.words), store);
  return player;
}

std::optional<int> rules_version(const StoredTournament& tournament) {
  const json::value* const stored = tournament.settings.if_contains(rules_version_key);
  if (stored == nullptr) return std::nullopt;
  const auto version = json::try_value_to<int>(*stored);
  if (version.has_error()) throw Error("the store's version of the rules cannot be read");
  return *version;
}

void check_rules(const StoredTournament& tournament, const GameInfo& info) {
  const int stored = rules_version(tournament).value_or(info.version);
  if (stored == info.version) return;
  throw Error(
      fmt::format("the store has games by version {} of the rules of {}, and this arena has "
                  "version {}: use the arena that began it, {}",
                  stored, info.title, info.version, tournament.version));
}

namespace {

std::string version_text(const BuiltinIdentity& identity) {
  return fmt::format("{}, version {}", identity.builtin, identity.version);
}

}  // namespace

std::string change_of(const PlayerSpec& player, const AnyGame& game) {
  if (!player.identity) return "";
  const std::string then = version_text(*player.identity);
  try {
    const BuiltinIdentity now = game.builtins.identity(player.words.front());
    return now == *player.identity ? "" : fmt::format("{} (here {})", then, version_text(now));
  } catch (const Error&) {
    return fmt::format("{} (here is no such bot)", then);
  }
}

std::string change_of(const StoredEntrant& entrant, const AnyGame& game) {
  std::string changes;
  for (const PlayerSpec& bot : players_of(entrant.player)) {
    const std::string change = change_of(bot, game);
    changes += changes.empty() || change.empty() ? change : " and " + change;
  }
  return changes;
}

json::object identities_of(const StoredEntrant& entrant) {
  json::object identities;
  for (const auto& [name, player] : bots_of(entrant)) {
    if (player.identity) identities[name] = described::to_json(*player.identity);
  }
  return identities;
}

json::object versions_json(const Store& store) {
  json::object builtins;
  for (const StoredEntrant& entrant : store.entrants()) {
    for (auto& [name, identity] : identities_of(entrant)) builtins[name] = identity;
  }
  return {{rules_version_key, json::value_from(rules_version(store.tournament()))},
          {builtins_key, std::move(builtins)}};
}

std::string player_files_hash(const json::object& player, const std::string& store) {
  std::vector<std::vector<std::string>> commands;
  for (const PlayerSpec& bot : players_of(player)) {
    if (bot.has_files()) commands.push_back(bot.words);
  }
  return files_hash(std::move(commands), store);
}

}  // namespace arena
