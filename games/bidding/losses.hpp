// What bids lost against a best player, exactly, in the rounds that can be solved.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "arena/core/refinements/move_loss.hpp"
#include "games/bidding/bidding.hpp"
#include "games/bidding/last_rounds.hpp"
#include "games/bidding/value_table.hpp"

namespace arena::bidding {

/// Solved are whole games of two seats with few cards, and the last rounds of others. A bid loses
/// what it wins less, on average, than the best one against the bids of a best player.
class Losses {
 public:
  static constexpr std::string_view unit = "points";
  static constexpr std::string_view method = "the best bid, in the rounds that can be solved";

  Losses(const ReviewedMatch<Bidding>& match, const LossSettings& settings);
  std::optional<MoveLoss> of(const ChosenMove<Bidding>& chosen);

 private:
  /// The round as a matrix game; nullopt if it cannot be solved.
  std::optional<PayMatrix> solved(const View& view);

  Options options_;
  std::shared_ptr<const ValueTable> table_;  // null if the whole game cannot be solved
  LastRounds last_rounds_;
};

}  // namespace arena::bidding
