#include "arena/series/entrants/entrant.hpp"

#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/core/time_json.hpp"
#include "arena/series/entrants/series_settings.hpp"
#include "arena/util/text/utf8.hpp"

namespace arena {

Occupant line_occupant(std::unique_ptr<Peer> peer, const Entrant& entrant,
                       const SeriesSettings& settings, std::optional<ScreenStyle> screen) {
  const std::string_view protocol = settings.game->terms(entrant.protocol).name;
  Occupant occupant{LineSeat{peer.get(), std::string(protocol), screen}};
  occupant.peer = std::move(peer);
  return occupant;
}

void check_entrants(const std::vector<Entrant>& entrants, const SeriesSettings& settings,
                    int seats) {
  settings.game->options.check_seats(seats, settings.options);
  for (const Entrant& entrant : entrants) entrant.kind->check(settings, seats);
}

void prepare_entrants(const std::vector<Entrant>& entrants, const SeriesSettings& settings,
                      int seats) {
  for (const Entrant& entrant : entrants) entrant.kind->prepare(settings, seats);
}

void make_names_unique(std::vector<Entrant>& entrants) {
  std::set<std::string> taken;
  for (Entrant& entrant : entrants) {
    const std::string wanted = entrant.name;
    for (int copy = 2; !taken.insert(entrant.name).second; ++copy)
      entrant.name = fmt::format("{}-{}", wanted, copy);
  }
}

json::object builtins_json(const std::vector<Entrant>& entrants, const AnyGame& game) {
  json::object builtins;
  for (const Entrant& entrant : entrants) {
    if (const auto builtin = entrant.kind->builtin(game))
      builtins[entrant.name] = described::to_json(*builtin);
  }
  return builtins;
}

RecordedPlayer recorded_player(const Entrant& entrant, const SeriesSettings& settings) {
  const AnyGame& game = *settings.game;
  RecordedPlayer player;
  player.name = entrant.name;
  if (const BotProcess* process = entrant.process()) {
    for (const std::string& word : process->words) player.command.push_back(repaired_utf8(word));
  }
  const std::string_view protocol = game.terms(entrant.protocol).name;
  if (protocol != game.terms().name) {
    player.rest["protocol"] = protocol;
    player.rest["time"] = to_json(entrant.time);
  }
  if (entrant.max_refusals != game.options.max_refusals(settings.options))
    player.rest["max_refusals"] = entrant.max_refusals;
  player.builtin = entrant.kind->builtin(game);
  return player;
}

}  // namespace arena
