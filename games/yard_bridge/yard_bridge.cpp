#include "games/yard_bridge/yard_bridge.hpp"

#include <limits>
#include <utility>

#include "arena/core/outcome.hpp"

namespace arena::yard_bridge {

namespace {

constexpr int most_of_a_deal = 260;  // points: the whole pack in one hand

// House rule: options have bounds, so that totals stay numbers of 32 bits.
constexpr int highest_target = 1'000'000'000;
constexpr int most_deals = 8'000'000;
constexpr int most_actions = 1'000'000'000;

constexpr std::size_t index_of(int number) { return static_cast<std::size_t>(number); }

constexpr Seat after(const State& state, Seat seat) {
  return seat + 1 == state.seats ? 0 : seat + 1;
}

SeatNumbers totals_of(const State& state) {
  SeatNumbers totals;
  for (int seat = 0; seat < state.seats; ++seat) totals.push_back(state.totals[index_of(seat)]);
  return totals;
}

/// By the card on top: all cards of its rank.
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

/// Lies on top from now on, with this suit in force.
void lay(State& state, Card card, Suit suit) {
  const bool goes_on = state.put > 0 && same_rank[state.top.index].contains(card);
  state.row = goes_on ? state.row + 1 : 1;
  ++state.put;
  state.top = card;
  state.suit = suit;
  state.pile.insert(card);
}

/// One card each, from the seat left of the dealer; the dealer's last opens the pile.
// House rule: how many each is dealt (`hand`), and the order.
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
  deal_out(state);
  // House rule: the opening card is the dealer's, as if he had put it, and it is his turn. A jack
  // orders its own suit.
  const Card opening = state.stock[state.drawn - 1U];
  state.pile = {};
  begin_turn(state, state.dealer);
  lay(state, opening, opening.suit());
  if (happened) {
    happened(Dealt{state.deal, state.dealer, totals_of(state), state.hands, opening, state.stock});
  }
}

/// Points of what is left in hand; the match goes on with the next deal, or is over.
void end_deal(State& state, Events<Event> happened) {
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

/// As many as are owed and there are. False: the pile has to become the stock first.
// House rule: it does so when a card is wanted, not before.
bool take_cards(State& state, Owed& owed, Events<Event> happened) {
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

/// What the cards do that were put last. Each opponent that an eight or ace hits loses a turn.
// House rule: several sevens and aces add up as eights do. Hits go round the opponents one by one,
// passing over the seat that put the cards.
Owed owed_after(const State& state) {
  Owed owed{.seat = state.actor, .penalty = true};
  if (state.put == 0) return owed;
  const auto row = static_cast<std::uint8_t>(state.row);
  if (sevens.contains(state.top)) {
    owed.seat = static_cast<std::uint8_t>(after(state, state.actor));
    owed.cards = row;
  } else if (eights.contains(state.top) || aces.contains(state.top)) {
    owed.hits = row;
  }
  return owed;
}

/// One seat after the other. False: it stops for a shuffle, and is to go on after that.
bool settle(State& state, Owed& owed, Events<Event> happened) {
  while (true) {
    if (owed.cards > 0 && !take_cards(state, owed, happened)) return false;
    if (owed.skipped && happened) happened(Skipped{owed.seat});
    if (owed.hits == 0) return true;
    Seat next = after(state, owed.seat);
    if (next == state.actor) next = after(state, next);
    owed = {.seat = static_cast<std::uint8_t>(next),
            .cards = static_cast<std::uint8_t>(eights.contains(state.top) ? 2 : 0),
            .hits = static_cast<std::uint8_t>(owed.hits - 1),
            .penalty = true,
            .skipped = true};
  }
}

FixedVector<int, most_seats> scores_of(const State& state) {
  FixedVector<int, most_seats> scores;
  for (std::size_t seat = 0; seat < state.seats; ++seat) scores.push_back(state.totals[seat]);
  return scores;
}

void tell_places(const State& state, Events<Event> happened) {
  if (!happened) return;
  SeatNumbers told;
  for (const int place : places(scores_of(state), state.forfeited, false)) told.push_back(place);
  happened(Over{told});
}

/// House rule: a deal that goes on too long is scored as it stands.
void end_move(State& state, bool ends_deal, Events<Event> happened) {
  if (!ends_deal && state.actions < state.options.max_actions) [[likely]]
    return;
  end_deal(state, happened);
  if (state.stage == Stage::played_out) tell_places(state, happened);
}

/// All that `take` or `done` costs, and what comes after it.
void pay(State& state, Owed owed, Events<Event> happened) {
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

/// What does not follow from the rules; `puts` and `legal` are none.
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

/// Beside the hand: what may be done now by the seat whose turn it is. With branches, of which the
/// processor guesses enough: reckoning by bits alone takes a quarter longer.
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
  // House rule: where nothing is left to be taken, a turn may end with nothing done, and an
  // uncovered six that nothing in the hand covers stays as it is.
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

/// What one seat may know of it: other seats' cards are left out.
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
  if (awaits_deck(now)) return full_pack();
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
  if (happened) happened(Shuffled{static_cast<int>(state.stock.size()), state.stock});
  pay(state, std::exchange(state.owed, Owed()), happened);
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
    pay(state, {.seat = state.actor, .cards = 1}, happened);
  } else {
    if (happened) happened(Finished{seat});
    pay(state, owed_after(state), happened);
  }
}

Worst YardBridge::worst(const State& now, Seat seat) {
  const Options& options = now.options;
  if (options.deals == 0) {
    // Another may have exactly the target again, and so nothing.
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

// House rule: the arbiter plays on for whoever is gone, so that the others can finish.
void YardBridge::forfeit(State& state, Seat seat, Events<Event> happened) {
  state.forfeited.insert(seat);
  if (happened) happened(Left{seat});
  if (state.forfeited.size() < state.seats) return;
  state.stage = Stage::forfeit;
  tell_places(state, happened);
}

Outcome YardBridge::outcome(const State& now) {
  return {scores_of(now), now.stage == Stage::forfeit ? "forfeit" : "played out"};
}

}  // namespace arena::yard_bridge
