#include "games/bidding/guess.hpp"

#include <algorithm>
#include <cstddef>
#include <variant>

#include "arena/search/choice.hpp"

namespace arena::bidding {

namespace {

/// This part of its bids a policy is supposed to make at random: no player is quite like it.
constexpr double at_random = 0.1;

template <int shift>
Mixture shifted(const View& view, Notes& /*notes*/) {
  return as_mixture(view, by_rank(view, shift));
}

/// Null stands for none. `round_solver` is too slow for it.
constexpr std::array<Mix, 16> known = {nullptr,
                                       mixed<copycat, &Notes::last>,
                                       mixed<counter>,
                                       mixed<highest>,
                                       mixed<learner, &Notes::habits>,
                                       mixed<match_plus_one>,
                                       mixed<mimic>,
                                       mixed<ordered>,
                                       mixed<planner, &Notes::plan>,
                                       mixed<scattered>,
                                       shifted<-2>,
                                       shifted<-1>,
                                       shifted<0>,
                                       shifted<1>,
                                       shifted<2>,
                                       shifted<3>};

/// The mixture of a player that makes a part of its bids at random; of none, any bid is as likely.
Mixture with_slips(Mix mix, const View& view, Notes& notes) {
  Mixture mixture = uniform(view);
  if (mix == nullptr) return mixture;
  const Mixture pure = mix(view, notes);
  // After a slip, the policy may want a card that is gone.
  if (std::ranges::count(pure, 0.0) == view.hand().size()) return mixture;
  for (std::size_t rank = 0; rank < mixture.size(); ++rank)
    mixture[rank] = at_random * mixture[rank] + (1 - at_random) * pure[rank];
  return mixture;
}

}  // namespace

Guess::Guess(const Setup<Bidding>& setup, Seat seat, std::span<const Event> told) {
  for (Seat other = 0; other < setup.seats; ++other) {
    if (other == seat) continue;
    for (const Mix mix : known)
      supposed_[static_cast<std::size_t>(other)].push_back({mix, {}, 1.0 / known.size()});
  }
  State now = Bidding::start(setup, {});
  for (const Event& event : told) {
    if (const auto* shown = std::get_if<Shown>(&event))
      Bidding::apply(now, Prize{static_cast<std::uint8_t>(shown->prize)}, {});
    if (const auto* left = std::get_if<Left>(&event))
      supposed_[static_cast<std::size_t>(left->seat)].clear();
    const auto* bid = std::get_if<Bid>(&event);
    if (bid == nullptr || !Bidding::actors(now).contains(bid->seat)) continue;
    const View view = Bidding::view(now, bid->seat);
    if (!view.hand().contains(bid->card)) continue;
    explain(view, bid->card);
    Bidding::apply(now, bid->seat, Move{static_cast<std::uint8_t>(bid->card)}, {});
  }
}

void Guess::explain(const View& view, int card) {
  const auto rank = static_cast<std::size_t>(lower_than(card, view.hand()));
  double sum = 0;
  auto& supposed = supposed_[static_cast<std::size_t>(view.seat)];
  for (Supposed& one : supposed) sum += one.weight *= with_slips(one.mix, view, one.notes)[rank];
  for (Supposed& one : supposed) one.weight /= sum;
}

bool Guess::draw(Rng& rng) {
  bool supposes = false;
  for (std::size_t other = 0; other < supposed_.size(); ++other) {
    const auto& supposed = supposed_[other];
    if (supposed.empty()) continue;
    double left = search::fraction(rng);
    std::size_t drawn = 0;
    while (drawn + 1 < supposed.size() && left >= supposed[drawn].weight)
      left -= supposed[drawn++].weight;
    if (supposed[drawn].mix == nullptr) return false;
    played_[other] = {supposed[drawn].mix, supposed[drawn].notes};
    supposes = true;
  }
  return supposes;
}

const Mixture& Guess::mixture(const View& view, Seat other) {
  Played& played = played_[static_cast<std::size_t>(other)];
  if (played.round != view.round) {
    View theirs = view;
    theirs.seat = other;
    theirs.own = view.unused[static_cast<std::size_t>(other)];
    played.mixture = with_slips(played.mix, theirs, played.notes);
    played.round = view.round;
  }
  return played.mixture;
}

Move Guess::of_other(const View& view, Rng& rng) {
  return draw_bid(mixture(view, view.seat), view.hand(), rng);
}

Move Guess::answer(const View& view, Rng& rng) {
  int expected = 0;
  for (Seat other = 0; other < view.seats; ++other) {
    const auto index = static_cast<std::size_t>(other);
    if (played_[index].mix == nullptr) continue;
    const Move move = draw_bid(mixture(view, other), view.unused[index], rng);
    expected = std::max(expected, static_cast<int>(move.card));
  }
  return beat(view, expected);
}

}  // namespace arena::bidding
