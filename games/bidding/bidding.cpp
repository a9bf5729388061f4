#include "games/bidding/bidding.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "arena/core/rng.hpp"
#include "arena/util/text/text.hpp"

namespace arena::bidding {

namespace {

constexpr int no_seat = -1;

/// The prizes in the order that the option sets.
Deal ordered_prizes(const Options& options, std::uint64_t seed) {
  Deal deal;
  deal.prizes.grow(static_cast<std::size_t>(options.cards));
  std::iota(deal.prizes.begin(), deal.prizes.end(), std::uint8_t{1});
  if (options.prizes == Prizes::descending) std::ranges::reverse(deal.prizes);
  if (options.prizes == Prizes::random) Rng(seed).shuffle(deal.prizes);
  return deal;
}

/// The seat that wins with these bids, or `no_seat`: the highest bid wins if only one seat made it;
/// with `unique`, the highest of the bids that only one seat made.
[[gnu::noinline]] int winner(const State& state) {
  const int seats = static_cast<int>(state.seats);
  int best = 0;
  int seat_of_best = no_seat;
  for (Seat seat = 0; seat < seats; ++seat) {
    const int bid = state.bids.of(seat);
    bool alone = true;
    for (Seat other = 0; other < seats; ++other)
      alone = alone && (other == seat || state.bids.of(other) != bid);
    if (bid < best || (state.progress.unique != 0 && !alone)) continue;
    best = bid;
    seat_of_best = alone ? seat : no_seat;
  }
  return seat_of_best;
}

/// The same for two seats. It has no branch: in random play a branch would go either way half of
/// the time.
int winner_of_two(const Bids& bids) {
  const int lead = bids.of(0) - bids.of(1);
  return (lead < 0 ? 1 : 0) - (lead == 0 ? 1 : 0);
}

Ended ended(const State& now, std::optional<Seat> forfeited) {
  Ended ended;
  for (Seat seat = 0; seat < static_cast<Seat>(now.seats); ++seat)
    ended.scores.push_back(Points(now.progress.points).of(seat));
  ended.forfeited = forfeited;
  return ended;
}

/// The result of a round.
struct Result {
  int won_by = no_seat;
  int worth = 0;
};

/// Settles a round in which all seats have bid: the prize is won, carried or discarded.
Result settle(State& state) {
  Progress progress = state.progress;
  Points points(progress.points);
  Result result;
  result.won_by = state.seats == 2 ? winner_of_two(state.bids) : winner(state);
  result.worth = static_cast<int>(state.prize) + points.of(Points::pot);
  points.clear(Points::pot);
  const bool gone = result.won_by == no_seat && progress.carries == 0;
  points.add(result.won_by == no_seat ? Points::pot : result.won_by, gone ? 0 : result.worth);
  progress.points = points.word() & Points::all;
  const bool over = state.prizes_left.empty();
  if (!over) ++state.round;
  state.bids = Bids();
  state.progress = progress;
  if (!over) state.prize = 0;
  return result;
}

/// Reports the events of a settled round.
void report_round(const State& now, const Bids& bids, const Result& result,
                  Events<Event> happened) {
  for (Seat seat = 0; seat < static_cast<Seat>(now.seats); ++seat)
    happened(Bid{seat, bids.of(seat)});
  happened(
      Won{result.won_by == no_seat ? std::nullopt : std::optional(result.won_by), result.worth});
  if (!Bidding::awaits_chance(now)) happened(ended(now, std::nullopt));
}

/// REQUIRES: the setup has a deal.
Refusal check_deal(const Setup<Bidding>& setup) {
  const auto& prizes = setup.deal.prizes;
  Cards left = Cards::up_to(setup.options.cards);
  for (const int prize : prizes) {
    if (!left.contains(prize))
      return Refusal("deal: this prize does not exist or comes twice: " + std::to_string(prize));
    left.remove(prize);
  }
  if (!left.empty())
    return Refusal("deal: it needs each prize from 1 to " + std::to_string(setup.options.cards));
  if (setup.options.prizes == Prizes::ascending && !std::ranges::is_sorted(prizes))
    return Refusal("deal: the prizes must ascend with prizes=ascending");
  if (setup.options.prizes == Prizes::descending &&
      !std::ranges::is_sorted(prizes, std::ranges::greater()))
    return Refusal("deal: the prizes must descend with prizes=descending");
  return {};
}

}  // namespace

Refusal Bidding::check(const Setup<Bidding>& setup) {
  if (setup.seats < 2 || setup.seats > most_players) return "The bidding game has 2 to 4 seats";
  const int cards = setup.options.cards;
  if (cards < 2 || cards > most_cards)
    return Refusal("cards must be from 2 to 32, not " + std::to_string(cards));
  return setup.deal.prizes.empty() ? Refusal() : check_deal(setup);
}

State Bidding::start(const Setup<Bidding>& setup, Events<Event> /*happened*/) {
  State state;
  const Cards all = Cards::up_to(setup.options.cards);
  std::fill_n(state.unused.begin(), setup.seats, all);
  state.prizes_left = all;
  state.seats = static_cast<std::uint8_t>(setup.seats);
  state.progress.carries = setup.options.ties == Ties::carry ? 1 : 0;
  // House rule: with two seats, the seat that is left wins; with three or four, the others play on.
  state.progress.may_leave = setup.seats > 2 ? static_cast<std::uint64_t>(setup.seats - 1) & 3U : 0;
  state.progress.unique = setup.options.unique ? 1 : 0;
  state.order = setup.options.prizes;
  return state;
}

Deal Bidding::deal(const Setup<Bidding>& setup) {
  if (!setup.deal.prizes.empty()) return setup.deal;
  return ordered_prizes(setup.options, setup.seed.seed);
}

std::vector<Likely<Prize>> Bidding::outcomes(const State& now) {
  Cards possible = now.prizes_left;
  if (now.order == Prizes::ascending) possible = Cards::only(now.prizes_left.lowest());
  if (now.order == Prizes::descending) possible = Cards::only(now.prizes_left.highest());
  std::vector<Likely<Prize>> outcomes;
  possible.for_each([&](int prize) {
    outcomes.push_back({{static_cast<std::uint8_t>(prize)}, 1.0 / possible.size()});
  });
  return outcomes;
}

Refusal Bidding::check(const State& now, const Prize& chance) {
  for (const auto& [possible, probability] : outcomes(now)) {
    if (possible == chance) return {};
  }
  return Refusal("this prize cannot come up now: " + std::to_string(chance.prize));
}

void Bidding::apply(State& state, Seat seat, const Move& move, Events<Event> happened) {
  state.bids.add(seat, move.card);
  state.unused[static_cast<std::size_t>(seat)].remove(move.card);
  if (!state.bids.complete()) return;
  const Bids bids = state.bids;
  const Result result = settle(state);
  if (happened) report_round(state, bids, result, happened);
}

Worst Bidding::worst(const State& now, Seat seat) {
  const Points points(now.progress.points);
  int to_come = static_cast<int>(now.prize) + points.of(Points::pot);
  now.prizes_left.for_each([&to_come](int prize) { to_come += prize; });
  int best_other = 0;
  for (Seat other = 0; other < static_cast<Seat>(now.seats); ++other) {
    if (other != seat) best_other = std::max(best_other, points.of(other));
  }
  const int score = points.of(seat) - to_come;
  return {score, score - best_other};
}

void Bidding::forfeit(State& state, Seat seat, Events<Event> happened) {
  if (state.progress.may_leave > 0) {
    state.progress.may_leave = (state.progress.may_leave - 1U) & 3U;
    if (happened) happened(Left{seat});
    return;
  }
  state.unused = unused_before(state);
  state.bids = {};
  state.progress.forfeited = 1;
  if (happened) happened(ended(state, seat));
}

Outcome Bidding::outcome(const State& now) {
  Outcome outcome;
  for (Seat seat = 0; seat < static_cast<Seat>(now.seats); ++seat)
    outcome.scores.push_back(Points(now.progress.points).of(seat));
  if (now.progress.forfeited != 0) outcome.end = "forfeit";
  return outcome;
}

void Bidding::resample(Position<Bidding>& position, Seat seat, Rng& rng) {
  State& state = position.state;
  if (state.order == Prizes::random) {
    auto& prizes = position.source.all.prizes;
    const auto to_come = static_cast<std::size_t>(state.prizes_left.size());
    std::span<std::uint8_t> last(prizes.end() - to_come, to_come);
    rng.shuffle(last);
  }
  if (state.bids.complete()) return;
  Bids bids = Bids::due(static_cast<int>(state.seats));
  for (Seat other = 0; other < static_cast<Seat>(state.seats); ++other) {
    int bid = state.bids.of(other);
    if (bid == 0) continue;
    if (other != seat) {
      Cards& hand = state.unused[static_cast<std::size_t>(other)];
      hand.add(bid);
      bid = hand.nth(rng.below(static_cast<std::uint32_t>(hand.size())));
      hand.remove(bid);
    }
    bids.add(other, bid);
  }
  state.bids = bids;
}

Position<Bidding> Bidding::imagine(const Setup<Bidding>& setup, const View& view,
                                   std::span<const Event> told) {
  Position<Bidding> position(setup);
  State& state = position.state;
  state.unused = view.unused;
  state.bids = Bids::due(view.seats);
  state.prizes_left = view.prizes_left;
  state.progress.points = view.points.word() & Points::all;
  state.prize = static_cast<std::uint32_t>(view.prize);
  state.round = static_cast<std::uint8_t>(view.round);
  for (const Event& event : told) {
    const auto* left = std::get_if<Left>(&event);
    if (left == nullptr || position.gone.contains(left->seat)) continue;
    position.gone.insert(left->seat);
    state.progress.may_leave = (state.progress.may_leave - 1U) & 3U;
  }
  // Those that came first do not matter any more.
  const bool descends = setup.options.prizes == Prizes::descending;
  auto& prizes = position.source.all.prizes;
  auto next = descends ? prizes.end() - 1 : prizes.end() - view.prizes_left.size();
  view.prizes_left.for_each([&](int prize) {
    *next = static_cast<std::uint8_t>(prize);
    next += descends ? -1 : 1;
  });
  return position;
}

std::optional<Move> Bidding::read(std::string_view text) {
  const auto card = to_number<std::uint32_t>(trim(text));
  if (!card || *card < 1 || *card > most_cards) return std::nullopt;
  return Move{static_cast<std::uint8_t>(*card)};
}

}  // namespace arena::bidding

template struct arena::RandomPlay<arena::bidding::Bidding>;
