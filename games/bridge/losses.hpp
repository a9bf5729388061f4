// What calls and cards lost, by double-dummy analysis, in IMPs: as if the opponents at another
// table had done the same, and then all had played as if they saw all cards.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "arena/core/refinements/move_loss.hpp"
#include "games/bridge/board_review.hpp"
#include "games/bridge/bridge.hpp"

namespace arena::bridge {

/// A card loses the IMPs between the results that it could have kept and that it left. An auction
/// loses what its contract is worse than par, at the last call of the side; not in rubber and
/// Chicago. All other calls, and cards without a choice, are no decisions.
class Losses {
 public:
  static constexpr std::string_view unit = "IMPs";
  static constexpr std::string_view method = "double-dummy play, and par in the auction";

  /// Throws Error as DoubleDummy does.
  Losses(const ReviewedMatch<Bridge>& match, const LossSettings& settings);
  std::optional<MoveLoss> of(const ChosenMove<Bridge>& chosen);

 private:
  struct Reviewed {
    std::optional<BoardReview> review;  // none if the deal cannot be solved
    bool is_made = false;
  };

  const std::optional<BoardReview>& review_of(std::size_t board);
  static std::optional<MoveLoss> of_call(const PlayedBoard& board, const BoardReview& review,
                                         const State& now);
  std::optional<MoveLoss> of_card(const PlayedBoard& board, const BoardReview& review,
                                  const State& now);
  std::optional<Card> best_card(const State& now);

  std::vector<PlayedBoard> boards_;
  std::vector<Reviewed> reviews_;  // by board
  std::shared_ptr<DoubleDummy> solver_;
  TableCache* table_cache_;
};

}  // namespace arena::bridge
