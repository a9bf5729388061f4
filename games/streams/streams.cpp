#include "games/streams/streams.hpp"

#include "arena/core/rng.hpp"
#include "arena/util/text/text.hpp"

namespace arena::streams {

namespace {

constexpr std::array<Card, deck_size> deck_of(DeckKind kind) {
  std::array<Card, deck_size> deck{};
  std::size_t next = 0;
  Cards::deck(kind).for_each([&](Card card) { deck[next++] = card; });
  return deck;
}
constexpr std::array decks = {deck_of(DeckKind::readme), deck_of(DeckKind::published)};

constexpr std::array full_decks = {Cards::deck(DeckKind::readme), Cards::deck(DeckKind::published)};

/// The first 20 cards of a shuffled deck.
Deal drawn_cards(DeckKind kind, std::uint64_t seed) {
  Rng rng(seed);
  std::array<Card, deck_size> deck = decks[static_cast<std::size_t>(kind)];
  Deal drawn;
  for (std::uint32_t at = 0; at < slot_count; ++at) {
    const std::uint32_t other = at + rng.below(deck_size - at);
    drawn.cards.push_back(deck[other]);
    deck[other] = deck[at];
  }
  return drawn;
}

template <int MostSeats>
Outcome outcome_of(const State<MostSeats>& now) {
  Outcome outcome;
  for (Seat seat = 0; seat < now.seats; ++seat) {
    outcome.scores.push_back(
        now.there.contains(seat) ? score(now.streams[static_cast<std::size_t>(seat)]) : 0);
  }
  // House rule: if at least one seat plays to turn 20, the match is played out.
  if (now.there.empty()) outcome.end = "forfeit";
  return outcome;
}

/// Ends a turn after all seats have placed the card: reports the slots, and awaits the next card.
template <int MostSeats>
void end_turn(State<MostSeats>& state, Events<Event> happened) {
  if (happened) {
    for (Seat seat : state.there)
      happened(Placed{seat, state.placed[static_cast<std::size_t>(seat)]});
  }
  state.placed = {};  // the streams now contain this information
  if (state.turn < slot_count && !state.there.empty()) {
    ++state.turn;
    state.card = empty_slot;
  } else if (happened) {
    happened(Ended{outcome_of(state).scores});
  }
}

}  // namespace

template <int MostSeats>
Refusal BasicStreams<MostSeats>::check(const Setup<BasicStreams>& setup) {
  if (setup.seats < 1 || setup.seats > MostSeats) return "Streams has 1 to 16 seats";
  const auto& cards = setup.deal.cards;
  if (cards.empty()) return {};
  if (!cards.full()) return "deal: it needs 20 cards";
  Cards deck = full_decks[static_cast<std::size_t>(setup.options.deck)];
  for (const Card card : cards) {
    if (card > highest_card || !deck.contains(card))
      return Refusal("deal: the deck has no such card, or fewer of them: " + std::to_string(card));
    deck.remove(card);
  }
  return {};
}

template <int MostSeats>
auto BasicStreams<MostSeats>::start(const Setup<BasicStreams>& setup, Events<Event> /*happened*/)
    -> State {
  State state;
  state.seats = static_cast<std::uint16_t>(setup.seats);
  state.there = Seats::first(setup.seats);
  state.left = full_decks[static_cast<std::size_t>(setup.options.deck)];
  return state;
}

template <int MostSeats>
Deal BasicStreams<MostSeats>::deal(const Setup<BasicStreams>& setup) {
  return setup.deal.cards.empty() ? drawn_cards(setup.options.deck, setup.seed.seed) : setup.deal;
}

template <int MostSeats>
std::vector<Likely<Drawn>> BasicStreams<MostSeats>::outcomes(const State& now) {
  std::vector<Likely<Drawn>> outcomes;
  for (Card card = wild; card <= highest_card; ++card) {
    if (!now.left.contains(card)) continue;
    const double copies = now.left.count(card);
    outcomes.push_back({{card}, copies / now.left.size()});
  }
  return outcomes;
}

template <int MostSeats>
Refusal BasicStreams<MostSeats>::check(const State& now, const Drawn& chance) {
  if (chance.card <= highest_card && now.left.contains(chance.card)) return {};
  return Refusal("this card is not in the deck: " + std::to_string(chance.card));
}

template <int MostSeats>
void BasicStreams<MostSeats>::apply(State& state, Seat seat, const Move& move,
                                    Events<Event> happened) {
  const auto index = static_cast<std::size_t>(seat);
  state.streams[index].put(move.slot, state.card);
  state.placed[index] = move.slot;
  state.due.erase(seat);
  if (state.due.empty()) end_turn(state, happened);
}

template <int MostSeats>
Worst BasicStreams<MostSeats>::worst(const State& now, Seat /*seat*/) {
  return {0, now.seats > 1 ? -run_points(slot_count) : 0};
}

template <int MostSeats>
void BasicStreams<MostSeats>::forfeit(State& state, Seat seat, Events<Event> happened) {
  state.there.erase(seat);
  state.due.erase(seat);
  if (state.due.empty()) end_turn(state, happened);
}

template <int MostSeats>
Outcome BasicStreams<MostSeats>::outcome(const State& now) {
  return outcome_of(now);
}

template <int MostSeats>
void BasicStreams<MostSeats>::resample(Position<BasicStreams>& position, Seat seat, Rng& rng) {
  State& now = position.state;
  FixedVector<Card, deck_size> left;
  now.left.for_each([&left](Card card) { left.push_back(card); });
  rng.shuffle(left);
  const auto come = static_cast<std::size_t>(now.turn - (awaits_chance(now) ? 1 : 0));
  auto& cards = position.source.all.cards;
  for (std::size_t turn = come; turn < slot_count; ++turn) cards[turn] = left[turn - come];
  if (now.due.empty()) return;
  for (const Seat other : now.there) {
    if (other == seat || now.due.contains(other)) continue;
    auto& stream = now.streams[static_cast<std::size_t>(other)];
    auto& slot = now.placed[static_cast<std::size_t>(other)];
    stream.take(slot);
    const bits::Positions free(stream.free());
    slot = static_cast<std::uint8_t>(free[rng.below(static_cast<std::uint32_t>(free.size()))]);
    stream.put(slot, now.card);
  }
}

template <int MostSeats>
std::optional<Move> BasicStreams<MostSeats>::read(std::string_view text) {
  const auto slot = to_number<std::uint32_t>(trim(text));
  if (!slot || *slot >= slot_count) return std::nullopt;
  return Move{static_cast<std::uint8_t>(*slot)};
}

template struct BasicStreams<1>;
template struct BasicStreams<most_seats>;

}  // namespace arena::streams

template struct arena::RandomPlay<arena::streams::Streams>;
template struct arena::RandomPlay<arena::streams::Solo>;
