#include "arena/tournament/stored/tournament_store.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/describe/enum_to_string.hpp>
#include <fmt/format.h>

#include "arena/process/spawn/program.hpp"
#include "arena/tournament/described/tournament_spec.hpp"
#include "arena/tournament/stored/commitment.hpp"
#include "arena/tournament/stored/deal_totals.hpp"
#include "arena/tournament/stored/stored_format.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/plain_text.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

NewEntrant new_entrant(const PlayerSpec& player, const CheckedSettings& checked,
                       const std::string& store) {
  NewEntrant entrant;
  entrant.bots = make_team(player, *checked.settings.game, checked.defaults);
  PlayerSpec kept = kept_player(player, *checked.settings.game, store);
  for (std::size_t i = 0; i < kept.bots.size(); ++i) {
    kept.bots[i].name = entrant.bots[i].name;  // records name the bot so
  }
  const bool is_team = player.kind == PlayerKind::team;
  entrant.name = is_team ? escaped(player.name) : entrant.bots.front().name;
  entrant.player = to_json(kept);
  entrant.files_hash = player_files_hash(entrant.player, store);
  return entrant;
}

void check_tournament(const NewTournament& tournament, std::size_t entrants) {
  static_cast<void>(
      make_format(tournament.format, [](const TournamentProgress&) { return LeagueRatings(); }));
  if (entrants < static_cast<std::size_t>(tournament.format.players))
    throw Error(fmt::format("a tournament of {} needs at least {} entrants, not {}",
                            tournament.settings.game->info.name, tournament.format.players,
                            entrants));
}

namespace {

/// A team has a bot for each seat of a side.
void check_team(const NewEntrant& entrant, const GameInfo& info, int seats) {
  const bool is_team = entrant.player.at("kind") == "team";
  const Sides sides = info.sides_of(seats);
  if (!is_team || static_cast<int>(entrant.bots.size()) == sides.size()) return;
  if (!sides.has_partners())
    throw Error(fmt::format("{} has no partners: {} must be one bot", info.title, entrant.name));
  throw Error(fmt::format("{} has {}, but a side of {} has {}", entrant.name,
                          counted(entrant.bots.size(), "bot"), info.title,
                          counted(static_cast<std::size_t>(sides.size()), "seat")));
}

}  // namespace

StoredEntrant to_stored(const NewEntrant& entrant, const SeriesSettings& settings, int seats) {
  check_team(entrant, settings.game->info, seats);
  for (const Entrant& bot : entrant.bots) {
    if (bot.is_person()) throw Error("a person cannot play in a tournament: give -p, -m or -b");
    bot.kind->check(settings, seats);
  }
  StoredEntrant stored;
  stored.name = entrant.name;
  stored.player = entrant.player;
  stored.files_hash = entrant.files_hash;
  stored.challenger = entrant.challenger;
  stored.seed_rating = entrant.seed_rating;
  return stored;
}

Store create_tournament(const std::string& path, const NewTournament& tournament,
                        const std::vector<NewEntrant>& entrants) {
  check_tournament(tournament, entrants.size());
  const SeriesSettings& settings = tournament.settings;
  std::vector<StoredEntrant> stored;
  std::set<std::string> names;
  for (const NewEntrant& entrant : entrants) {
    try {
      stored.push_back(to_stored(entrant, settings, tournament.seats));
    } catch (const Error& error) {
      throw Error(fmt::format("entrant {}: {}", stored.size() + 1, error.what()));
    }
    const std::string& name = stored.back().name;
    if (!names.insert(name).second)
      throw Error(fmt::format("two entrants are named \"{}\": give one of them name=...", name));
  }
  StoredTournament head;
  head.game = settings.game->info.name;
  head.options = settings.options;
  head.seats = tournament.seats;
  head.format = boost::describe::enum_to_string(tournament.format.kind, "");
  FormatSettings format = tournament.format;
  if (settings.deals) format.deals = static_cast<int>(settings.deals->size());
  head.settings = to_json(format);
  if (settings.deals) head.settings[given_deals_key] = json::value_from(*settings.deals);
  if (tournament.may_end_early) head.settings[early_end_key] = true;
  head.settings[rules_version_key] = settings.game->info.version;
  head.file = tournament.text;
  head.seed_from = tournament.seed_from;
  head.version = ARENA_VERSION;
  const std::string secret = seed_text(tournament.seed);
  head.commitment = commitment(secret, head, stored);
  return Store::create(path, head, secret, stored);
}

