#include "games/bidding/encoder.hpp"

#include <cstddef>

namespace arena::bidding {

std::vector<ObservationPart> Encoder::parts() const {
  return {{"unused", {seats_, cards_}, "by seat and card: whether it is unused"},
          {"prize", {cards_}, "which prize is up"},
          {"prizes_left", {cards_}, "which prizes are still to come"},
          {"points", {seats_}, "by seat, of the sum of all prizes"},
          {"left", {seats_}, "by seat: whether its player has left"},
          {"carried", {1}, "what ties have added to the prize, of the sum of all prizes"},
          {"rounds",
           {cards_, 1 + seats_},
           "by prize that was up before: the number of its round, of all rounds, and the bids by "
           "seat, of the highest card"}};
}

void Encoder::tell(Told& told, const Event& event) {
  if (const auto* shown = std::get_if<Shown>(&event)) {
    told.round = static_cast<std::uint8_t>(shown->round + 1);
    told.prize = static_cast<std::uint8_t>(shown->prize);
  } else if (const auto* bid = std::get_if<Bid>(&event)) {
    Told::Round& round = told.rounds[told.prize - std::size_t{1}];
    round.number = told.round;
    round.bids[static_cast<std::size_t>(bid->seat)] = static_cast<std::uint8_t>(bid->card);
  } else if (const auto* gone = std::get_if<Left>(&event)) {
    told.left = static_cast<std::uint8_t>(told.left | 1U << static_cast<unsigned>(gone->seat));
  }
}

void Encoder::write(const View& view, const Told& told, ObservationWriter& out) const {
  const auto from_own = [&](int i) { return static_cast<std::size_t>((view.seat + i) % seats_); };
  const int all = cards_ * (cards_ + 1) / 2;
  for (int i = 0; i < seats_; ++i) out.bits(view.unused[from_own(i)].bits(), cards_);
  out.one_of(view.prize - 1, cards_);
  out.bits(view.prizes_left.bits(), cards_);
  for (int i = 0; i < seats_; ++i) out.share(view.score(static_cast<Seat>(from_own(i))), all);
  for (int i = 0; i < seats_; ++i) out.bits(std::uint64_t{told.left} >> from_own(i), 1);
  out.share(view.carried(), all);
  for (int prize = 0; prize < cards_; ++prize) {
    const Told::Round& round = told.rounds[static_cast<std::size_t>(prize)];
    out.share(round.number, cards_);
    for (int i = 0; i < seats_; ++i) out.share(round.bids[from_own(i)], cards_);
  }
}

}  // namespace arena::bidding
