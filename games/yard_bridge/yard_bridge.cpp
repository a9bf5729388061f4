#include "games/yard_bridge/yard_bridge.hpp"

#include <limits>
#include <utility>

#include "arena/core/outcome.hpp"

namespace arena::yard_bridge {

namespace {

constexpr int most_of_a_deal = 260;  // points: the whole pack in one hand

// House rule: the options have limits, so that totals fit in 32 bits.
constexpr int highest_target = 1'000'000'000;
constexpr int most_deals = 8'000'000;
constexpr int most_actions = 1'000'000'000;

constexpr Seat after(const State& state, Seat seat) {
  return seat + 1 == state.seats ? 0 : seat + 1;
}

SeatNumbers totals_of(const State& state) {
  SeatNumbers totals;
  for (int seat = 0; seat < state.seats; ++seat) totals.push_back(state.totals[index_of(seat)]);
  return totals;
}

/// All cards of a rank, by the card on top.
constexpr auto same_rank = [] {
  std::array<CardSet, cards::joker_index> table{};
  for (int index = 0; index < cards::joker_index; ++index)
    table[index_of(index)] = CardSet::of(Card::at(index).rank());
  return table;
}();

void begin_turn(State& state, Seat seat) {
  state.actor = static_cast<std::uint8_t>(seat);
  state.put = 0;
  state.row = 0;
  state.took = false;
}

/// Puts the card on top, with this suit in force.
void lay(State& state, Card card, Suit suit) {
  const bool goes_on = state.put > 0 && same_rank[state.top.index].contains(card);
  state.row = goes_on ? state.row + 1 : 1;
  ++state.put;
  state.top = card;
  state.suit = suit;
  state.pile.insert(card);
}

/// Deals one card at a time, from the seat left of the dealer. The dealer's last opens the pile.
// House rule: the number of cards each (`hand`), and the order.
void deal_out(State& state) {
  const int dealt = state.seats * state.options.hand;
  state.hands = {};
  Seat seat = state.dealer;
  for (int i = 0; i < dealt - 1; ++i) {
    seat = after(state, seat);
    state.hands[index_of(seat)].insert(state.stock[index_of(i)]);
  }
  for (seat = 0; seat < state.seats; ++seat) {
    const int cards = state.options.hand - (seat == state.dealer ? 1 : 0);
    state.counts[index_of(seat)] = static_cast<std::uint8_t>(cards);
  }
  state.drawn = static_cast<std::uint8_t>(dealt);
}

void start_deal(State& state, const Order& deck, Events<Event> happened) {
  ++state.deal;
  state.actions = 0;
  state.stock = deck;
  state.stocks = 0;
  state.traces = {};
  deal_out(state);
  // House rule: the opening card counts as put by the dealer, whose turn it is. A jack orders its
  // own suit.
  const Card opening = state.stock[state.drawn - 1U];
  state.pile = {};
  begin_turn(state, state.dealer);
  lay(state, opening, opening.suit());
  if (happened) {
    happened(Dealt{state.deal, state.dealer, totals_of(state), state.hands, opening, state.stock});
  }
}

/// Adds the points left in the hands. Then the match continues with the next deal, or is over.
[[gnu::noinline]] void end_deal(State& state, Events<Event> happened) {
  const bool to_target = state.options.deals == 0;
  bool over = state.deal == state.options.deals;
  SeatNumbers scored;
  for (std::size_t seat = 0; seat < state.seats; ++seat) {
    int& total = state.totals[seat];
    scored.push_back(points(state.hands[seat]));
    total += scored.back();
    if (to_target && total == state.options.target) total = 0;
    over = over || (to_target && total > state.options.target);
  }
  if (happened) happened(Scored{scored, totals_of(state)});
  if (over) {
    state.stage = Stage::played_out;
    return;
  }
  state.dealer = static_cast<std::uint8_t>(after(state, state.dealer));
  state.stage = Stage::deck;
}

/// Takes the owed cards, as far as there are any. False: the pile must become the stock first.
// House rule: that happens when a card is needed, not before.
[[gnu::always_inline]] inline bool take_cards(State& state, Owed& owed, Events<Event> happened) {
  for (; owed.cards > 0 && state.can_draw(); --owed.cards) {
    if (state.stock_left() == 0) [[unlikely]]
      return false;
    const Card card = state.stock[state.drawn++];
    state.hands[owed.seat].insert(card);
    ++state.counts[owed.seat];
    owed.taken.push_back(card);
  }
  owed.cards = 0;
  if (happened)
    happened(Took{owed.seat, owed.penalty, static_cast<int>(owed.taken.size()), owed.taken});
  return true;
}

/// The effects of the cards that were put last. Each opponent hit by an eight or ace loses a turn.
// House rule: several sevens and aces add up as eights do. Hits go round the opponents one by one
// and skip the seat that put the cards.
[[gnu::always_inline]] inline void owe_penalty(const State& state, Owed& owed) {
  owed.seat = state.actor;
  owed.penalty = true;
  if (state.put == 0) return;
  const auto row = static_cast<std::uint8_t>(state.row);
  if (sevens.contains(state.top)) {
    owed.seat = static_cast<std::uint8_t>(after(state, state.actor));
    owed.cards = row;
  } else if (eights.contains(state.top) || aces.contains(state.top)) {
    owed.hits = row;
  }
}

/// Applies the effects, one seat after the other. Returns false if it must wait for a shuffle.
[[gnu::always_inline]] inline bool settle(State& state, Owed& owed, Events<Event> happened) {
  while (true) {
    if (owed.cards > 0 && !take_cards(state, owed, happened)) return false;
    if (owed.skipped && happened) happened(Skipped{owed.seat});
    if (owed.hits == 0) return true;
    Seat next = after(state, owed.seat);
    if (next == state.actor) next = after(state, next);
    owed.seat = static_cast<std::uint8_t>(next);
    owed.cards = eights.contains(state.top) ? 2 : 0;
    --owed.hits;
    owed.skipped = true;
    owed.taken.clear();
  }
}

FixedVector<int, most_seats> scores_of(const State& state) {
  FixedVector<int, most_seats> scores;
  for (std::size_t seat = 0; seat < state.seats; ++seat) scores.push_back(state.totals[seat]);
  return scores;
}

void report_places(const State& state, Events<Event> happened) {
  if (!happened) return;
  SeatNumbers shown;
  for (const int place : places(scores_of(state), state.forfeited, false)) shown.push_back(place);
  happened(Over{shown});
}

/// If the actor leaves a six uncovered, no card of its hand covers it: all players can see that.
void note_uncovered(State& state) {
  if (state.put == 0 || !sixes.contains(state.top)) return;
  for (const Card card : state.hands[state.actor])
    state.traces[card.index].missed |= static_cast<std::uint8_t>(1U << state.suit);
}

// House rule: a deal with too many actions is scored as it stands.
void end_move(State& state, bool ends_deal, Events<Event> happened) {
  if (!ends_deal && state.actions < state.options.max_actions) [[likely]]
    return;
  end_deal(state, happened);
  if (state.stage == Stage::played_out) report_places(state, happened);
}

/// Applies all effects of `take` or `done`, and moves on. In line, because play-outs take often,
/// and most effects are nothing then.
[[gnu::always_inline]] inline void pay(State& state, Owed& owed, Events<Event> happened) {
  if (!settle(state, owed, happened)) [[unlikely]] {
    state.owed = owed;
    state.stage = Stage::stock;
    return;
  }
  bool ends_deal = false;
  if (owed.penalty) {
    ends_deal = state.counts[state.actor] == 0;
    begin_turn(state, after(state, owed.skipped ? owed.seat : state.actor));
  } else {
    state.took = true;
  }
  end_move(state, ends_deal, happened);
}

/// All members of a view except `puts` and `legal`, which stay empty.
View known_to(Seat seat, const State& now) {
  View view;
  view.seat = seat;
  view.actor = now.actor;
  view.seats = now.seats;
  view.deal = now.deal;
  view.dealer = now.dealer;
  view.actions = now.actions;
  view.hand = now.hands[index_of(seat)];
  view.pile = now.pile;
  view.top = now.top;
  view.suit = now.suit;
  view.put = now.put;
  view.row = now.row;
  view.took = now.took;
  view.can_draw = now.can_draw();
  view.stock = now.stock_left();
  view.counts = now.counts;
  view.totals = now.totals;
  view.options = now.options;
  return view;
}

/// Sets `puts` and `legal` for the seat whose turn it is. It uses branches, which the processor
/// predicts well; a version with bit operations only took a quarter longer.
void choose(View& view) {
  const CardSet equal = view.hand & same_rank[view.top.index];
  if (view.put > 0 && !view.must_cover()) {
    view.puts = equal;
    view.legal = Moves(equal, false, true);
    return;
  }
  view.puts = equal | (view.hand & (CardSet::of(view.suit) | jacks));
  const bool may_take = view.put == 0 ? !view.took : view.puts.empty();
  const bool may_finish = view.put == 0 && view.took;
  // House rule: if no card is left to take, a turn may end with nothing done, and a six that
  // nothing in the hand covers may stay uncovered.
  const bool stuck = !view.can_draw && (view.put == 0 || view.puts.empty());
  view.legal = Moves(view.puts, may_take && view.can_draw, may_finish || stuck);
}

std::string range_refusal(std::string_view option, std::string_view range, int got) {
  return std::string(option) + " must be " + std::string(range) + ", not " + std::to_string(got);
}

Refusal check_options(const Options& options, int seats) {
  if (options.hand < 2 || options.hand > 18)
    return Refusal(range_refusal("hand", "from 2 to 18", options.hand));
  if (seats * options.hand > pack_size) {
    const std::string range = "at most " + std::to_string(pack_size / seats) + " with " +
                              std::to_string(seats) + " players";
    return Refusal(range_refusal("hand", range, options.hand));
  }
  if (options.target < 1 || options.target > highest_target)
    return Refusal(range_refusal("target", "from 1 to 1000000000", options.target));
  if (options.deals < 0 || options.deals > most_deals)
    return Refusal(range_refusal("deals", "from 0 to 8000000", options.deals));
  if (options.max_actions < 1 || options.max_actions > most_actions)
    return Refusal(range_refusal("max_actions", "from 1 to 1000000000", options.max_actions));
  return {};
}

/// Removes the cards of other seats from an event.
struct Hide {
  Seat seat = 0;

