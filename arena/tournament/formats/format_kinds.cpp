#include "arena/tournament/formats/format_kinds.hpp"

#include <cassert>
#include <utility>

#include <fmt/format.h>

#include "arena/util/error.hpp"

namespace arena {

namespace {

void check(const FormatSettings& settings) {
  if (settings.players < 2)
    throw Error(
        fmt::format("a tournament needs at least 2 players at a table, not {}", settings.players));
  if (settings.deals < 1 || settings.deals > most_deals_of_pairing)
    throw Error(
        fmt::format("deals must be from 1 to {}, not {}", most_deals_of_pairing, settings.deals));
  if (settings.rounds < 0)
    throw Error(fmt::format("rounds must be at least 1, not {}", settings.rounds));
  if (settings.max_blocks < 1)
    throw Error(fmt::format("max_blocks must be at least 1, not {}", settings.max_blocks));
}

}  // namespace

std::unique_ptr<Format> make_format(const FormatSettings& settings, RatingFunction ratings) {
  check(settings);
  switch (settings.kind) {
    case FormatKind::round_robin:
      return make_round_robin(settings);
    case FormatKind::gauntlet:
      return make_gauntlet(settings);
    case FormatKind::swiss:
      return make_swiss(settings);
    case FormatKind::knockout:
    case FormatKind::double_knockout:
      return make_knockout(settings);
    case FormatKind::league:
      return make_league(settings, std::move(ratings));
  }
  assert(false);
  return nullptr;
}

}  // namespace arena
