#include "games/lost_cities/bots.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace arena::lost_cities {

namespace {

constexpr std::array<Builtin<LostCities>, 3> all = {{
    {"dumb", "the Ruby quiz's DumbPlayer: tries its cards until one is taken",
     [](std::uint64_t) -> std::unique_ptr<Bot<LostCities>> { return std::make_unique<DumbBot>(); }},
    {"greedy", "opens what should repay its cost, lays low cards first, wastes little",
     [](std::uint64_t) -> std::unique_ptr<Bot<LostCities>> { return std::make_unique<GreedyBot>(); }},
    {"random", "every legal move is as likely as any other",
     [](std::uint64_t seed) -> std::unique_ptr<Bot<LostCities>> {
       return std::make_unique<RandomBot<LostCities>>(seed);
     }},
}};

// GreedyBot reckons in hundredths of a point, in integers: doubles may differ between machines.
constexpr int point = 100;
constexpr std::uint32_t all_numbers = 0b111'1111'1100;

/// The numbers of a set whose bit n is number n.
int sum_of(std::uint32_t numbers) {
  int sum = 0;
  for (; numbers != 0; numbers &= numbers - 1) sum += std::countr_zero(numbers);
  return sum;
}

/// What GreedyBot reckons with for one land of one view.
class Prospect {
 public:
  Prospect(const View& view, int land) : view_(view), land_(land) {
    const std::uint32_t laid = view.own.numbers(land);
    open_ = laid == 0 ? all_numbers : all_numbers & ~((2U << (31U - std::countl_zero(laid))) - 1U);
    held_ = view.hand.numbers(land) & open_;
    std::uint32_t seen = held_ | laid | view.opponent.numbers(land);
    for (Card card : view.discards[static_cast<std::size_t>(land)]) {
      if (!card.is_investment()) seen |= 1U << static_cast<unsigned>(card.number());
    }
    to_come_ = open_ & ~seen;
  }

  [[nodiscard]] bool begun() const { return view_.own.has_land(land_); }
  [[nodiscard]] int factor() const { return 1 + view_.own.investments(land_); }
  [[nodiscard]] int cards_held() const { return std::popcount(held_); }
  [[nodiscard]] int sum_held() const { return sum_of(held_) * point; }

  /// The sum that the expedition may reach beyond its cost of 20, in hundredths: what is laid and
  /// held, and a share of what may still come.
  [[nodiscard]] int surplus() const {
    const int share = std::min(view_.deck_left, 40);
    return (sum_of(view_.own.numbers(land_)) + sum_of(held_) - 20) * point + sum_of(to_come_) * share;
  }
  /// The sum of the numbers below `number` that may still come and would be passed over.
  [[nodiscard]] int passed_over(int number) const {
    return sum_of(to_come_ & below(number)) * point * std::min(view_.deck_left, 36) / 36;
  }
  [[nodiscard]] bool holds_lower(int number) const { return (held_ & below(number)) != 0; }

 private:
  static std::uint32_t below(int number) { return (1U << static_cast<unsigned>(number)) - 1U; }

  const View& view_;
  int land_;
  std::uint32_t held_{};     // numbers in hand that fit
  std::uint32_t open_{};     // numbers that the expedition still takes
  std::uint32_t to_come_{};  // numbers that fit and are in the deck or with the opponent
};

/// How good it is to lay `card` now; above 0: better than to keep it.
int worth_of_play(const View& view, Card card) {
  const Prospect prospect(view, card.land());
  const int surplus = prospect.surplus();
  if (card.is_investment()) {
    const bool promising = surplus > 10 * point && prospect.cards_held() >= 3 && view.deck_left > 20;
    return promising ? surplus : 0;
  }
  if (prospect.holds_lower(card.number())) return 0;
  const int waste = prospect.passed_over(card.number());
  if (prospect.begun()) {
    return 10 + prospect.factor() * (card.number() * point - waste / 2) / 4;
  }
  if (view.deck_left < 8 && prospect.sum_held() < 20 * point) return 0;
  return surplus > 3 * point ? surplus / 2 - waste / 3 : 0;
}

/// What it costs to give `card` away: what it would bring us, and what it would bring the opponent.
int cost_of_discard(const View& view, Card card) {
  const Prospect prospect(view, card.land());
  const int points = (card.is_investment() ? 4 : card.number()) * point;
  int cost = 0;
  if (view.takes(card)) {
    cost += prospect.begun() ? points * prospect.factor()
                             : std::max(0, prospect.surplus() + 6 * point) * points / (10 * point);
  }
  if (view.opponent_takes(card)) {
    const bool begun = view.opponent.has_land(card.land());
    cost += begun ? points * (1 + view.opponent.investments(card.land())) : point;
  }
  return cost;
}

Move choose_play(const View& view) {
  std::optional<Move> best;
  int best_worth = 0;
  std::optional<Move> cheapest;
  int least_cost = 0;
  view.hand.for_each([&](Card card) {
    const int worth = view.takes(card) ? worth_of_play(view, card) : 0;
    if (worth > best_worth) {
      best_worth = worth;
      best = Move::play(card);
    }
    const int cost = cost_of_discard(view, card);
    if (!cheapest || cost < least_cost) {
      least_cost = cost;
      cheapest = Move::discard(card);
    }
  });
  // A cheap discard waits for a better card; a weak play would waste one that could come.
  const bool wait = best_worth < point && least_cost < point && view.deck_left > 12;
  return best && !wait ? *best : *cheapest;
}

Move choose_draw(const View& view) {
  int best_gain = 4 * point;  // about what an unknown card is worth
  Move best = Move::draw(Move::deck);
  for (int land = 0; land < land_count; ++land) {
    if (!view.can_draw(land)) continue;
    const Card top = view.discards[static_cast<std::size_t>(land)].back();
    const Prospect prospect(view, land);
    if (!prospect.begun() || top.is_investment() || !view.takes(top)) continue;
    const int gain = top.number() * prospect.factor() * point;
    if (gain > best_gain) {
      best_gain = gain;
      best = Move::draw(land);
    }
  }
  return best;
}

}  // namespace

std::span<const Builtin<LostCities>> builtins() { return all; }

Move DumbBot::move(const View& view) {
  if (view.phase == Phase::draw) {
    refused_ = 0;
    return Move::draw(Move::deck);
  }
  std::optional<Move> offered;
  std::optional<Card> first;
  int index = 0;
  view.hand.for_each([&](Card card) {
    if (!first) first = card;
    if (index++ == refused_) offered = Move::play(card);
  });
  return offered ? *offered : Move::discard(*first);
}

void DumbBot::refused(const Refusal& /*refusal*/) { ++refused_; }

Move GreedyBot::move(const View& view) {
  return view.phase == Phase::play ? choose_play(view) : choose_draw(view);
}

}  // namespace arena::lost_cities
