// Replays a record of another's with the deal that the match was to have, not with the one that the
// record gives: whoever writes a record could otherwise choose the cards.
#pragma once

#include "arena/game/any_game.hpp"
#include "arena/series/series_settings.hpp"

namespace arena {

/// The deal is the given one of this number in its series, or if none are given, what the record's
/// seed decides. A record with another deal is broken, even if its moves suit that. Throws Error as
/// AnyGame::replay does.
Replayed replay_dealt(const AnyGame& game, const Record& record, const GivenDeals& deals,
                      int number);

}  // namespace arena
