// Exploitability of a way to play the bidding game: how much a player who knows it wins against it,
// computed over all reachable positions. Two seats only, and only for policies that can be asked
// about any position; a program can only be asked during a match.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "arena/util/table_cache.hpp"
#include "games/bidding/bidding.hpp"
#include "games/bidding/policies.hpp"
#include "games/bidding/value_table.hpp"

namespace arena::bidding {

/// With more, a position has no room in a key.
inline constexpr int most_cards_keyed = 8;

/// A way to play that can be asked about any position: a function of what a seat sees and of its
/// own notes in this match.
struct Policy {
  /// The probabilities of its bids, by own card, ascending. `notes` are what it noted in earlier
  /// rounds (empty in the first round); it may add to them.
  std::function<Mixture(const View& view, Notes& notes)> mix;
  /// Whether the margin may change a bid.
  bool minds_margin = false;
  /// With more, best_response takes minutes, even if margins and carried points do not count.
  int most_cards = most_cards_keyed;
};

/// The policy of a built-in bot, or nullopt if the bot has none. REQUIRES: the bot suits the
/// options and two seats.
std::optional<Policy> policy_of(std::string_view builtin, const Options& options,
                                TableCache* table_cache);

/// The most cards with which `best_response` takes seconds, not minutes.
int most_cards_exploited(const Contest& contest, const Policy& policy);

/// What the best answer to this policy wins on average, in the objective's measure. The value of
/// the game is 0, so the result for a best player is 0. REQUIRES: 2 to most_cards_exploited cards.
double best_response(const Contest& contest, const Policy& policy);

}  // namespace arena::bidding
