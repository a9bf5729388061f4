// Worlds that a seat cannot tell apart: YardBridge::resample deals the hidden cards again, and
// YardBridge::imagine makes a position from what a seat knows. For that it finds again, from the
// events of the deal, what all players know of hidden cards.
#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "games/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge {

namespace {

/// The cards that cover a six of this suit.
CardSet covers(Suit suit) { return sixes | CardSet::of(suit) | jacks; }

/// Whether the card covers none of the sixes that were missed.
bool could_miss(const Trace& trace, Card card) {
  for (const Suit suit : {cards::spades, cards::clubs, cards::hearts, cards::diamonds}) {
    if (((trace.missed >> suit) & 1U) != 0 && covers(suit).contains(card)) return false;
  }
  return true;
}

constexpr Seat no_seat = -1;

/// A card that some seat cannot see.
struct HiddenCard {
  Card card;
  Seat holder = no_seat;  // `no_seat`: the stock
  Trace trace;

  /// Returns whether another hidden card can be in this place.
  [[nodiscard]] bool could_be(const HiddenCard& other) const {
    return trace.stock == other.trace.stock && could_miss(trace, other.card);
  }
};

/// Exchanges cards at random where both places allow it, often enough that the original order makes
/// no difference.
void mix(std::vector<HiddenCard>& hidden, Rng& rng) {
  const auto size = static_cast<std::uint32_t>(hidden.size());
  for (std::uint32_t swaps = 32 * size; swaps > 0; --swaps) {
    HiddenCard& one = hidden[rng.below(size)];
    HiddenCard& other = hidden[rng.below(size)];
    if (one.could_be(other) && other.could_be(one)) std::swap(one.card, other.card);
  }
}

using Slots = std::vector<Trace>;  // what is known of each card of a hand

/// What a seat could note of a deal.
class Notes {
 public:
  Notes(const Options& options, int seats, Seat own)
      : options_(options), seats_(seats), own_(own) {}

  void operator()(const Dealt& event) {
    for (Seat seat = 0; seat < seats_; ++seat) {
      const int cards = options_.hand - (seat == event.dealer ? 1 : 0);
      slots_[index_of(seat)].assign(index_of(seat == own_ ? 0 : cards), Trace{});
    }
    stock_of_ = {};
    stocks_ = 0;
    stock_ = pack_size - seats_ * options_.hand;
    pile_ = CardSet::only(event.opening);
    top_ = event.opening;
    put_by_ = event.dealer;
    is_open_ = sixes.contains(event.opening);
    suit_ = event.opening.suit();
  }
  void operator()(const Put& event) {
    const Card card = event.move.card();
    pile_.insert(card);
    top_ = card;
    put_by_ = event.seat;
    suit_ = event.move.suit();
    is_open_ = sixes.contains(card);
    if (event.seat != own_) give_up(slots_[index_of(event.seat)], card);
  }
  /// A shuffle comes before the event of the cards that needed it: the first of them are of the
  /// stock before.
  void operator()(const Took& event) {
    if (!event.penalty) note_uncovered(event.seat);
    const int before = std::exchange(left_before_, 0);
    for (int i = 0; event.seat != own_ && i < event.count; ++i) {
      const int stock = i < before ? stocks_ - 1 : stocks_;
      slots_[index_of(event.seat)].push_back({static_cast<std::uint8_t>(stock), 0});
    }
    stock_ -= event.count - before;
  }
  void operator()(const Finished& event) {
    note_uncovered(event.seat);
    is_open_ = false;
  }
  void operator()(const Shuffled& event) {
    left_before_ = std::exchange(stock_, event.count);
    ++stocks_;
    const CardSet top = CardSet::only(top_);
    for (const Card card : pile_ - top) stock_of_[card.index] = static_cast<std::uint8_t>(stocks_);
    pile_ = top;
  }
  void operator()(const Left& event) { gone_.insert(event.seat); }
  template <class Other>
  void operator()(const Other& /*event*/) {}

  [[nodiscard]] const Slots& slots(Seat seat) const { return slots_[index_of(seat)]; }
  [[nodiscard]] Trace of(Card card) const { return {stock_of_[card.index], 0}; }
  [[nodiscard]] int stocks() const { return stocks_; }
  [[nodiscard]] Seats gone() const { return gone_; }

 private:
  /// Several cards of the hand may have been this one: the oldest goes.
  void give_up(Slots& slots, Card card) const {
    const auto slot = std::ranges::find_if(slots, [&](const Trace& trace) {
      return trace.stock == stock_of_[card.index] && could_miss(trace, card);
    });
    if (slot != slots.end()) {
      slots.erase(slot);
    } else if (!slots.empty()) {
      slots.pop_back();
    }
  }
  /// If the seat leaves its six uncovered, no card of its hand covers it.
  void note_uncovered(Seat seat) {
    if (!is_open_ || put_by_ != seat) return;
    for (Trace& trace : slots_[index_of(seat)])
      trace.missed |= static_cast<std::uint8_t>(1U << suit_);
  }

