#include "arena/record/seen_matches.hpp"

#include <functional>
#include <string>

namespace arena {

namespace {

/// What was to be played. If a match has several deals, the later ones follow from seed and moves.
Record before_the_moves(const Record& record) {
  Record match;
  match.game = record.game;
  match.options = record.options;
  if (!record.deal.contains("deals")) match.deal = record.deal;
  for (const RecordedPlayer& player : record.players)
    match.players.push_back({player.name, player.command, {}});
  return match;
}

}  // namespace

bool SeenMatches::add(const Record& record) {
  if (!record.seed) return false;
  const std::string match = to_line(before_the_moves(record));
  return !matches_.emplace(*record.seed, std::hash<std::string>()(match)).second;
}

}  // namespace arena
