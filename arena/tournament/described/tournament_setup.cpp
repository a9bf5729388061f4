#include "arena/tournament/described/tournament_setup.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "arena/process/spawn/program.hpp"
#include "arena/series/entrants/entrant_factory.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/play/given_deals.hpp"
#include "arena/tournament/described/tournament_file.hpp"
#include "arena/tournament/standings.hpp"
#include "arena/tournament/stored/stored_match.hpp"
#include "arena/util/error.hpp"
#include "arena/util/file_io.hpp"
#include "arena/util/parallel.hpp"
#include "arena/util/text/plain_text.hpp"

namespace arena {

namespace {

/// The ratings in a store, by name. An entrant that is there counts, not one that it has replaced.
std::map<std::string, double> seed_ratings(const std::string& store, const AnyGame& game) {
  std::map<std::string, double> ratings;
  if (store.empty()) return ratings;
  const Store earlier(store, Access::read);
  if (earlier.tournament().game != game.info.name)
    throw Error(fmt::format("the ratings in {} are of {}, not of {}", in_quotes(store),
                            earlier.tournament().game, game.info.name));
  for (const EntrantStanding& entrant : standings_of(earlier, game).entrants) {
    if (entrant.is_active)
      ratings[entrant.name] = entrant.rating;
    else
      ratings.try_emplace(entrant.name, entrant.rating);
  }
  return ratings;
}

bool has_its_files(const StoredEntrant& entrant, const std::string& store) {
  return entrant.files_hash.empty() ||
         player_files_hash(entrant.player, store) == entrant.files_hash;
}

/// What to do about an entrant whose files are not those with which it entered.
std::string change_text(const StoredEntrant& entrant, const std::string& store) {
  PlayerSpec player = read_player(entrant.player);
  const bool is_gone = player_files_hash(entrant.player, store).empty();
  player.words = found_words(std::move(player.words), store);
  for (PlayerSpec& bot : player.bots) bot.words = found_words(std::move(bot.words), store);
  if (is_gone) {
    return fmt::format(
        "the files of {} are gone ({}): put them back, or let it leave: "
        "arena entrants {} withdraw {}",
        entrant.name, player_text(player), shell_word(store), shell_word(entrant.name));
  }
  return fmt::format(
      "the files of {} have changed since it entered: put the earlier ones back, or "
      "make it a new entrant: {}",
      entrant.name, entrants_command(store, "replace", entrant.name, player));
}

/// Throws Error if those who play on are not what entered.
void check_entrants(const Store& store, const std::string& path, const AnyGame& game) {
  std::vector<std::string> changes;
  for (const StoredEntrant& entrant : store.entrants()) {
    if (entrant.stays.has_left()) continue;
    if (!has_its_files(entrant, path)) changes.push_back(change_text(entrant, path));
    if (const std::string change = change_of(entrant, game); !change.empty())
      changes.push_back(fmt::format(
          "{} entered as the built-in bot {}: use the arena with which it entered, or make it a "
          "new entrant: {}",
          entrant.name, change,
          entrants_command(path, "replace", entrant.name, read_player(entrant.player))));
  }
  if (!changes.empty()) throw Error(fmt::format("{}", fmt::join(changes, "\n")));
}

}  // namespace

PlannedTournament plan_of_file(const std::string& path) {
  return plan_of_text(read_text_file(path), path);
}

PlannedTournament plan_of_text(const std::string& text, const std::string& path) {
  TournamentFile file = read_tournament(text, path);
  PlannedTournament planned;
  planned.text = text;
  planned.store = std::filesystem::path(path).replace_extension(".db");
  planned.spec = std::move(file.spec);
  planned.jobs = file.jobs;
  return planned;
}

std::string entrants_command(const std::string& store, std::string_view action,
                             const std::string& name, PlayerSpec player) {
  player.name.clear();
  return fmt::format("arena entrants {} {} {} {}", shell_word(store), action, shell_word(name),
                     player_text(player));
}

TournamentSetup::TournamentSetup(PlannedTournament planned, const Games& games,
                                 TableCache& table_cache)
    : planned_(std::move(planned)), checked_(check(spec().match, games, table_cache)) {
  check_seat_option(spec().match, info());
  seats_ = spec().match.seats != 0 ? spec().match.seats : std::max(2, info().least_seats);
  planned_.spec.format.players = info().sides_of(seats_).count();
  if (!spec().deals.empty() && !std::filesystem::exists(planned_.store))
    deal_problems_ = give_deals(spec().deals, checked_);
}

Store TournamentSetup::create_store() const {
  const NewTournament tournament{checked_.settings, seats_,        spec().format,
                                 checked_.seed,     planned_.text, planned_.seed_from};
  check_tournament(tournament, spec().entrants.size());
  std::vector<NewEntrant> entrants;
  const std::map<std::string, double> ratings =
      seed_ratings(spec().ratings_from, *checked_.settings.game);
  for (const EntrantSpec& planned : spec().entrants) {
    try {
      entrants.push_back(new_entrant(planned.player, checked_, planned_.store));
    } catch (const Error& error) {
      throw Error(fmt::format("entrant {}: {}", entrants.size() + 1, error.what()));
    }
    entrants.back().challenger = planned.challenger;
    const auto known = ratings.find(entrants.back().name);
    entrants.back().seed_rating = known == ratings.end() ? planned.seed_rating : known->second;
  }
  return create_tournament(planned_.store, tournament, entrants);
}

Store TournamentSetup::open_store() const {
  if (!std::filesystem::exists(planned_.store)) return create_store();
  Store store = continue_tournament(planned_.store, planned_.text);
  if (!store.tournament().seed)  // else it is over
    check_entrants(store, planned_.store, *checked_.settings.game);
  return store;
}

TournamentResults TournamentSetup::play(Store& store, const TournamentHooks& hooks,
                                        PlayBatch play_batch) const {
  const auto format = format_of(store, info());
  const AnyGame& game = *checked_.settings.game;
  const auto make = [this, &game](const StoredEntrant& stored) {
    // Whoever has left may still have games in its last batch, and may be gone.
    if (!stored.stays.has_left() ||
        (has_its_files(stored, planned_.store) && change_of(stored, game).empty()))
      return make_bots(stored);
    std::vector<Entrant> bots;
    for (const StoredBot& bot : bots_of(stored)) {
      bots.emplace_back().name = bot.name;
      bots.back().kind =
          std::make_shared<MissingEntrant>("cannot start: it is not here as it entered");
    }
    return bots;
  };
  SeriesSettings settings = checked_.settings;
  settings.deals = given_deals(store.tournament());
  return play_tournament(
      {settings, *format, seed_of(store), seats_, jobs(), make, std::move(play_batch)}, store,
      hooks);
}

std::vector<Entrant> TournamentSetup::make_bots(const StoredEntrant& entrant) const {
  PlayerDefaults defaults = checked_.defaults;
  defaults.store = planned_.store;
  std::vector<Entrant> bots =
      make_team(read_player(entrant.player), *checked_.settings.game, defaults);
  const std::vector<StoredBot> known = bots_of(entrant);
  for (std::size_t i = 0; i < bots.size(); ++i) bots[i].name = known[i].name;
  return bots;
}

std::vector<Entrant> TournamentSetup::bots_as_entered(const StoredEntrant& entrant) const {
  try {
    if (has_its_files(entrant, planned_.store)) return make_bots(entrant);
  } catch (const Error&) {  // such as a program that is not on this PATH
  }
  return {};
}

int TournamentSetup::jobs() const { return planned_.jobs != 0 ? planned_.jobs : jobs_of(seats_); }

}  // namespace arena
