// Worlds that a seat cannot tell apart: Most::resample deals the hidden cards again, and
// Most::imagine makes a position from what a seat knows. For that it finds again, from the events
// of the deal, what all players know of hidden cards.
#include <algorithm>
#include <optional>
#include <vector>

#include "games/most/most.hpp"

namespace arena::most {

namespace {

constexpr Seat no_seat = -1;

/// A card that some seat cannot see.
struct HiddenCard {
  Card card;
  Seat holder = no_seat;   // `no_seat`: the stock
  std::uint8_t stock = 0;  // the number of the last stock of the deal that contained it
};

/// Shuffles the cards that were last in the same stock.
void mix(std::vector<HiddenCard>& hidden, Rng& rng) {
  std::ranges::stable_sort(hidden, {}, &HiddenCard::stock);
  for (auto first = hidden.begin(); first != hidden.end();) {
    const auto alike = [first](const HiddenCard& other) { return other.stock == first->stock; };
    const auto last = std::find_if_not(first, hidden.end(), alike);
    for (auto left = last - first; left > 1; --left)
      std::swap(first[left - 1].card, first[rng.below(static_cast<std::uint32_t>(left))].card);
    first = last;
  }
}

/// The stocks that cards were last in: State::stock_of says what that means.
using Stocks = std::vector<std::uint8_t>;

/// Removes one of this number; else the last one.
void take_one(Stocks& stocks, std::uint8_t number) {
  const auto found = std::ranges::find(stocks, number);
  if (found != stocks.end()) {
    stocks.erase(found);
  } else if (!stocks.empty()) {
    stocks.pop_back();
  }
}

/// What a seat could note of a deal.
class Notes {
 public:
  Notes(int seats, Seat own) : seats_(seats), own_(own) {}

  void operator()(const Dealt& event) {
    open_ = {};
    stock_of_ = {};
    stocks_ = 0;
    stock_ = pack_size - seats_ * cards_each - 1;
    jokers_.assign(joker_count, 0);
    for (Seat seat = 0; seat < seats_; ++seat)
      hidden_[index_of(seat)].assign(seat == own_ ? 0 : cards_each, 0);
    for (int i = 0; i < event.hands[index_of(own_)].jokers(); ++i) take_one(jokers_, 0);
    if (event.first.is_joker()) take_one(jokers_, 0);
    bridge_ = {};
    bridge_.add(event.first);
  }
  void operator()(const Drew& event) {
    if (stock_ == 0) return;
    --stock_;
    if (event.seat != own_) {
      hidden_[index_of(event.seat)].push_back(stocks_);
    } else if (event.card && event.card->is_joker()) {
      take_one(jokers_, stocks_);
    }
  }
  void operator()(const Shuffled& event) {
    ++stocks_;
    stock_ = event.size;
    if (bridge_.row().empty()) return;  // events are missing
    const Card last = bridge_.row().back();
    for (std::size_t i = 0; i + 1 < bridge_.row().size(); ++i) {
      const Card card = bridge_.row()[i];
      if (card.is_joker()) {
        jokers_.push_back(stocks_);
      } else {
        stock_of_[card.index] = stocks_;
      }
    }
    bridge_ = {};
    bridge_.add(last);
  }
  void operator()(const Took& event) {
    bridge_.cut(bridge_.row().size() - std::min(event.cards.size(), bridge_.row().size()));
    for (const Card card : event.cards) open_[index_of(event.seat)].insert(card);
    lay(event.seat, event.meld);
  }
  void operator()(const Melded& event) { lay(event.seat, event.meld); }
  void operator()(const LaidOff& event) { give_up(event.seat, event.laid.from_hand()); }
  void operator()(const Swapped& event) {
    give_up(event.seat, event.card);
    open_[index_of(event.seat)].insert(joker);
  }
  void operator()(const Discarded& event) {
    give_up(event.seat, event.card);
    bridge_.add(event.card);
  }
  void operator()(const Left& event) { gone_.insert(event.seat); }
  template <class Other>
  void operator()(const Other& /*event*/) {}