  Options options_;
  int seats_;
  Seat own_;
  std::array<Slots, most_players> slots_{};  // by seat; those of the own hand stay empty
  std::array<std::uint8_t, cards::joker_index> stock_of_{};  // by card, as in Trace
  CardSet pile_;
  Card top_;
  Seat put_by_ = 0;
  Suit suit_ = cards::spades;  // in force
  bool is_open_ = false;       // a six on top was put in this turn
  int stocks_ = 0;
  int stock_ = 0;        // cards in it
  int left_before_ = 0;  // cards that were left of the stock before, for the next event
  Seats gone_;
};

/// A place that some unseen card has.
struct Place {
  std::optional<Seat> holder;  // empty: the stock
  Trace trace;
};

/// All hidden places. If events are missing, so is what is known of the places.
std::vector<Place> hidden_places(const View& view, const Notes& notes) {
  std::vector<Place> places;
  const Trace last{static_cast<std::uint8_t>(notes.stocks()), 0};
  for (Seat seat = 0; seat < view.seats; ++seat) {
    if (seat == view.seat) continue;
    Slots slots = notes.slots(seat);
    slots.resize(view.counts[index_of(seat)], last);
    for (const Trace& trace : slots) places.push_back({seat, trace});
  }
  places.resize(places.size() + index_of(view.stock), {std::nullopt, last});
  return places;
}

/// Gives each place an unseen card that fits, those of which most is known first. What no card fits
/// is forgotten.
void fill(State& state, std::vector<Place> places, CardSet unseen, const Notes& notes) {
  const auto missed = [](const Place& place) { return -std::popcount(place.trace.missed); };
  std::ranges::stable_sort(places, {}, missed);
  const auto fitting = [&](const Trace& trace) -> std::optional<Card> {
    for (const Card card : unseen) {
      if (notes.of(card).stock == trace.stock && could_miss(trace, card)) return card;
    }
    return std::nullopt;
  };
  std::vector<Place> others;
  const auto put = [&](const Place& place, Card card) {
    unseen.erase(card);
    state.traces[card.index] = place.trace;
    if (place.holder) {
      state.hands[index_of(*place.holder)].insert(card);
    } else {
      state.stock.push_back(card);
    }
  };
  for (const Place& place : places) {
    if (const auto card = fitting(place.trace)) {
      put(place, *card);
    } else {
      others.push_back(place);
    }
  }
  for (const Place& place : others) put({place.holder, notes.of(unseen.front())}, unseen.front());
}

}  // namespace

void YardBridge::resample(Position<YardBridge>& position, Seat seat, Rng& rng) {
  State& state = position.state;
  std::vector<HiddenCard> hidden;
  for (Seat other = 0; other < state.seats; ++other) {
    if (other == seat) continue;
    for (const Card card : state.hands[index_of(other)])
      hidden.push_back({card, other, state.traces[card.index]});
    state.hands[index_of(other)] = {};
  }
  for (std::size_t at = state.drawn; at < state.stock.size(); ++at)
    hidden.push_back({state.stock[at], no_seat, {state.stocks, 0}});
  const auto before = hidden;
  mix(hidden, rng);
  std::size_t next = state.drawn;
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    const auto& [card, holder, trace] = hidden[i];
    state.traces[card.index] = trace;
    if (holder == no_seat) {
      state.stock[next++] = card;
      continue;
    }
    state.hands[index_of(holder)].insert(card);
  }
  for (Card& taken : state.owed.taken) {
    for (std::size_t i = 0; state.owed.seat != seat && i < hidden.size(); ++i) {
      if (before[i].card != taken) continue;
      taken = hidden[i].card;
      break;
    }
  }
  position.source.reseed(rng);
}

Position<YardBridge> YardBridge::imagine(const Setup<YardBridge>& setup, const View& view,
                                         std::span<const Event> told) {
  Notes notes(setup.options, view.seats, view.seat);
  for (const Event& event : told) std::visit(notes, event);
  Position<YardBridge> position(setup);
  State& state = position.state;
  state.hands = {};
  state.hands[index_of(view.seat)] = view.hand;
  state.pile = view.pile;
  state.totals = view.totals;
  state.deal = view.deal;
  state.actions = view.actions;
  state.put = view.put;
  state.row = view.row;
  state.forfeited = notes.gone();
  state.stock.clear();
  state.drawn = 0;
  state.counts = view.counts;
  state.stocks = static_cast<std::uint8_t>(notes.stocks());
  state.dealer = static_cast<std::uint8_t>(view.dealer);
  state.actor = static_cast<std::uint8_t>(view.actor);
  state.top = view.top;
  state.suit = view.suit;
  state.took = view.took;
  CardSet unseen;
  for (const Card card : full_pack()) unseen.insert(card);
  unseen -= view.hand | view.pile;
  fill(state, hidden_places(view, notes), unseen, notes);
  position.gone = notes.gone();
  return position;
}

}  // namespace arena::yard_bridge
