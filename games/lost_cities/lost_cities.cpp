#include "games/lost_cities/lost_cities.hpp"

#include <algorithm>
#include <bit>

#include "arena/util/text/text.hpp"

namespace arena::lost_cities {

namespace {

constexpr int hand_size = 8;

constexpr std::array<Card, card_count> full_pack() {
  std::array<Card, card_count> pack{};
  std::size_t next = 0;
  for (int land = 0; land < land_count; ++land) {
    for (int copy = 0; copy < investments_per_land; ++copy) pack[next++] = Card::investment(land);
    for (int number = 2; number <= 10; ++number) pack[next++] = Card::numbered(land, number);
  }
  return pack;
}

/// By card: the bits of the cards that no longer fit on the expedition after this card.
constexpr auto closed_by = [] {
  std::array<std::uint64_t, std::size_t{land_count} * land_bits> table{};
  for (int land = 0; land < land_count; ++land) {
    for (int number = 2; number <= 10; ++number) {
      const Card card = Card::numbered(land, number);
      const std::uint64_t up_to = (std::uint64_t{2} << card.bit) - 1;
      table[card.bit] = up_to & (bits::lane << static_cast<unsigned>(land * land_bits));
    }
  }
  return table;
}();

Ended ended(const State& now, std::optional<Seat> forfeited) {
  return {{score(now.expeditions[0]), score(now.expeditions[1])}, forfeited};
}

// Branchless: in random play each branch of these two functions would go either way half of the
// time. A step that does not happen adds nothing.
void put(State& state, std::size_t seat, const Move& move) {
  const Card card = move.card();
  const auto land = static_cast<unsigned>(card.land());
  const bool played = move.action() == Action::play;

  state.hands[seat].remove(card);
  state.taken[seat].remove_any(card);
  state.expeditions[seat].add_if(played, card);
  state.open[seat] &= ~(closed_by[card.bit] & (played ? ~std::uint64_t{0} : 0));
  state.discards[land].push_back_if(!played, card);
  state.piles |= static_cast<std::uint8_t>((played ? 0U : 1U) << land);
  // House rule: a player may not draw from the pile on which it has just discarded.
  state.closed_pile = static_cast<std::uint8_t>(played ? std::uint32_t{Move::deck} : land);
}

Card take(State& state, int source) {
  const bool from_deck = source == Move::deck;
  Pile& pile = state.discards[from_deck ? 0U : static_cast<std::size_t>(source)];
  const Card* const top =
      from_deck ? &state.deck[std::size_t{card_count} - state.deck_left] : pile.end() - 1;
  const Card card = *top;
  pile.pop_back_if(!from_deck);
  state.deck_left = static_cast<std::uint8_t>(state.deck_left - (from_deck ? 1 : 0));
  const bool emptied = !from_deck && pile.empty();
  state.piles &= static_cast<std::uint8_t>(~((emptied ? 1U : 0U) << static_cast<unsigned>(source)));
  return card;
}

/// The lowest and highest score that an expedition can still reach.
struct Reach {
  int least = 0;
  int most = 0;
  void add(int points) {
    least = std::min(least, points);
    most = std::max(most, points);
  }
};

/// With any cards that lie on neither expedition. It is enough to try the lowest numbers that fit
/// (one, two and so on): only the first can cost points, each further one adds some.
Reach reach(Cards own, const Cards& other, int land) {
  const int now = expedition_score(own, land);
  Reach reach{now, now};
  const std::uint32_t laid = own.numbers(land);
  const int above = laid == 0 ? 2 : std::bit_width(laid);
  int investments =
      laid != 0 ? 0 : investments_per_land - own.investments(land) - other.investments(land);
  for (; investments >= 0; --investments) {
    reach.add(expedition_score(own, land));
    Cards more = own;
    for (int number = above; number <= 10; ++number) {
      const Card card = Card::numbered(land, number);
      if (other.contains(card)) continue;
      more.add(card);
      reach.add(expedition_score(more, land));
    }
    if (investments > 0) own.add(Card::investment(land));
  }
  return reach;
}

void end_turn(State& state, Seat seat) {
  // House rule: if the last turn also takes the last card, the match counts as played out.
  if (state.deck_left == 0) {
    state.stage = Stage::played_out;
  } else if (state.turn >= state.max_turns) {
    state.stage = Stage::turn_limit;
  } else {
    ++state.turn;
  }
  state.phase = Phase::play;
  state.closed_pile = Move::deck;
  state.actor = static_cast<std::uint8_t>(1 - seat);
}

/// The cards of the pack that a seat sees nowhere.
Cards unseen(const View& view) {
  Cards left;
  for (const Card card : full_pack()) left.add(card);
  left = left - view.hand - view.own - view.opponent;
  for (const Pile& pile : view.discards) {
    for (const Card card : pile) left.remove(card);
  }
  return left;
}

/// Gives the seat its known cards and others, and the rest to the deck.
void deal_unseen(State& state, Cards unseen, std::size_t seat) {
  Cards hand;
  state.taken[seat].for_each([&](Card card) {
    if (!unseen.contains(card)) return;
    hand.add(card);
    unseen.remove(card);
  });
  state.taken[seat] = hand;
  auto next = state.deck.end() - state.deck_left;
  int held = hand.size();
  unseen.for_each([&](Card card) {
    if (held++ < hand_size) {
      hand.add(card);
    } else {
      *next++ = card;
    }
  });
  state.hands[seat] = hand;
}

}  // namespace

void note_taken(Taken& taken, const Event& event) {
  if (const auto* drew = std::get_if<Drew>(&event); drew != nullptr && drew->source != Move::deck) {
    taken[static_cast<std::size_t>(drew->seat)].add(*drew->card);
  } else if (const auto* played = std::get_if<Played>(&event)) {
    taken[static_cast<std::size_t>(played->seat)].remove_any(played->card);
  } else if (const auto* discarded = std::get_if<Discarded>(&event)) {
    taken[static_cast<std::size_t>(discarded->seat)].remove_any(discarded->card);
  } else if (std::holds_alternative<Dealt>(event)) {
    taken = {};
  }
}

int expedition_score(const Cards& expeditions, int land) {
  if (!expeditions.has_land(land)) return 0;
  int sum = -20;
  int count = expeditions.investments(land);
  const int factor = 1 + count;
  for (std::uint32_t left = expeditions.numbers(land); left != 0; left &= left - 1) {
    sum += std::countr_zero(left);
    ++count;
  }
  return sum * factor + (count >= 8 ? 20 : 0);
}

int score(const Cards& expeditions) {
  int total = 0;
  for (int land = 0; land < land_count; ++land) total += expedition_score(expeditions, land);
  return total;
}

Refusal LostCities::check(const Setup<LostCities>& setup) {
  if (setup.options.max_turns < 1 || setup.options.max_turns > 60000) {
    return Refusal("max_turns must be from 1 to 60000, not " +
                   std::to_string(setup.options.max_turns));
  }
  if (setup.deal == Deal()) return {};
  if (setup.deal.deck.empty() && setup.deal.first == 1) return "first is given without a deck";
  return check(State(), setup.deal);
}

State LostCities::start(const Setup<LostCities>& setup, Events<Event> /*happened*/) {
  State state;
  state.open.fill(bits::numbers | bits::investments);
  state.max_turns = static_cast<std::uint16_t>(setup.options.max_turns);
  return state;
}

Deal LostCities::deal(const Setup<LostCities>& setup) {
  if (!setup.deal.deck.empty()) return setup.deal;
  auto pack = full_pack();
  Rng rng(setup.seed.seed);
  rng.shuffle(pack);
  Deal deal;
  for (const Card card : pack) deal.deck.push_back(card);
  // House rule: the seats take turns in going first.
  deal.first = setup.seed.number % 2;
  return deal;
}

Refusal LostCities::check(const State& /*now*/, const Deal& deal) {
  if (deal.first != 0 && deal.first != 1)
    return Refusal("first must be 0 or 1, not " + std::to_string(deal.first));
  if (deal.deck.size() != card_count)
    return Refusal("the deck has " + counted(deal.deck.size(), "card") + ", not 60");
  auto sorted = deal.deck;
  std::sort(sorted.begin(), sorted.end());
  const auto pack = full_pack();
  for (std::size_t i = 0; i < pack.size(); ++i) {
    if (sorted[i] == pack[i]) continue;
    return Refusal("the deck is not a full pack: check " + to_text(std::min(sorted[i], pack[i])));
  }
  return {};
}

void LostCities::apply(State& state, const Deal& deal, Events<Event> happened) {
  std::copy(deal.deck.begin(), deal.deck.end(), state.deck.begin());
  state.first = static_cast<std::uint8_t>(deal.first);
  for (std::size_t i = 0; i < std::size_t{2} * hand_size; ++i)
    state.hands[i % 2].add(state.deck[i]);
  state.deck_left = card_count - 2 * hand_size;
  state.actor = state.first;
  state.stage = Stage::playing;
  if (happened) happened(Dealt{state.hands, state.first});
}

std::optional<Event> LostCities::view(const Event& event, Seat seat) {
  Event seen = event;
  if (auto* dealt = std::get_if<Dealt>(&seen)) {
    dealt->hands[static_cast<std::size_t>(1 - seat)] = {};
  } else if (auto* drew = std::get_if<Drew>(&seen)) {
    if (drew->seat != seat && drew->source == Move::deck) drew->card.reset();
  }
  return seen;
}

Refusal LostCities::why_illegal(const View& view, const Move& move) {
  const bool draws = move.action() == Action::draw;
  if (view.phase == Phase::draw)
    return draws ? Refusal("No cards there.") : Refusal("Invalid draw.");
  if (draws) return "Invalid play.";
  if (!view.hand.contains(move.card())) return "No such card.";
  return "You can't play that card.";
}

void LostCities::apply(State& state, Seat seat, const Move& move, Events<Event> happened) {
  const auto index = static_cast<std::size_t>(seat);
  if (state.phase == Phase::play) {
    put(state, index, move);
    state.phase = Phase::draw;
    if (!happened) return;
    if (move.action() == Action::play) {
      happened(Played{seat, move.card()});
    } else {
      happened(Discarded{seat, move.card()});
    }
    return;
  }
  const Card card = take(state, move.source());
  state.hands[index].add(card);
  state.taken[index].add_if(move.source() != Move::deck, card);
  if (happened) happened(Drew{seat, move.source(), card});
  end_turn(state, seat);
  if (happened && state.stage != Stage::playing) happened(ended(state, std::nullopt));
}

Worst LostCities::worst(const State& now, Seat seat) {
  const Cards& own = now.expeditions[static_cast<std::size_t>(seat)];
  const Cards& opponent = now.expeditions[static_cast<std::size_t>(1 - seat)];
  int margin = 0;
  for (int land = 0; land < land_count; ++land)
    margin += reach(own, opponent, land).least - reach(opponent, own, land).most;
  return {score(opponent) + margin, margin};
}

// House rule: the scores stay as they are, and the seat that forfeits loses.
void LostCities::forfeit(State& state, Seat seat, Events<Event> happened) {
  state.stage = Stage::forfeit;
  if (happened) happened(ended(state, seat));
}

Outcome LostCities::outcome(const State& now) {
  Outcome outcome;
  for (const Cards& expeditions : now.expeditions) outcome.scores.push_back(score(expeditions));
  outcome.end = now.stage == Stage::turn_limit ? "turn limit"
                : now.stage == Stage::forfeit  ? "forfeit"
                                               : "played out";
  return outcome;
}

void LostCities::resample(Position<LostCities>& position, Seat seat, Rng& rng) {
  State& state = position.state;
  FixedVector<Card, card_count> hidden;
  Cards& hand = state.hands[static_cast<std::size_t>(1 - seat)];
  const Cards known = state.taken[static_cast<std::size_t>(1 - seat)];
  (hand - known).for_each([&hidden](Card card) { hidden.push_back(card); });
  const std::size_t held = hidden.size();
  const std::size_t drawn = std::size_t{card_count} - state.deck_left;
  for (std::size_t i = drawn; i < card_count; ++i) hidden.push_back(state.deck[i]);
  rng.shuffle(hidden);
  hand = known;
  for (std::size_t i = 0; i < held; ++i) hand.add(hidden[i]);
  for (std::size_t i = held; i < hidden.size(); ++i) state.deck[drawn + i - held] = hidden[i];
  std::copy(state.deck.begin(), state.deck.end(), position.source.all.deck.begin());
}

Position<LostCities> LostCities::imagine(const Setup<LostCities>& setup, const View& view,
                                         std::span<const Event> told) {
  Position<LostCities> position(setup);
  State& state = position.state;
  for (const Event& event : told) note_taken(state.taken, event);
  const auto own = static_cast<std::size_t>(view.seat);
  const std::size_t other = 1 - own;
  state.expeditions[own] = view.own;
  state.expeditions[other] = view.opponent;
  state.open[own] = view.own_open;
  state.open[other] = view.opponent_open;
  state.discards = view.discards;
  state.piles = static_cast<std::uint8_t>(view.piles);
  state.deck_left = static_cast<std::uint8_t>(view.deck_left);
  state.closed_pile = static_cast<std::uint8_t>(view.closed_pile);
  state.actor = static_cast<std::uint8_t>(view.seat);
  state.phase = view.phase;
  state.turn = static_cast<std::uint16_t>(view.turn);
  state.hands[own] = view.hand;
  deal_unseen(state, unseen(view), other);
  return position;
}

std::string LostCities::write(const Move& move) {
  switch (move.action()) {
    case Action::play:
      return to_text(move.card());
    case Action::discard:
      return "d" + to_text(move.card());
    case Action::draw:
      break;
  }
  if (move.source() == Move::deck) return "n";
  return {lower(land_letter(move.source()))};
}

std::optional<Move> LostCities::read(std::string_view text) {
  if (text.size() == 1) {
    if (text == "n" || text == "N") return Move::draw(Move::deck);
    const int land = land_of(text.front());
    return land < 0 ? std::nullopt : std::optional(Move::draw(land));
  }
  const bool discard = !text.empty() && (text.front() == 'd' || text.front() == 'D');
  const auto card = read_card(discard ? text.substr(1) : text);
  if (!card) return std::nullopt;
  return discard ? Move::discard(*card) : Move::play(*card);
}

}  // namespace arena::lost_cities

template struct arena::RandomPlay<arena::lost_cities::LostCities>;