  [[nodiscard]] const Hand& open(Seat seat) const { return open_[index_of(seat)]; }
  /// Of the hidden cards of another seat's hand.
  [[nodiscard]] const Stocks& hidden(Seat seat) const { return hidden_[index_of(seat)]; }
  /// Of the jokers that the seat cannot see.
  [[nodiscard]] const Stocks& jokers() const { return jokers_; }
  [[nodiscard]] std::uint8_t stock_of(Card card) const { return stock_of_[card.index]; }
  [[nodiscard]] std::uint8_t stocks() const { return stocks_; }
  [[nodiscard]] Seats gone() const { return gone_; }

 private:
  void lay(Seat seat, const LaidCards& meld) {
    for (const Laid& laid : meld) give_up(seat, laid.from_hand());
  }
  void give_up(Seat seat, Card card) {
    Hand& open = open_[index_of(seat)];
    if (open.contains(card)) {
      open.erase(card);
    } else if (seat != own_) {
      Stocks& hidden = hidden_[index_of(seat)];
      if (!card.is_joker()) return take_one(hidden, stock_of_[card.index]);
      const std::uint8_t stock = jokers_.empty() ? std::uint8_t{0} : jokers_.back();
      take_one(hidden, stock);
      take_one(jokers_, stock);
    }
  }

