#include "games/bidding/last_rounds.hpp"

#include "games/bidding/policies.hpp"
#include "games/bidding/value_table.hpp"

namespace arena::bidding {

namespace {

constexpr int most_exact_of_bot = 3;  // cards: more take too long

/// The lead that the cards win if both sides bid by the rank of the prize: the highest card for the
/// highest prize, and so on.
int lead_by_rank(const Rest& rest) {
  int lead = 0;
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(rest.prizes.size()); ++rank)
    lead += sign(rest.own.nth(rank) - rest.other.nth(rank)) * rest.prizes.nth(rank);
  return lead;
}

std::uint64_t key_of(const Rest& rest, int carried) {
  return rest.own.bits() | std::uint64_t{rest.other.bits()} << 18U |
         std::uint64_t{rest.prizes.bits()} << 36U | static_cast<std::uint64_t>(carried) << 54U;
}

}  // namespace

Rest rest_of(const View& view) {
  Cards prizes = view.prizes_left;
  prizes.add_any(view.prize);
  return {view.hand(), view.unused[static_cast<std::size_t>(1 - view.seat)], prizes};
}

PayMatrix LastRounds::round(const Rest& rest, int prize, int points) {
  PayMatrix matrix(rest.own.size(), rest.other.size());
  int row = 0;
  rest.own.for_each([&](int own) {
    int column = 0;
    rest.other.for_each([&](int other) {
      const Rest next{rest.own.without(own), rest.other.without(other), rest.prizes.without(prize)};
      const int carried = own == other && ties_ == Ties::carry ? points : 0;
      matrix.at(row, column++) = sign(own - other) * points + lead_of(next, carried);
    });
    ++row;
  });
  return matrix;
}

double LastRounds::lead_of(const Rest& rest, int carried) {
  if (rest.prizes.size() > most_exact_) return lead_by_rank(rest);
  if (rest.prizes.empty()) return 0;
  const std::uint64_t key = key_of(rest, carried);
  if (const auto known = solved_.find(key); known != solved_.end()) return known->second;
  double sum = 0;
  const Cards next = next_prizes(order_, rest.prizes);
  next.for_each([&](int prize) { sum += value_of(round(rest, prize, prize + carried)); });
  return solved_[key] = sum / next.size();
}

Mixture round_mixture(const View& view) {
  LastRounds rounds(Prizes::random, Ties::discard, most_exact_of_bot);
  return solve(rounds.round(rest_of(view), view.prize, view.prize + view.carried())).row;
}

}  // namespace arena::bidding
