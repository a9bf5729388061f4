// The built-in bots.
#include <array>
#include <bit>
#include <utility>

#include "arena/core/refinements/baseline.hpp"
#include "arena/search/move_loss.hpp"
#include "arena/search/search_bot.hpp"
#include "games/lost_cities/lost_cities.hpp"

namespace arena::lost_cities {

namespace {

/// How many numbers a card skips, which are then lost; negative for an investment.
int passed_over(const View& view, Card card) {
  const std::uint32_t laid = view.own.numbers(card.land());
  const int highest = laid == 0 ? 1 : std::bit_width(laid) - 1;
  return card.number() - 1 - highest;
}

/// The estimates of `greedy` for one view. Integers only: doubles may differ between machines.
class Estimate {
 public:
  explicit Estimate(const View& view) : view_(view), turns_left_((view.deck_left + 1) / 2) {
    view_.hand.for_each([this](Card card) { ready_ += is_ready(card) ? 1 : 0; });
  }

  [[nodiscard]] Move play() const {
    std::optional<Card> best;
    std::optional<Card> spare;
    view_.hand.for_each([&](Card card) {
      if (!spare || cost_of_discard(card) < cost_of_discard(*spare)) spare = card;
      if (is_wanted(card) && (!best || passed_over(view_, card) < passed_over(view_, *best)))
        best = card;
    });
    const bool now = best && (hurries() || cost_of_playing + passed_over(view_, *best) <=
                                               cost_of_discard(*spare));
    return now ? Move::play(*best) : Move::discard(*spare);
  }

  [[nodiscard]] Move draw() const {
    int best_gain = 1;
    Move best = Move::draw(Move::deck);
    for (int land = 0; land < land_count; ++land) {
      if (!view_.can_draw(land)) continue;
      const Card top = view_.discards[static_cast<std::size_t>(land)].back();
      const int gain = top.number() - passed_over(view_, top);
      if (is_ready(top) && gain > best_gain) {
        best_gain = gain;
        best = Move::draw(land);
      }
    }
    return best;
  }

 private:
  static constexpr int promising = 30;       // numbers + turns left at which to begin an expedition
  static constexpr int cost_of_playing = 4;  // it gives up the chance to wait for a better card

  /// Returns true if about as many cards are ready as turns are left.
  [[nodiscard]] bool hurries() const { return ready_ > 0 && ready_ >= turns_left_ - 2; }

  /// A number that fits on an expedition that the player has started.
  [[nodiscard]] bool is_ready(Card card) const {
    return !card.is_investment() && view_.own.has_land(card.land()) && view_.takes(card);
  }

  [[nodiscard]] bool is_wanted(Card card) const {
    if (hurries()) return is_ready(card) && ready_above(card) < turns_left_;
    return is_ready(card) ||
           (view_.takes(card) && strength(card.land()) + turns_left_ >= promising);
  }

  [[nodiscard]] int ready_above(Card card) const {
    int count = 0;
    view_.hand.for_each(
        [&](Card other) { count += is_ready(other) && other.number() > card.number() ? 1 : 0; });
    return count;
  }

  /// The sum of the numbers on a land's expedition and of those in hand that fit there.
  [[nodiscard]] int strength(int land) const {
    int sum = 0;
    for (auto left = view_.own.numbers(land); left != 0; left &= left - 1)
      sum += std::countr_zero(left);
    view_.hand.for_each(
        [&](Card card) { sum += card.land() == land && view_.takes(card) ? card.number() : 0; });
    return sum;
  }

  /// What the card would have brought the player, plus what it may bring the opponent.
  [[nodiscard]] int cost_of_discard(Card card) const {
    const int land = card.land();
    const int loss = view_.own.has_land(land) ? 10 : strength(land) / 2;
    const bool gives = view_.opponent.has_land(land) && view_.opponent_takes(card);
    return (view_.takes(card) ? loss : 0) +
           (gives ? card.number() * (1 + view_.opponent.investments(land)) : 0);
  }

  const View& view_;
  int turns_left_;
  int ready_ = 0;
};

/// Begins an expedition only if it is likely to repay its 20 points, skips as few numbers as it
/// can, hurries when few turns are left, and discards cards that help neither side.
Move greedy(const View& view) {
  const Estimate estimate(view);
  return view.phase == Phase::play ? estimate.play() : estimate.draw();
}

/// What DumbBot remembers during its turn.
struct Refused {
  int cards = 0;
};

/// Offers its cards one by one, in the order of its hand, until one is accepted; if all are
/// refused, it discards the first. It always draws from the deck. By design it is refused often.
class DumbBot final : public BotWith<LostCities, Refused> {
 public:
  Move move(const View& view) override {
    if (view.phase == Phase::draw) {
      memory_.cards = 0;
      return Move::draw(Move::deck);
    }
    std::optional<Move> offered;
    std::optional<Card> first;
    int index = 0;
    view.hand.for_each([&](Card card) {
      if (!first) first = card;
      if (index++ == memory_.cards) offered = Move::play(card);
    });
    return offered ? *offered : Move::discard(*first);
  }
  void refused(const Refusal& /*refusal*/) override { ++memory_.cards; }
};

/// Matches are played on as `greedy` plays.
struct Guide {
  static Move policy(const View& view, Rng& /*rng*/) { return greedy(view); }
};

std::string_view kind_of(const View& view, const Move& move) {
  constexpr int many = 3;
  if (move.action() == Action::draw)
    return move.source() == Move::deck ? "draw from the deck" : "take a discard";
  const Card card = move.card();
  const bool helps = view.opponent.has_land(card.land()) && view.opponent_takes(card);
  if (move.action() == Action::discard)
    return helps ? "discard what the opponent can play" : "discard";
  if (card.is_investment()) return "lay an investment";
  if (!view.own.has_land(card.land())) return "begin an expedition";
  return passed_over(view, card) >= many ? "skip three numbers or more"
                                         : "go on with an expedition";
}

constexpr std::array<Builtin<LostCities>, 4> all = {{
    {"dumb", "the Ruby quiz's DumbPlayer: tries its cards until one is accepted",
     make_bot<DumbBot>},
    {"greedy", "begins expeditions that should pay, skips few numbers, gives little away",
     make_bot<greedy>},
    {"random", "every legal move is as likely as any other", make_bot<RandomBot<LostCities>>},
    search_builtin<LostCities, Guide>,
}};

constexpr int decks = 8;

/// Exchanges cards with the next one or not of the same seat.
void exchange_neighbours(Deal& deal, Rng& rng) {
  for (std::size_t at = 0; at + 2 < deal.deck.size(); ++at) {
    if (rng.below(2) == 1) std::swap(deal.deck[at], deal.deck[at + 2]);
  }
}

}  // namespace

std::optional<MoveLoss> move_loss(const ChosenMove<LostCities>& chosen,
                                  const LossSettings& settings) {
  return loss_by_play_outs<LostCities, Guide>(chosen, settings, kind_of);
}

std::span<const Builtin<LostCities>> builtins() { return all; }

std::vector<double> baseline_margins(const Setup<LostCities>& setup) {
  Rng rng(1);
  std::vector<double> mean(2);
  Setup<LostCities> near = setup;
  for (int deck = 0; deck < decks; ++deck) {
    near.deal = LostCities::deal(setup);
    if (deck > 0) exchange_neighbours(near.deal, rng);
    const std::vector<double> margins = self_play_margins(near, builtins(), "greedy");
    for (std::size_t seat = 0; seat < mean.size(); ++seat) mean[seat] += margins[seat] / decks;
  }
  return mean;
}

}  // namespace arena::lost_cities