namespace {

/// A plan, or nothing if the text is that of a file or, in earlier stores, of a command.
std::optional<TournamentSpec> plan_in(const std::string& description) {
  if (!description.starts_with('{')) return std::nullopt;
  return read_tournament_spec(description);
}

/// The lines of a file, or what a plan says.
std::vector<std::string> parts_of(const std::string& description) {
  if (const auto plan = plan_in(description)) return parts_of(*plan);
  std::vector<std::string> lines;
  for (const std::string_view line : lines_of(description)) lines.emplace_back(trim(line));
  return lines;
}

/// Whether two texts describe the same tournament.
bool is_same(const std::string& one, const std::string& other) {
  if (one == other) return true;
  const auto plan = plan_in(one);
  return plan && plan == plan_in(other);
}

}  // namespace

void refuse_other(const std::string& path, std::vector<std::string> there,
                  std::vector<std::string> here) {
  const std::size_t length = std::max(there.size(), here.size());
  there.resize(length, "nothing");
  here.resize(length, "nothing");
  const auto [one, other] = std::ranges::mismatch(there, here);
  const std::string difference =
      one == there.end() ? "" : fmt::format(" (there: {}; here: {})", *one, *other);
  throw Error(
      fmt::format("\"{}\" holds another tournament{}: give this one another file with --store",
                  path, difference));
}

Store continue_tournament(const std::string& path, const std::string& text) {
  Store store(path, Access::play);
  const StoredTournament stored = store.tournament();
  if (stored.is_run()) {
    throw Error(fmt::format(
        "\"{}\" holds games of arena run, and no tournament: give another file with --store",
        path));
  }
  bool is_it = false;
  std::vector<std::string> there;
  try {
    is_it = is_same(stored.file, text);
    if (!is_it) there = parts_of(stored.file);
  } catch (const Error& error) {
    throw Error(
        fmt::format("\"{}\": the tournament's description cannot be read: {}", path, error.what()));
  }
  if (!is_it) refuse_other(path, std::move(there), parts_of(text));
  return store;
}

void mix_in(Store& store, const std::optional<std::string>& text) {
  const std::optional<std::string> stored = store.tournament().seed_from;
  if (stored == "" && !text)
    throw Error("this tournament waits for the text that was announced: give --seed-from TEXT");
  if (!text || stored == text) return;
  if (!stored)
    throw Error("this tournament began without --seed-from, so no text can be mixed in now");
  if (!stored->empty())
    throw Error(fmt::format("this tournament began with --seed-from {}", shell_word(*stored)));
  store.mix_in(*text);
}

void look_back(Store& store, const std::string& date, const AnyGame& game) {
  const StoredTournament tournament = store.tournament();
  const int tables = tables_of(tournament, game.info);
  const int matches = store.matches_at(date);
  DealTotals deal(game, tournament.options, tournament.seats, tables);
  std::map<std::pair<int, std::optional<int>>, Sums> totals;
  store.for_each_match(0, [&](const StoredMatch& match) {
    if (match.number >= matches) return;
    deal.add(match);
    if (match.table + 1 < tables) return;
    for (const DealSums& row : deal.sums()) add(totals[{row.entrant, row.opponent}], row.sums);
    deal.clear();
  });
  std::vector<DealSums> sums;
  for (const auto& [key, total] : totals) sums.push_back({key.first, key.second, total});
  store.look_back(matches, sums);
}

}  // namespace arena
