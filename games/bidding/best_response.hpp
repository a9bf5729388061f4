// How exploitable a way to play the bidding game is: what a player who knows it wins of it, worked
// out for all positions that can come about. Two seats. Not for players that can only be asked in a
// match, such as programs.
#pragma once

#include <memory>
#include <string_view>

#include "arena/util/table_cache.hpp"
#include "games/bidding/bidding.hpp"
#include "games/bidding/bots.hpp"
#include "games/bidding/value_table.hpp"

namespace arena::bidding {

/// A way to play that can be asked of anything: a function of what a seat sees and of what it has
/// noted in this match.
class Policy {
 public:
  Policy() = default;
  Policy(const Policy&) = delete;
  Policy& operator=(const Policy&) = delete;
  virtual ~Policy() = default;

  /// The bid, as probabilities by own card, ascending. `notes` are what it noted when it was asked
  /// before, empty in the first round; now it may add to them.
  virtual Mixture mix(const View& view, Plan& notes) const = 0;
  /// Whether the margin may change a bid.
  [[nodiscard]] virtual bool minds_margin() const { return false; }
};

/// Of a built-in bot; null: it is none of those that can be asked so. REQUIRES: the bot suits the
/// options and two seats.
std::unique_ptr<const Policy> policy_of(std::string_view builtin, const Options& options,
                                        TableCache* table_cache);

/// With how many cards `best_response` takes seconds, whatever the policy.
int most_cards_exploited(const Contest& contest, const Policy& policy);

/// What the best answer to this policy wins of it on average, in the objective's measure; a best
/// player loses the value of the game, which is 0. REQUIRES: 2 to most_cards_exploited cards.
double best_response(const Contest& contest, const Policy& policy);

}  // namespace arena::bidding