  int seats_;
  Seat own_;
  std::array<Hand, most_players> open_{};
  std::array<Stocks, most_players> hidden_{};
  Stocks jokers_;
  std::array<std::uint8_t, cards::joker_index> stock_of_{};
  Bridge bridge_;
  std::uint8_t stocks_ = 0;
  int stock_ = 0;  // cards in it
  Seats gone_;
};

/// A card that the seat cannot see, or a place for one.
struct Unseen {
  std::uint8_t stock = 0;
  Card card{};                   // of a card
  std::optional<Seat> holder{};  // of a place; empty: the stock
};

/// All cards that the view's seat cannot see, by the stock that they were in last, `jokers` among
/// them.
std::vector<Unseen> unseen_cards(const State& state, const View& view, const Notes& notes,
                                 int jokers) {
  CardSet left = all_cards - view.bridge.cards() - view.table.cards();
  for (const Hand& hand : state.hands) left -= hand.cards();
  std::vector<Unseen> unseen;
  for (const Card card : left) unseen.push_back({notes.stock_of(card), card});
  Stocks stocks = notes.jokers();
  stocks.resize(static_cast<std::size_t>(jokers), notes.stocks());
  for (const std::uint8_t stock : stocks) unseen.push_back({stock, joker});
  std::ranges::stable_sort(unseen, {}, &Unseen::stock);
  return unseen;
}

/// All places for such cards. If events are missing, so is what is known of the places.
std::vector<Unseen> hidden_places(const State& state, const View& view, const Notes& notes) {
  std::vector<Unseen> places;
  for (Seat seat = 0; seat < view.seats(); ++seat) {
    if (seat == view.seat) continue;
    Stocks stocks = notes.hidden(seat);
    const int open = state.hands[index_of(seat)].size();
    stocks.resize(view.counts[index_of(seat)] - static_cast<std::size_t>(open), notes.stocks());
    for (const std::uint8_t stock : stocks) places.push_back({stock, {}, seat});
  }
  places.resize(places.size() + static_cast<std::size_t>(view.stock), {notes.stocks()});
  std::ranges::stable_sort(places, {}, &Unseen::stock);
  return places;
}

/// The known cards of another seat's hand, without those that are elsewhere now. `jokers`: those
/// that may be in it.
Hand open_hand(const Hand& open, const View& view, Seat seat, int& jokers) {
  const CardSet elsewhere = view.hand.cards() | view.bridge.cards() | view.table.cards();
  const int count = view.counts[index_of(seat)];
  Hand hand;
  for (const Card card : open.cards() - elsewhere) {
    if (hand.size() < count) hand.insert(card);
  }
  for (int i = open.jokers(); i > 0 && jokers > 0 && hand.size() < count; --i, --jokers)
    hand.insert(joker);
  return hand;
}

/// Of the own hand, what the others know matters too: cards that they saw leave it first.
void take_own_hand(State& state, const View& view, const Notes& notes) {
  const auto own = index_of(view.seat);
  const Hand& seen = notes.open(view.seat);
  state.hands[own] = view.hand;
  state.open[own] = {};
  for (const Card card : seen.cards() & view.hand.cards()) state.open[own].insert(card);
  for (int i = 0; i < view.hand.jokers(); ++i) {
    if (i < seen.jokers()) {
      state.open[own].insert(joker);
    } else {
      state.jokers_of[own].push_back(notes.stocks());
    }
  }
}

}  // namespace

void Most::resample(Position<Most>& position, Seat seat, Rng& rng) {
  State& state = position.state;
  std::vector<HiddenCard> hidden;
  for (Seat other = 0; other < state.seats; ++other) {
    if (other == seat) continue;
    Hand& hand = state.hands[index_of(other)];
    auto& jokers = state.jokers_of[index_of(other)];
    const Hand open = state.open[index_of(other)];
    for (const Card card : hand.cards() - open.cards())
      hidden.push_back({card, other, state.stock_of[card.index]});
    for (const std::uint8_t stock : jokers) hidden.push_back({joker, other, stock});
    hand = open;
    jokers.clear();
  }
  for (std::size_t at = state.drawn; at < state.stock.size(); ++at)
    hidden.push_back({state.stock[at], no_seat, state.stocks});
  mix(hidden, rng);
  std::size_t next = state.drawn;
  for (const auto& [card, holder, stock] : hidden) {
    if (holder == no_seat) {
      state.stock[next++] = card;
      continue;
    }
    state.hands[index_of(holder)].insert(card);
    if (card.is_joker()) state.jokers_of[index_of(holder)].push_back(stock);
  }
  position.source.reseed(rng);
}

Position<Most> Most::imagine(const Setup<Most>& setup, const View& view,
                             std::span<const Event> told) {
  Notes notes(view.seats(), view.seat);
  for (const Event& event : told) std::visit(notes, event);
  Position<Most> position(setup);
  State& state = position.state;
  state.hands = {};
  state.open = {};
  state.jokers_of = {};
  int jokers =
      joker_count - view.hand.jokers() - view.bridge.jokers() - view.table.by_jokers().size();
  for (Seat seat = 0; seat < view.seats(); ++seat) {
    if (seat != view.seat)
      state.hands[index_of(seat)] = open_hand(notes.open(seat), view, seat, jokers);
    state.open[index_of(seat)] = state.hands[index_of(seat)];
    state.totals[index_of(seat)] = view.totals[index_of(seat)];
  }
  take_own_hand(state, view, notes);
  state.table = view.table;
  state.bridge = view.bridge;
  state.stock.clear();
  state.drawn = 0;
  state.stocks = notes.stocks();
  state.gone = notes.gone();
  state.deal = view.deal;
  state.discards = view.discards;
  state.dealer = view.dealer;
  state.actor = static_cast<std::uint16_t>(view.seat);
  state.phase = view.phase;
  const std::vector<Unseen> cards = unseen_cards(state, view, notes, jokers);
  const std::vector<Unseen> places = hidden_places(state, view, notes);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Card card = cards[i].card;
    const std::uint8_t stock = places[i].stock;
    if (!card.is_joker()) state.stock_of[card.index] = stock;
    if (!places[i].holder) {
      state.stock.push_back(card);
      continue;
    }
    state.hands[index_of(*places[i].holder)].insert(card);
    if (card.is_joker()) state.jokers_of[index_of(*places[i].holder)].push_back(stock);
  }
  position.gone = notes.gone();
  return position;
}

}  // namespace arena::most
