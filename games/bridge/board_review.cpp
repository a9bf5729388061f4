#include "games/bridge/board_review.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace arena::bridge {

namespace {

/// A name for the cache: the seat that holds each card, as hexadecimal digits of two cards.
std::string name_of(const FourHands& hands) {
  std::string name = "bridge_double_dummy_";
  for (int i = 0; i < pack_size; i += 2) {
    int digit = 0;
    for (const int card : {i, i + 1}) {
      const auto holds = [card](CardSet hand) { return hand.contains(Card::at(card)); };
      digit = 4 * digit + static_cast<int>(std::ranges::find_if(hands, holds) - hands.begin());
    }
    name += fmt::format("{:x}", digit);
  }
  return name;
}

int points(const Contract& contract, int tricks, Vulnerable vulnerable) {
  const int side = side_of(contract.declarer);
  const int score = duplicate_score(contract, tricks, is_vulnerable(vulnerable, side));
  return side == 0 ? score : -score;
}

}  // namespace

int BoardReview::lead_after(const PlayedBoard& board, std::size_t cards, int side) const {
  const int score = points(*board.contract, tricks[cards], board.vulnerable);
  return side == 0 ? score : -score;
}

int BoardReview::auction_loss(int side) const {
  const int gain = contract_score && par ? imps(*contract_score - par->score) : 0;
  return std::max(side == 0 ? -gain : gain, 0);
}

std::optional<TrickTable> cached_table(const FourHands& hands, DoubleDummy& solver,
                                       TableCache* table_cache) {
  if (table_cache == nullptr) return solver.table(hands);
  TableSource<std::optional<TrickTable>> source;
  source.name = name_of(hands);
  source.make = [&] { return solver.table(hands); };
  source.write = [](const auto& table) { return table ? tricks_text(*table) : ""; };
  source.read = [](std::string_view text) -> std::optional<std::optional<TrickTable>> {
    if (const auto table = read_tricks(text)) return table;
    return std::nullopt;
  };
  return *table_cache->take(source);
}

void add_best_results(PlayedBoard& board, DoubleDummy& solver, TableCache* table_cache) {
  const auto table = cached_table(board.hands.of, solver, table_cache);
  if (!table) return;
  board.double_dummy_tricks = tricks_text(*table);
  board.trick_rows = trick_rows(*table);
  if (is_duplicate(board))
    board.optimum_score = optimum_text(par(*table, board.dealer(), board.vulnerable));
}

std::optional<BoardReview> review(const PlayedBoard& board, DoubleDummy& solver,
                                  TableCache* table_cache) {
  const auto table = cached_table(board.hands.of, solver, table_cache);
  if (!table) return std::nullopt;
  BoardReview review;
  review.table = *table;
  if (is_duplicate(board)) review.par = par(*table, board.dealer(), board.vulnerable);
  if (!board.contract) return review;
  const Contract& contract = *board.contract;
  if (!board.passed_out()) review.best = table->tricks(contract.declarer, contract.strain);
  if (review.par)
    review.contract_score = review.best ? points(contract, *review.best, board.vulnerable) : 0;
  const auto& cards = board.tricks.cards;
  if (cards.empty()) return review;
  const auto tricks = solver.play(
      {board.hands.of, contract.strain, board.tricks.leaders[0], {cards.begin(), cards.end()}});
  if (!tricks) return std::nullopt;
  review.tricks = *tricks;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const int gain = review.tricks[i + 1] - review.tricks[i];  // of the declarer
    const bool declares = side_of(player_of(board.tricks, i)) == side_of(contract.declarer);
    review.costs.push_back(declares ? -gain : gain);
  }
  return review;
}

void add_losses(std::map<std::string, PlayerLosses>& players, const PlayedBoard& board,
                const BoardReview& review) {
  const auto of = [&](Seat seat) -> PlayerLosses& { return players[player_name(board, seat)]; };
  const auto shares_name = [&](Seat seat) {
    return player_name(board, seat) == player_name(board, partner_of(seat));
  };
  for (Seat seat = 0; seat < seat_count && review.contract_score; ++seat) {
    if (seat < partner_of(seat) || !shares_name(seat))
      of(seat).auction.add(review.auction_loss(side_of(seat)));
  }
  if (review.costs.empty()) return;
  const Seat declarer = board.contract->declarer;
  std::array<int, seat_count> lost{};
  for (std::size_t i = 1; i < review.costs.size(); ++i) {
    const Seat hand = player_of(board.tricks, i);
    lost[index_of(hand == partner_of(declarer) ? declarer : hand)] += review.costs[i];
  }
  of(after(declarer)).lead.add(review.costs.front());
  of(declarer).declarer.add(lost[index_of(declarer)]);
  const Seat leader = after(declarer);
  const Seat other = partner_of(leader);
  if (shares_name(leader)) {
    of(leader).defence.add(lost[index_of(leader)] + lost[index_of(other)]);
  } else {
    of(leader).defence.add(lost[index_of(leader)]);
    of(other).defence.add(lost[index_of(other)]);
  }
}

std::string player_name(const PlayedBoard& board, Seat seat) {
  const std::string& name = board.players[index_of(seat)];
  return name.empty() ? std::string(seat_names[index_of(seat)]) : name;
}

}  // namespace arena::bridge
