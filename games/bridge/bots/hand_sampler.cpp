// It counts, suit by suit, in how many ways the hidden hands can be filled. The counts fit in 64
// bits: 39 cards can be dealt to three hands in 8.5e16 ways.
#include "games/bridge/bots/hand_sampler.hpp"

#include <algorithm>
#include <bit>

#include "games/bridge/bridge.hpp"

namespace arena::bridge {

namespace {

/// ways_to_choose[n][k]: the subsets of k of n cards.
constexpr auto ways_to_choose = [] {
  std::array<std::array<std::uint64_t, hand_size + 1>, hand_size + 1> table{};
  for (std::size_t n = 0; n < table.size(); ++n) {
    table[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k)
      table[n][k] = table[n - 1][k - 1] + (k < n ? table[n - 1][k] : 0);
  }
  return table;
}();

/// Uniform in 0 .. bound-1. REQUIRES: bound > 0.
std::uint64_t below(Rng& rng, std::uint64_t bound) {
  const std::uint64_t mask = ~std::uint64_t{0} >> std::countl_zero(bound);
  std::uint64_t number = rng.next() & mask;
  while (number >= bound) number = rng.next() & mask;
  return number;
}

/// By seat: the suits in which it has not followed.
std::array<std::array<bool, 4>, seat_count> voids_shown(const Tricks& tricks) {
  std::array<std::array<bool, 4>, seat_count> shown{};
  for (std::size_t i = 0; i < tricks.cards.size(); ++i) {
    const Seat seat = player_of(tricks, i);
    const Suit led = tricks.cards[i / seat_count * seat_count].suit();
    if (tricks.cards[i].suit() != led) shown[index_of(seat)][led] = true;
  }
  return shown;
}

}  // namespace

HandSampler::HandSampler(const View& view) {
  const auto shown = voids_shown(view.tricks);
  std::array<int, seat_count> held{};
  held.fill(hand_size);
  hidden_ = whole_pack - view.hand - view.table;
  for (std::size_t i = 0; i < view.tricks.cards.size(); ++i) {
    --held[index_of(player_of(view.tricks, i))];
    hidden_.erase(view.tricks.cards[i]);
  }
  for (Seat seat = 0; seat < seat_count; ++seat) {
    if (seat == view.seat || seat == view.dummy) {
      seen_[index_of(seat)] = seat == view.seat ? view.hand : view.table;
      continue;
    }
    void_in_[seats_.size()] = shown[index_of(seat)];
    lacking_[seats_.size()] = held[index_of(seat)];
    seats_.push_back(seat);
  }
  for (std::size_t suit = 0; suit < cards_.size(); ++suit)
    cards_[suit] = length_of(hidden_, static_cast<Suit>(suit));
  forget_ways();
  if (ways(0, lacking_) > 0) return;
  // At another program's table, hands may break the rules. Then it is not known which cards they
  // lack.
  void_in_ = {};
  forget_ways();
}

void HandSampler::forget_ways() {
  for (auto& by_first : known_) {
    for (auto& by_second : by_first) by_second.fill(unknown);
  }
}

std::array<CardSet, seat_count> HandSampler::deal(Rng& rng) {
  auto hands = seen_;
  Counts lacking = lacking_;
  for (std::size_t suit = 0; suit < cards_.size(); ++suit) {
    FixedVector<Card, hand_size> order;
    for (const Card card : hidden_& CardSet::of(static_cast<Suit>(suit))) order.push_back(card);
    rng.shuffle(order);
    const Counts split = choose(suit, lacking, rng);
    auto next = order.begin();
    for (std::size_t hand = 0; hand < seats_.size(); ++hand) {
      for (int i = 0; i < split[hand]; ++i) hands[index_of(seats_[hand])].insert(*next++);
    }
  }
  return hands;
}

/// Chooses how many cards of this suit each hand gets, and takes them off `lacking`.
HandSampler::Counts HandSampler::choose(std::size_t suit, Counts& lacking, Rng& rng) {
  std::uint64_t left = below(rng, ways(suit, lacking));
  Counts chosen{};
  bool is_chosen = false;
  for_each_split(suit, lacking, [&](const Counts& split, std::uint64_t count) {
    if (is_chosen) return;
    is_chosen = left < count;
    if (is_chosen) chosen = split;
    left -= count;
  });
  for (std::size_t hand = 0; hand < most_hidden; ++hand) lacking[hand] -= chosen[hand];
  return chosen;
}

/// In how many ways this suit and the next ones can be dealt.
std::uint64_t HandSampler::ways(std::size_t suit, const Counts& lacking) {
  if (suit == cards_.size()) return 1;
  std::uint64_t& known = known_[suit][index_of(lacking[0])][index_of(lacking[1])];
  if (known != unknown) return known;
  std::uint64_t sum = 0;
  for_each_split(suit, lacking, [&sum](const Counts&, std::uint64_t count) { sum += count; });
  return known = sum;
}

/// Calls `visit(split, ways)` for each possible way to split a suit.
template <class Visit>
void HandSampler::for_each_split(std::size_t suit, const Counts& lacking, Visit visit) {
  const int cards = cards_[suit];
  const auto most = [&](std::size_t hand) { return void_in_[hand][suit] ? 0 : lacking[hand]; };
  for (int first = 0; first <= std::min(cards, most(0)); ++first) {
    for (int second = 0; second <= std::min(cards - first, most(1)); ++second) {
      const int third = cards - first - second;
      if (third > most(2)) continue;
      const std::uint64_t choices = ways_to_choose[index_of(cards)][index_of(first)] *
                                    ways_to_choose[index_of(cards - first)][index_of(second)];
      const Counts rest = {lacking[0] - first, lacking[1] - second, lacking[2] - third};
      if (const std::uint64_t others = ways(suit + 1, rest); others > 0)
        visit(Counts{first, second, third}, choices * others);
    }
  }
}

void Bridge::resample(Position<Bridge>& position, Seat seat, Rng& rng) {
  State& state = position.state;
  position.source.reseed(rng);
  if (state.deal == 0) return;
  state.hands = HandSampler(view(state, seat)).deal(rng);
  const auto dealt = dealt_hands(state.hands, state.tricks);
  if (is_session(state.scoring) && state.stage == Stage::play) {
    const Honours held = honours(dealt, state.contract.strain);
    state.honours_side = static_cast<std::uint8_t>(held.side);
    state.honours_points = static_cast<std::uint8_t>(held.points);
  }
  if (!position.source.drawn.hands.empty()) position.source.drawn.hands.back().of = dealt;
}

}  // namespace arena::bridge
