#include "arena/tournament/tournament_store.hpp"

#include <set>
#include <utility>

#include <boost/describe/enum_to_string.hpp>
#include <fmt/format.h>

#include "arena/process/command_line.hpp"
#include "arena/tournament/commitment.hpp"
#include "arena/util/error.hpp"

namespace arena {

void check_tournament(const NewTournament& tournament, std::size_t entrants) {
  static_cast<void>(
      make_format(tournament.format, [](const TournamentProgress&) { return LeagueRatings(); }));
  if (entrants < static_cast<std::size_t>(tournament.format.players))
    throw Error(fmt::format("a tournament of {} needs at least {} entrants, not {}",
                            tournament.settings.game->info().name, tournament.format.players,
                            entrants));
}

StoredEntrant to_stored(const NewEntrant& entrant, const SeriesSettings& settings, int seats) {
  if (entrant.entrant.is_person())
    throw Error("a person cannot play in a tournament: give -p, -m or -b");
  entrant.entrant.kind->check(settings, seats);
  StoredEntrant stored;
  stored.name = entrant.entrant.name;
  stored.player = entrant.player;
  stored.files_hash = files_hash(entrant.words);
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
  head.game = settings.game->info().name;
  head.options = settings.options;
  head.seats = tournament.seats;
  head.format = boost::describe::enum_to_string(tournament.format.kind, "");
  head.settings = to_json(tournament.format);
  head.file = tournament.text;
  head.seed_from = tournament.seed_from;
  head.version = ARENA_VERSION;
  const std::string secret = seed_text(tournament.seed);
  head.commitment = commitment(secret, head, stored);
  return Store::create(path, head, secret, stored);
}

Store continue_tournament(const std::string& path, const std::string& text) {
  Store store(path, Access::play);
  if (store.tournament().is_run()) {
    throw Error(fmt::format(
        "\"{}\" holds games of arena run, and no tournament: give another file with --store",
        path));
  }
  if (store.tournament().file != text) {
    throw Error(
        fmt::format("\"{}\" holds another tournament than this one: give it another file", path));
  }
  return store;
}

void mix_in(Store& store, const std::optional<std::string>& text) {
  const std::optional<std::string> stored = store.tournament().seed_from;
  if (!text || stored == text) return;
  if (!stored)
    throw Error("this tournament began without --seed-from, so no text can be mixed in now");
  if (!stored->empty())
    throw Error(fmt::format("this tournament began with --seed-from {}", shell_word(*stored)));
  store.mix_in(*text);
}

}  // namespace arena
