#include "arena/record/seen_matches.hpp"

#include <functional>

namespace arena {

namespace {

/// What was to be played. If a match has several deals, the later ones follow from seed and moves.
Record before_the_moves(const Record& record) {
  Record match;
  match.game = record.game;
  match.options = record.options;
  if (!record.deal.contains("deals")) match.deal = record.deal;
  match.players = record.players;
  return match;
}

}  // namespace

const std::string* SeenMatches::add(const Record& record, std::string place) {
  if (!record.seed) return nullptr;
  const std::string match = to_line(before_the_moves(record));
  const auto [known, is_new] =
      places_.try_emplace({*record.seed, std::hash<std::string>()(match)}, std::move(place));
  return is_new ? nullptr : &known->second;
}

}  // namespace arena
