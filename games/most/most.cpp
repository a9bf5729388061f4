#include "games/most/most.hpp"

#include <algorithm>
#include <limits>

#include "games/most/judge.hpp"

namespace arena::most {

namespace {

// Bounds for what one deal can change in a total.
constexpr int burden_of_the_pack = 580;  // with both jokers in hand
constexpr int points_of_the_pack = 380;  // laid

// House rule: the options have limits, so that totals and their differences fit in 32 bits.
constexpr int highest_target = 1'000'000'000;
constexpr int most_deals = 2'000'000;
constexpr int most_turns = 1'000'000'000;

/// All 54 cards, sorted.
constexpr Row pack = [] {
  Row row;
  for (const Card card : all_cards) row.push_back(card);
  for (int i = 0; i < joker_count; ++i) row.push_back(joker);
  return row;
}();

Totals totals_of(const State& now) {
  Totals totals;
  for (Seat seat = 0; seat < now.seats; ++seat) totals.push_back(now.totals[index_of(seat)]);
  return totals;
}

Counts counts_of(const State& now) {
  Counts counts;
  for (Seat seat = 0; seat < now.seats; ++seat)
    counts.push_back(static_cast<std::uint8_t>(now.hands[index_of(seat)].size()));
  return counts;
}

/// The card is hidden from all other seats.
void take_hidden(State& state, Seat seat, Card card) {
  state.hands[index_of(seat)].insert(card);
  if (card.is_joker()) state.jokers_of[index_of(seat)].push_back(state.stocks);
}

void begin_deal(State& state, const Row& deck, Events<Event> happened) {
  const int seats = state.seats;
  ++state.deal;
  state.discards = 0;
  state.table = {};
  state.bridge = {};
  state.hands = {};
  state.stock = deck;
  state.open = {};
  state.stock_of = {};
  state.jokers_of = {};
  state.stocks = 0;
  for (state.drawn = 0; state.drawn < seats * cards_each; ++state.drawn) {
    const int seat = (state.dealer + 1 + state.drawn) % seats;
    take_hidden(state, seat, state.stock[state.drawn]);
  }
  const Card first = state.stock[state.drawn++];
  state.bridge.add(first);
  state.phase = Phase::get;
  state.actor = static_cast<std::uint16_t>((state.dealer + 1) % seats);
  if (happened)
    happened(Dealt{state.deal, state.dealer, totals_of(state), state.hands, first, state.stock});
}

void renew_stock(State& state, const Row& stock, Events<Event> happened) {
  const Card last = state.bridge.row().back();
  state.bridge.cut(0);
  state.bridge.add(last);
  state.stock = stock;
  state.drawn = 0;
  ++state.stocks;
  for (const Card card : stock) {
    if (!card.is_joker()) state.stock_of[card.index] = state.stocks;
  }
  if (happened) happened(Shuffled{static_cast<int>(stock.size()), stock});
}

/// Draws the first card of the stock, if there is one.
void draw_card(State& state, Events<Event> happened) {
  Drew drew{state.actor, {}};
  if (state.stock_left() > 0) {
    drew.card = state.stock[state.drawn++];
    take_hidden(state, state.actor, *drew.card);
  }
  state.phase = Phase::play;
  if (happened) happened(drew);
}

/// Returns whether the totals end a match to the target.
// House rule: if several seats share the highest total, they play on until one is alone.
bool is_won(const State& now) {
  const auto* const end = now.totals.begin() + now.seats;
  const auto top = *std::max_element(now.totals.begin(), end);
  return top >= now.options.target && std::count(now.totals.begin(), end, top) == 1;
}

// House rule: limits of turns and deals are part of the rules; a match that they end is played out.
bool is_over(const State& now) {
  if (now.options.deals > 0) return now.deal >= now.options.deals;
  return is_won(now) || now.deal >= now.options.max_deals;
}

Totals places_of(const State& now) {
  Totals result;
  for (const int place : places(Most::outcome(now).scores, now.gone, Most::info.more_is_better))
    result.push_back(place);
  return result;
}

void end_deal(State& state, Events<Event> happened) {
  Totals points;
  for (Seat seat = 0; seat < state.seats; ++seat) {
    const int gained = state.table.points_of(seat) - state.hands[index_of(seat)].burden();
    points.push_back(gained);
    state.totals[index_of(seat)] += gained;
  }
  if (happened) happened(Scored{points, totals_of(state)});
  if (is_over(state)) {
    state.stage = Stage::played_out;
    if (happened) happened(Ended{places_of(state)});
    return;
  }
  state.dealer = (state.dealer + 1) % state.seats;
  state.stage = Stage::deck;
}

/// Applies one move of a seat.
struct Applier {
  State& state;
  Seat seat;
  Events<Event> happened;

