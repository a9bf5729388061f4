#include "games/bidding/policies.hpp"

namespace arena::bidding {

namespace {

constexpr int most_exact = 3;  // cards: more take too long for a bot

/// What is left to win, as the row player sees it.
struct Rest {
  Cards own;
  Cards other;
  Cards prizes;  // of the same size
};

/// The lead that the cards win if both sides bid by the rank of the prize: the highest card for the
/// highest prize, and so on.
int lead_by_rank(const Rest& rest) {
  int lead = 0;
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(rest.prizes.size()); ++rank)
    lead += sign(rest.own.nth(rank) - rest.other.nth(rank)) * rest.prizes.nth(rank);
  return lead;
}

double lead_of(const Rest& rest);

/// Rows are own cards, columns those of the other; payments are leads in points.
PayMatrix round_of(const Rest& rest, int prize, int points) {
  PayMatrix matrix(rest.own.size(), rest.other.size());
  int row = 0;
  rest.own.for_each([&](int own) {
    int column = 0;
    rest.other.for_each([&](int other) {
      const Rest next{rest.own.without(own), rest.other.without(other), rest.prizes.without(prize)};
      matrix.at(row, column++) = sign(own - other) * points + lead_of(next);
    });
    ++row;
  });
  return matrix;
}

/// The lead of best play if few cards are left, each prize being as likely as any other to come
/// next and ties discarded; else the estimate.
double lead_of(const Rest& rest) {
  if (rest.prizes.size() > most_exact) return lead_by_rank(rest);
  if (rest.prizes.empty()) return 0;
  double sum = 0;
  rest.prizes.for_each([&](int prize) { sum += value_of(round_of(rest, prize, prize)); });
  return sum / rest.prizes.size();
}

}  // namespace

Mixture round_mixture(const View& view) {
  Cards prizes = view.prizes_left;
  prizes.add(view.prize);
  const Rest now{view.hand(), view.unused[static_cast<std::size_t>(1 - view.seat)], prizes};
  return solve(round_of(now, view.prize, view.prize + view.carried())).row;
}

}  // namespace arena::bidding
