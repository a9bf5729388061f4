#include "games/bridge/encoder.hpp"

#include <array>
#include <cstddef>

namespace arena::bridge {

namespace {

constexpr int sides = 2;
constexpr int most_points = 8000;  // of one deal; thirteen down, redoubled, are 7600
constexpr int points_for_game = 100;
constexpr int games_of_rubber = 2;

void write_auction(const View& view, ObservationWriter& out) {
  // By bid: who bid it, doubled it and redoubled it, as bits of the seats from the own one.
  std::array<std::array<std::uint32_t, 3>, bid_count> by_bid{};
  int opening_passes = 0;
  int last = -1;
  Seat caller = view.dealer;
  for (const Call call : view.auction.calls()) {
    const std::uint32_t seat = 1U << static_cast<unsigned>(after(caller, seat_count - view.seat));
    if (call.is_bid()) {
      last = call.rank();
      by_bid[index_of(last)][0] = seat;
    } else if (call != Call::pass()) {
      by_bid[index_of(last)][call == Call::doubles() ? 1 : 2] = seat;
    } else if (last < 0) {
      ++opening_passes;
    }
    caller = after(caller);
  }
  out.share(opening_passes, seat_count);
  for (const auto& bid : by_bid) {
    for (const std::uint32_t seats : bid) out.bits(seats, seat_count);
  }
}

void write_play(const View& view, ObservationWriter& out) {
  std::array<int, pack_size> places{};
  std::array<CardSet, seat_count> played{};
  std::array<CardSet, seat_count> on_table{};
  const auto& cards = view.tricks.cards;
  const std::size_t trick_begins = cards.size() - index_of(view.tricks.on_table());
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const auto from_own = index_of(after(player_of(view.tricks, i), seat_count - view.seat));
    places[cards[i].index] = static_cast<int>(i + 1);
    (i < trick_begins ? played : on_table)[from_own].insert(cards[i]);
  }
  for (const CardSet& set : played) out.bits(set.bits(), pack_size);
  for (const CardSet& set : on_table) out.bits(set.bits(), pack_size);
  for (const int place : places) out.share(place, pack_size);
}

}  // namespace

std::vector<ObservationPart> Encoder::parts() {
  return {
      {"hand", {pack_size}, "by card: what is left of the own hand"},
      {"table", {pack_size}, "by card: what is left in dummy, if it is open"},
      {"dealer", {seat_count}, "which seat dealt"},
      {"vulnerable", {sides}, "by side, the own one first"},
      {"opening_passes", {1}, "the passes before the first bid, of 4"},
      {"bids",
       {bid_count, 3, seat_count},
       "by bid from 1C to 7NT: which seat bid it, which one doubled it, which one redoubled it"},
      {"playing", {1}, "whether the auction is over"},
      {"turn", {seat_count}, "whose call or whose hand is next"},
      {"level", {1}, "of the contract, of 7"},
      {"strain", {5}, "of the contract: C, D, H, S, NT"},
      {"doubled", {1}, "1/2: the contract is doubled; 1: redoubled"},
      {"declarer", {seat_count}, "which seat"},
      {"played", {seat_count, pack_size}, "by seat and card: the cards of finished tricks"},
      {"trick", {seat_count, pack_size}, "by seat and card: the cards of this trick"},
      {"order", {pack_size}, "by card that was played: its number, of 52"},
      {"tricks", {sides}, "won by side, the own one first, of 13"},
      {"points", {sides}, "by side, as tricks, of 8000 for each deal"},
      {"below", {sides}, "points below the line, as tricks, of 100"},
      {"games", {sides}, "games won in a rubber, as tricks, of 2"},
      {"deal", {1}, "the number of this deal, of all"}};
}

void Encoder::write(const View& view, const Told& /*told*/, ObservationWriter& out) {
  const auto from_own = [&view](Seat seat) { return after(seat, seat_count - view.seat); };
  const int own = side_of(view.seat);
  const auto by_side = [&](const auto& numbers, int most) {
    out.share(numbers[index_of(own)], most);
    out.share(numbers[index_of(1 - own)], most);
  };
  const bool playing = view.stage == Stage::play;
  out.bits(view.hand.bits(), pack_size);
  out.bits(view.table.bits(), pack_size);
  out.one_of(from_own(view.dealer), seat_count);
  out.number(is_vulnerable(view.vulnerable, own) ? 1 : 0);
  out.number(is_vulnerable(view.vulnerable, 1 - own) ? 1 : 0);
  write_auction(view, out);
  out.number(playing ? 1 : 0);
  out.one_of(from_own(view.turn), seat_count);
  out.share(view.contract.level, 7);
  out.one_of(playing ? static_cast<int>(view.contract.strain) : -1, 5);
  out.share(view.contract.doubled, 2);
  out.one_of(playing ? from_own(view.contract.declarer) : -1, seat_count);
  write_play(view, out);
  by_side(view.won, hand_size);
  by_side(view.session.totals, most_points * view.most_deals);
  by_side(view.session.below, points_for_game);
  by_side(view.session.games, games_of_rubber);
  out.share(view.deal, view.most_deals);
}

}  // namespace arena::bridge
