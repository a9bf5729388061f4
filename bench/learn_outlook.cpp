// Learns the numbers of Streams' bot `outlook` in games with itself, by temporal differences
// (Sutton 1988), and prints them for games/streams/outlook.cpp.
//   learn_outlook GAMES SEED
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "arena/core/rng.hpp"
#include "arena/util/text/text.hpp"
#include "games/streams/outlook.hpp"

using namespace arena;
using namespace arena::streams;

namespace {

constexpr double trace = 0.5;        // λ: how much of what came later counts
constexpr double most_points = 120;  // rare runs of 300 say little about the placements
constexpr double most_error = 30;
constexpr double first_rate = 1e-4;

struct Position {
  Stream stream;
  Cards left;
  double outlook = 0;
};

Urges first_guess() {
  Urges urges;
  for (int length = 1; length <= slot_count; ++length) {
    for (int surplus = Urges::least_surplus; surplus <= Urges::most_surplus; ++surplus) {
      urges.by_length[static_cast<std::size_t>(length - 1)]
                     [static_cast<std::size_t>(surplus - Urges::least_surplus)] =
          -0.7 - 0.5 * surplus / std::sqrt(length + 1);
    }
  }
  return urges;
}

Position best_after(const Position& before, Card card, const Urges& urges) {
  Position best{{}, before.left, -1};
  best.left.remove(card);
  for (std::uint32_t free = before.stream.free(); free != 0; free &= free - 1) {
    Stream tried = before.stream;
    tried.put(std::countr_zero(free), card);
    const double value = outlook(tried, best.left, urges);
    if (value > best.outlook) best = {tried, best.left, value};
  }
  return best;
}

/// A match with itself: the position after each card.
std::vector<Position> play(const Urges& urges, Rng& rng) {
  std::vector<Card> deck;
  Position now{{}, Cards::deck(DeckKind::readme)};
  now.left.for_each([&](Card card) { deck.push_back(card); });
  rng.shuffle(deck);
  std::vector<Position> positions;
  for (int turn = 0; turn < slot_count; ++turn) {
    now = best_after(now, deck[static_cast<std::size_t>(turn)], urges);
    positions.push_back(now);
  }
  return positions;
}

/// How the outlook changes with the urge of a gap.
double slope(Breaks& breaks, const Gap& gap, double urge) {
  double slope = 0;
  for (int slot = gap.first_break(); slot <= gap.last_break(); ++slot) {
    double& chance = breaks[static_cast<std::size_t>(slot)];
    const double kept = chance;
    chance = 1;
    slope += mean_score(breaks);
    chance = 0;
    slope -= mean_score(breaks);
    chance = kept;
  }
  const double square = 1 + urge * urge;
  return slope * 0.5 / (square * std::sqrt(square));
}

void learn(Urges& urges, const Position& position, double step) {
  Breaks breaks = breaks_of(position.stream, position.left, urges);
  const int to_come = std::popcount(position.stream.free());
  Urges next = urges;
  for_each_gap(position.stream, [&](const Gap& gap) {
    const double surplus = surplus_of(gap, position.left, to_come);
    const double change = step * slope(breaks, gap, urges.of(gap.length(), surplus, to_come));
    const auto [below, share] = between(surplus);
    auto& by_surplus = next.by_length[static_cast<std::size_t>(gap.length() - 1)];
    by_surplus[below] += change * (1 - share);
    by_surplus[below + 1] += change * share;
    const auto when = static_cast<std::size_t>(to_come - 1);
    next.late[when] += change / 2;
    next.surplus_late[when] +=
        change / 10 * (static_cast<double>(below) + share + Urges::least_surplus);
  });
  urges = next;
}

/// From the last position to the first: each should promise what came of it.
void learn(Urges& urges, const std::vector<Position>& positions, double rate) {
  double target = std::min(positions.back().outlook, most_points);
  for (std::size_t at = positions.size() - 1; at-- > 0;) {
    if (at + 2 < positions.size())
      target = trace * target + (1 - trace) * positions[at + 1].outlook;
    const double error = std::clamp(target - positions[at].outlook, -most_error, most_error);
    learn(urges, positions[at], rate * error);
  }
}

void print(const Urges& urges) {
  const auto row = [](const auto& numbers) {
    fmt::print("{{");
    for (const double number : numbers) fmt::print("{:.3f}, ", number);
    fmt::print("}},\n");
  };
  fmt::print("{{{{");
  for (const auto& by_surplus : urges.by_length) row(by_surplus);
  fmt::print("}}}},\n");
  row(urges.late);
  row(urges.surplus_late);
}

}  // namespace

int main(int count, char** words) {
  const auto number = [&](int at) {
    return at < count ? to_number<int>(words[at]).value_or(-1) : -1;
  };
  const int games = number(1);
  if (count != 3 || games < 1 || number(2) < 0) {
    fmt::print(stderr, "usage: learn_outlook GAMES SEED, two whole numbers\n");
    return 2;
  }
  Rng rng(static_cast<std::uint64_t>(number(2)));
  Urges urges = first_guess();
  double sum = 0;
  const int shown = std::max(games / 16, 1);
  for (int game = 0; game < games; ++game) {
    const std::vector<Position> positions = play(urges, rng);
    const double rate = first_rate * (game < games / 2 ? 1 : game < games / 4 * 3 ? 0.3 : 0.1);
    learn(urges, positions, rate);
    sum += positions.back().outlook;
    if ((game + 1) % shown != 0) continue;
    fmt::print(stderr, "{} games: {:.2f} points\n", game + 1, sum / shown);
    sum = 0;
  }
  print(urges);
}
