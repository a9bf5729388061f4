#include "games/bridge/losses.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "games/bridge/score.hpp"

namespace arena::bridge {

namespace {

std::string kind_of(const PlayedBoard& board, std::size_t card) {
  if (card == 0) return "opening lead";
  const Seat hand = player_of(board.tricks, card);
  return side_of(hand) == side_of(board.contract->declarer) ? "declarer's play" : "defence";
}

/// The contracts at par: "4S by N, made 10".
std::string par_text(const BoardReview& review) {
  if (review.par->contracts.empty()) return "pass";
  const Contract& contract = review.par->contracts.front();
  return outcome_text(contract, review.table.tricks(contract.declarer, contract.strain));
}

}  // namespace

Losses::Losses(const ReviewedMatch<Bridge>& match, const LossSettings& settings)
    : boards_(boards_of(match.events, match.setup.options, std::array<std::string, seat_count>{})),
      reviews_(boards_.size()),
      solver_(double_dummy(settings.table_cache)),
      table_cache_(settings.table_cache) {}

std::optional<MoveLoss> Losses::of(const ChosenMove<Bridge>& chosen) {
  const State& now = chosen.position.state;
  const auto board = index_of(now.deal - 1);
  const auto& review = review_of(board);
  if (!review) return std::nullopt;
  if (chosen.move.is_call()) return of_call(boards_[board], *review, now);
  if (chosen.position.view(chosen.seat).legal.size() == 1) return std::nullopt;
  return of_card(boards_[board], *review, now);
}

const std::optional<BoardReview>& Losses::review_of(std::size_t board) {
  Reviewed& reviewed = reviews_[board];
  if (!reviewed.is_made) reviewed = {review(boards_[board], *solver_, table_cache_), true};
  return reviewed.review;
}

std::optional<MoveLoss> Losses::of_call(const PlayedBoard& board, const BoardReview& review,
                                        const State& now) {
  const bool calls_again = now.auction.calls().size() + 2 < board.calls.size();
  if (calls_again || !review.contract_score || !review.par) return std::nullopt;
  MoveLoss lost;
  lost.is_exact = true;
  lost.kind = "auction";
  lost.loss = review.auction_loss(side_of(now.turn));
  if (lost.loss == 0) return lost;
  lost.better = par_text(review);
  lost.better_kind = lost.kind;
  return lost;
}

std::optional<MoveLoss> Losses::of_card(const PlayedBoard& board, const BoardReview& review,
                                        const State& now) {
  const std::size_t card = now.tricks.cards.size();
  const int side = side_of(now.turn);
  const auto lead = [&](std::size_t cards) { return review.lead_after(board, cards, side); };
  MoveLoss lost;
  lost.is_exact = true;
  lost.kind = kind_of(board, card);
  lost.value = imps(lead(card) - (review.par ? (side == 0 ? 1 : -1) * review.par->score : 0));
  lost.loss = imps(lead(card) - lead(card + 1));
  if (review.costs[card] == 0) return lost;
  const auto best = best_card(now);
  if (!best) return std::nullopt;
  lost.better = text_of(*best);
  lost.better_kind = lost.kind;
  return lost;
}

std::optional<Card> Losses::best_card(const State& now) {
  PlayPosition position{now.hands, now.contract.strain, now.turn, {}};
  const auto& played = now.tricks.cards;
  if (now.tricks.on_table() > 0) position.leader = now.tricks.leaders.back();
  for (std::size_t i = played.size() - index_of(now.tricks.on_table()); i < played.size(); ++i)
    position.on_table.push_back(played[i]);
  const auto values = solver_->solve({&position, 1}).front();
  if (!values) return std::nullopt;
  return std::ranges::max_element(*values, {}, &CardTricks::tricks)->card;
}

}  // namespace arena::bridge
