// Deals that another program wrote, such as the boards of a bridge event: --deals FILE.
#pragma once

#include <string>

#include "arena/game/any_game.hpp"
#include "arena/series/entrants/checked_settings.hpp"
#include "arena/series/entrants/series_settings.hpp"

namespace arena {

/// Gives the series the deals of the file; what the file leaves to chance comes from the seed.
/// Returns what is wrong in the file, and was left out: a line for each problem, or an empty text.
/// Throws Error if no deal is left, or if the game has no use for such a file.
std::string give_deals(const std::string& file, CheckedSettings& checked);

/// How many deals are played: `wanted`, or if that is 0 all that `file` has, or without a file
/// `by_default`. Throws Error if the file has fewer than are wanted.
int deals_to_play(int wanted, const SeriesSettings& settings, const std::string& file,
                  int by_default);

/// Replays a record of another's with the deal that the match was to have, not with the one that
/// the record gives: whoever writes a record could otherwise choose the cards. The deal is the
/// given one of this number in its series, or if none are given, what the record's seed decides. A
/// record with another deal is broken, even if its moves suit that. Throws Error as
/// AnyMatches::replay does.
Replayed replay_dealt(const AnyGame& game, const Record& record, const GivenDeals& deals,
                      int number);

}  // namespace arena