  void operator()(const Draw& /*move*/) const {
    // House rule: the bridge becomes the stock only when a card is needed; its last card stays.
    if (state.stock_left() == 0 && state.bridge.row().size() > 1) [[unlikely]] {
      state.stage = Stage::stock;
    } else {
      draw_card(state, happened);
    }
  }
  void operator()(const Take& move) const {
    const std::size_t from = state.bridge.find(move.card);
    Took took{seat, {}, 0, move.meld};
    if (happened) {
      for (std::size_t i = from; i < state.bridge.row().size(); ++i)
        took.cards.push_back(state.bridge.row()[i]);
    }
    hand().insert(state.bridge.from(from));
    open().insert(state.bridge.from(from));
    state.bridge.cut(from);
    took.id = lay(move.meld);
    state.phase = Phase::play;
    if (happened) happened(took);
  }
  void operator()(const NewMeld& move) const {
    const Table::Id id = lay(move.meld);
    if (happened) happened(Melded{seat, id, move.meld});
  }
  void operator()(const LayOff& move) const {
    give_up(move.laid.from_hand());
    state.table.add(seat, move.id, move.laid);
    if (happened) happened(LaidOff{seat, move.id, move.laid});
  }
  void operator()(const Swap& move) const {
    give_up(move.card);
    hand().insert(joker);
    open().insert(joker);
    state.table.swap(move.card);
    if (happened) happened(Swapped{seat, move.id, move.card});
  }
  void operator()(const Discard& move) const {
    give_up(move.card);
    state.bridge.add(move.card);
    ++state.discards;
    if (happened) happened(Discarded{seat, move.card});
    if (hand().empty() || state.discards >= state.options.max_turns) {
      end_deal(state, happened);
    } else {
      state.phase = Phase::get;
      state.actor = static_cast<std::uint16_t>((seat + 1) % state.seats);
    }
  }

 private:
  [[nodiscard]] Hand& hand() const { return state.hands[index_of(seat)]; }
  [[nodiscard]] Hand& open() const { return state.open[index_of(seat)]; }
  /// Of two jokers, gives up the one that all players have seen, or else the later one.
  void give_up(Card card) const {
    hand().erase(card);
    if (open().contains(card)) {
      open().erase(card);
    } else if (card.is_joker()) {
      state.jokers_of[index_of(seat)].pop_back();
    }
  }
  [[nodiscard]] Table::Id lay(const LaidCards& cards) const {
    CardSet by_jokers;
    for (const Laid& laid : cards) {
      give_up(laid.from_hand());
      if (laid.by_joker) by_jokers.insert(laid.card);
    }
    return state.table.lay(seat, *meld_of(cards), by_jokers);
  }
};

Refusal out_of_range(std::string_view option, int least, int most, int value) {
  return Refusal(std::string(option) + " must be from " + std::to_string(least) + " to " +
                 std::to_string(most) + ", not " + std::to_string(value));
}

/// Removes what `seat` may not know from an event.
struct Redactor {
  Seat seat;

