#include "arena/tournament/stored/commitment.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "arena/util/sha256.hpp"

namespace arena {

namespace {

/// In millionths, rounded as SQLite does it: programs write real numbers in more than one way.
std::int64_t millionths(double rating) {
  constexpr double most = 9e18;
  const double scaled = std::clamp(rating * 1e6, -most, most);
  return static_cast<std::int64_t>(scaled + (scaled < 0 ? -0.5 : 0.5));
}

}  // namespace

std::string commitment(std::string_view seed, const StoredTournament& tournament,
                       const std::vector<StoredEntrant>& entrants) {
  json::array at_start;
  for (const StoredEntrant& entrant : entrants) {
    if (entrant.at_start)
      at_start.push_back(json::array{entrant.name, entrant.files_hash, entrant.player,
                                     entrant.challenger ? 1 : 0, millionths(entrant.seed_rating)});
  }
  const json::array all{seed,
                        tournament.seed_from ? 1 : 0,
                        tournament.file,
                        tournament.game,
                        tournament.options,
                        tournament.seats,
                        tournament.format,
                        tournament.settings,
                        tournament.version,
                        std::move(at_start)};
  return sha256(json::serialize(all) + "\n");
}

std::string earlier_commitment(std::string_view seed, const StoredTournament& tournament,
                               const std::vector<StoredEntrant>& entrants) {
  std::string text = fmt::format(
      "{}{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n", seed, tournament.seed_from ? " and a text" : "",
      tournament.file, tournament.game, json::serialize(tournament.options), tournament.seats,
      tournament.format, json::serialize(tournament.settings), tournament.version);
  for (const StoredEntrant& entrant : entrants) {
    if (!entrant.at_start) continue;
    text += fmt::format("{}\n{}\n{}\n{:d}\n{:.17g}\n", entrant.name, entrant.files_hash,
                        json::serialize(entrant.player), entrant.challenger, entrant.seed_rating);
  }
  return sha256(text);
}

}  // namespace arena