  Event operator()(Dealt event) const {
    for (std::size_t other = 0; other < most_players; ++other) {
      if (other != index_of(seat)) event.hands[other] = {};
    }
    event.deck.clear();
    return event;
  }
  Event operator()(Took event) const {
    if (event.seat != seat) event.cards.clear();
    return event;
  }
  Event operator()(Shuffled event) const {
    event.stock.clear();
    return event;
  }
  template <class Open>
  Event operator()(const Open& event) const {
    return event;
  }
};

}  // namespace

Refusal YardBridge::check(const Setup<YardBridge>& setup) {
  if (setup.seats < info.least_seats || setup.seats > info.most_seats)
    return "Yard bridge has 2 to 6 seats";
  if (Refusal refusal = check_options(setup.options, setup.seats)) return refusal;
  return cards::check_given(setup.deal, full_pack(), setup.seats);
}

State YardBridge::start(const Setup<YardBridge>& setup, Events<Event> happened) {
  State state;
  state.options = setup.options;
  state.seats = static_cast<std::uint8_t>(setup.seats);
  const auto& given = setup.deal.deals;
  const int dealer = given.empty() ? setup.seed.number % setup.seats : given.front().dealer;
  state.dealer = static_cast<std::uint8_t>(dealer);
  if (happened) happened(Began{setup.seats, setup.options.target, setup.options.deals});
  return state;
}

Order YardBridge::unshuffled(const State& now) {
  static constexpr Order sorted = full_pack();
  if (awaits_deck(now)) return sorted;
  Order cards;
  for (const Card card : now.pile - CardSet::only(now.top)) cards.push_back(card);
  return cards;
}

void YardBridge::apply(State& state, const ShuffledCards& chance, Events<Event> happened) {
  const bool deals = awaits_deck(state);
  state.stage = Stage::playing;
  if (deals) {
    start_deal(state, chance.cards, happened);
    return;
  }
  state.stock = chance.cards;
  state.drawn = 0;
  state.pile = CardSet::only(state.top);
  ++state.stocks;
  for (const Card card : state.stock) state.traces[card.index] = {state.stocks, 0};
  if (happened) happened(Shuffled{static_cast<int>(state.stock.size()), state.stock});
  Owed owed = std::exchange(state.owed, {});
  pay(state, owed, happened);
}

View YardBridge::view(const State& now, Seat seat) {
  View view = known_to(seat, now);
  if (seat == now.actor && now.stage == Stage::playing) [[likely]]
    choose(view);
  return view;
}

std::optional<Event> YardBridge::view(const Event& event, Seat seat) {
  return std::visit(Hide{seat}, event);
}

Move YardBridge::fallback(const View& view) {
  if (view.legal.contains(Move::take())) return Move::take();
  if (view.puts.empty()) return Move::done();
  const Card card = view.puts.front();
  return jacks.contains(card) ? Move::put(card, card.suit()) : Move::put(card);
}

void YardBridge::apply(State& state, Seat seat, const Move& move, Events<Event> happened) {
  ++state.actions;
  if (move.is_put()) {
    state.hands[index_of(seat)].erase(move.card());
    --state.counts[index_of(seat)];
    lay(state, move.card(), move.suit());
    if (happened) happened(Put{seat, move});
    end_move(state, false, happened);
  } else if (move == Move::take()) {
    note_uncovered(state);
    Owed owed{.seat = state.actor, .cards = 1};
    pay(state, owed, happened);
  } else {
    note_uncovered(state);
    if (happened) happened(Finished{seat});
    Owed owed;
    owe_penalty(state, owed);
    pay(state, owed, happened);
  }
}

Worst YardBridge::worst(const State& now, Seat seat) {
  const Options& options = now.options;
  if (options.deals == 0) {
    // Another seat may land exactly on the target again, and so have 0 points.
    const int score = options.target + most_of_a_deal;
    return {score, -score};
  }
  const int deals_left = options.deals - now.deal + 1;
  const int score = now.totals[index_of(seat)] + deals_left * most_of_a_deal;
  int best_other = std::numeric_limits<int>::max();
  for (Seat other = 0; other < now.seats; ++other) {
    if (other != seat) best_other = std::min(best_other, now.totals[index_of(other)]);
  }
  return {score, best_other - score};
}

// House rule: the arbiter plays on for a seat that has forfeited, so that the others can finish.
void YardBridge::forfeit(State& state, Seat seat, Events<Event> happened) {
  state.forfeited.insert(seat);
  if (happened) happened(Left{seat});
  if (state.forfeited.size() < state.seats) return;
  state.stage = Stage::forfeit;
  report_places(state, happened);
}

Outcome YardBridge::outcome(const State& now) {
  return {scores_of(now), now.stage == Stage::forfeit ? "forfeit" : "played out"};
}

}  // namespace arena::yard_bridge

template struct arena::RandomPlay<arena::yard_bridge::YardBridge>;