  void operator()(Dealt& event) const {
    for (Seat other = 0; other < most_players; ++other) {
      if (other != seat) event.hands[index_of(other)] = {};
    }
    event.deck.clear();
  }
  void operator()(Drew& event) const {
    if (event.seat == seat) return;
    event.card.reset();
    event.seen = false;
  }
  void operator()(Shuffled& event) const { event.order.clear(); }
  template <class Open>
  void operator()(Open& /*event*/) const {}
};

}  // namespace

Refusal Most::check(const Setup<Most>& setup) {
  const Options& options = setup.options;
  if (setup.seats < info.least_seats || setup.seats > info.most_seats)
    return "Most has 2 to 6 seats";
  if (options.target < 1 || options.target > highest_target)
    return out_of_range("target", 1, highest_target, options.target);
  if (options.deals < 0 || options.deals > most_deals)
    return out_of_range("deals", 0, most_deals, options.deals);
  if (options.max_turns < 1 || options.max_turns > most_turns)
    return out_of_range("max_turns", 1, most_turns, options.max_turns);
  if (options.max_deals < 1 || options.max_deals > most_deals)
    return out_of_range("max_deals", 1, most_deals, options.max_deals);
  return cards::check_given(setup.deal, pack, setup.seats);
}

State Most::start(const Setup<Most>& setup, Events<Event> happened) {
  State state;
  state.options = setup.options;
  state.seats = setup.seats;
  const auto& given = setup.deal.deals;
  state.dealer = given.empty() ? setup.seed.number % setup.seats : given.front().dealer;
  if (happened) happened(Began{setup.seats, setup.options.target, setup.options.deals});
  return state;
}

Row Most::unshuffled(const State& now) {
  if (awaits_deck(now)) return pack;
  Hand cards = now.bridge.from(0);
  cards.erase(now.bridge.row().back());
  return cards.sorted();
}

void Most::apply(State& state, const ShuffledCards& chance, Events<Event> happened) {
  const bool deals = awaits_deck(state);
  state.stage = Stage::playing;
  if (deals) {
    begin_deal(state, chance.cards, happened);
  } else {
    renew_stock(state, chance.cards, happened);
    draw_card(state, happened);
  }
}

View Most::view(const State& now, Seat seat) {
  return {.seat = seat,
          .phase = now.phase,
          .deal = now.deal,
          .dealer = now.dealer,
          .discards = now.discards,
          .stock = now.stock_left(),
          .options = now.options,
          .hand = now.hands[index_of(seat)],
          .bridge = now.bridge,
          .table = now.table,
          .counts = counts_of(now),
          .totals = totals_of(now)};
}

std::optional<Event> Most::view(const Event& event, Seat seat) {
  Event seen = event;
  std::visit(Redactor{seat}, seen);
  return seen;
}

Refusal Most::check(const View& view, const Move& move) {
  const Verdict verdict = judge(view, move);
  if (verdict) [[unlikely]]
    return explain(view, move, verdict);
  return {};
}

void Most::apply(State& state, Seat seat, const Move& move, Events<Event> happened) {
  std::visit(Applier{state, seat, happened}, move);
}

Worst Most::worst(const State& now, Seat seat) {
  const bool to_target = now.options.deals == 0;
  const int deals = to_target ? now.options.max_deals : now.options.deals;
  // House rule: in a match to the target, the worst case is three deals. The rules allow a hundred,
  // but one forfeit should not outweigh all other games of a series.
  const int deals_left = std::min(deals - now.deal + 1, to_target ? 3 : deals);
  int best_other = std::numeric_limits<int>::min();
  for (Seat other = 0; other < now.seats; ++other) {
    if (other != seat) best_other = std::max(best_other, now.totals[index_of(other)]);
  }
  const int score = now.totals[index_of(seat)] - deals_left * burden_of_the_pack;
  return {score, score - best_other - deals_left * points_of_the_pack};
}

// House rule: the arbiter plays on for a seat that has forfeited, so that the others can finish.
void Most::forfeit(State& state, Seat seat, Events<Event> happened) {
  state.gone.insert(seat);
  if (happened) happened(Left{seat});
  if (state.gone.size() < state.seats) return;
  state.stage = Stage::forfeit;
  if (happened) happened(Ended{places_of(state)});
}

Outcome Most::outcome(const State& now) {
  Outcome outcome;
  for (const int total : totals_of(now)) outcome.scores.push_back(total);
  outcome.end = now.stage == Stage::forfeit ? "forfeit" : "played out";
  return outcome;
}

Move Most::fallback(const View& view) {
  if (view.phase == Phase::get) return Draw{};
  for (const Card card : view.hand.sorted()) {
    if (!view.table.by_jokers().contains(card)) return Discard{card};
  }
  const Card first = view.hand.cards().front();
  return Swap{view.table.find(first), first};
}

}  // namespace arena::most

template struct arena::RandomPlay<arena::most::Most>;
