#include "arena/series/play/earlier_games.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arena/record/record_reader.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena {

namespace {

struct Earlier {
  json::object deal;  // if deals are given
  std::optional<int> rules_version;
  std::vector<RecordedPlayer> players;
  MatchResult result;
};

bool has_whole_result(const Record& record) {
  const std::size_t seats = record.players.size();
  const auto at_table = [seats](const auto& item) {
    return static_cast<std::size_t>(item.seat) < seats;
  };
  return record.scores && record.places && record.scores->size() == seats &&
         record.places->size() == seats && std::ranges::all_of(record.moves, at_table) &&
         std::ranges::all_of(record.forfeits, at_table) &&
         std::ranges::all_of(record.counted, at_table);
}

std::optional<Record> read_own(std::string_view line, const SeriesPlan& plan) {
  try {
    Record record = read_record(line);
    const bool own = record.game == plan.settings.game->info.name && record.seed &&
                     record.options == plan.settings.options &&
                     record.players.size() == plan.entrants.size() && has_whole_result(record);
    if (own) return record;
  } catch (const Error&) {
    // Ignores lines that are not arena's records.
  }
  return std::nullopt;
}

/// By the seeds of their deals.
std::multimap<std::uint64_t, Earlier> read_all(const std::string& path, const SeriesPlan& plan) {
  std::multimap<std::uint64_t, Earlier> games;
  const int sides = plan.schedule.sides().count();
  RecordReader reader(path);
  while (const auto line = reader.next()) {
    auto record = read_own(line->text, plan);
    if (!record) continue;
    if (!plan.settings.deals) record->deal.clear();
    MatchResult result = result_of(*record, sides);
    games.emplace(*record->seed, Earlier{std::move(record->deal), record->rules_version,
                                         std::move(record->players), std::move(result)});
  }
  return games;
}

/// True if `players` sit as in the schedule. `entrants` are as in records.
bool has_seating(const std::vector<RecordedPlayer>& players,
                 const std::vector<RecordedPlayer>& entrants, const Schedule& schedule, int match) {
  const std::vector<int> player_at = schedule.seating(match);
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    const RecordedPlayer& wanted = entrants[static_cast<std::size_t>(player_at[seat])];
    if (players[seat].name != wanted.name || players[seat].command != wanted.command) return false;
  }
  return true;
}

/// Throws Error if the rules or a built-in bot are not those that would play on.
void check_versions(const std::string& path, const Earlier& game, const GameInfo& info,
                    const std::vector<RecordedPlayer>& entrants) {
  const int rules = game.rules_version.value_or(info.version);
  if (rules != info.version) {
    throw Error(fmt::format(
        "{} has games by version {} of the rules of {}, and this arena has version {}: record into "
        "another file",
        in_quotes(path), rules, info.title, info.version));
  }
  for (const RecordedPlayer& player : game.players) {
    const auto now = std::ranges::find(entrants, player.name, &RecordedPlayer::name);
    if (!player.builtin || player.builtin == now->builtin) continue;
    throw Error(fmt::format(
        "in {}, {} is the built-in bot {}, version {}, which is not what plays here: record into "
        "another file, or give this player another name with name=...",
        in_quotes(path), player.name, player.builtin->builtin, player.builtin->version));
  }
}

}  // namespace

std::map<int, MatchResult> earlier_games(const std::string& path, const SeriesPlan& plan) {
  std::map<int, MatchResult> found;
  const auto games = read_all(path, plan);
  std::vector<RecordedPlayer> entrants;
  for (const Entrant& entrant : plan.entrants)
    entrants.push_back(recorded_player(entrant, plan.settings));
  for (int match = 0; match < plan.schedule.matches() && found.size() < games.size(); ++match) {
    const DealSeed deal = plan.schedule.deal_seed(match);
    const json::object given = given_deal(plan.settings.deals, deal.number);
    const auto [first, last] = games.equal_range(deal.seed);
    const auto own = std::find_if(first, last, [&](const auto& game) {
      return game.second.deal == given &&
             has_seating(game.second.players, entrants, plan.schedule, match);
    });
    if (own == last) continue;
    check_versions(path, own->second, plan.settings.game->info, entrants);
    found.emplace(match, own->second.result);
  }
  return found;
}

void refuse_recorded(const std::string& path, const SeriesPlan& plan,
                     const std::map<int, MatchResult>& recorded) {
  MatchNumbers known;
  for (const auto& [match, result] : recorded) known.add(match);
  const MatchNumbers missing = plan.matches.without(known);
  const MatchNumbers again = plan.matches.without(missing);
  if (again.empty()) return;
  throw Error(fmt::format(
      "{} has {} {} of this run already (same seed, options and players){}: record into "
      "another file",
      in_quotes(path), again.size() == 1 ? "game" : "games", numbers_text(again),
      missing.empty() ? "" : ", and lacks " + numbers_text(missing)));
}

}  // namespace arena
