#include "games/bridge/bridge.hpp"

#include <algorithm>
#include <string>

#include "arena/core/outcome.hpp"

namespace arena::bridge {

namespace {

constexpr int most_boards = 100'000;
/// 7NT redoubled and vulnerable, 13 down; in rubber and Chicago with honours.
constexpr int most_of_a_board = 7600;
constexpr int most_of_a_deal = most_of_a_board + 150;
constexpr int most_of_a_rubber = 700;  // for winning it

/// The side that is vulnerable on deal `deal` of a Chicago, counted from 1.
Vulnerable chicago_vulnerable(int deal, Seat dealer, bool nondealer) {
  if (deal == 1) return Vulnerable::none;
  if (deal == chicago_deals) return Vulnerable::all;
  return vulnerable_side(side_of(dealer) ^ (nondealer ? 1 : 0));
}

Vulnerable vulnerable_now(const State& state) {
  if (state.scoring == Scoring::chicago)
    return chicago_vulnerable(state.chicago_deal, state.dealer, state.nondealer_vulnerable);
  if (state.scoring != Scoring::rubber) return state.vulnerable;
  const auto& games = state.session.games;
  return static_cast<Vulnerable>((games[0] > 0 ? 1 : 0) + (games[1] > 0 ? 2 : 0));
}

/// The higher, the better in its trick.
int strength(Card card, Suit led, Strain trump) {
  const int suit = strain_of(card.suit()) == trump ? 32 : card.suit() == led ? 16 : 0;
  return suit + card.rank();
}

/// REQUIRES: a trick is complete.
Seat winner_of_trick(const State& state) {
  const auto& cards = state.tricks.cards;
  const std::size_t first = cards.size() - seat_count;
  const Suit led = cards[first].suit();
  int best = -1;
  int winner = 0;
  for (int i = 0; i < seat_count; ++i) {
    const int value = strength(cards[first + index_of(i)], led, state.contract.strain);
    winner = value > best ? i : winner;
    best = std::max(value, best);
  }
  return after(state.tricks.leaders.back(), winner);
}

/// What a hand may play to the trick.
CardSet playable(CardSet hand, const Tricks& tricks) {
  if (tricks.on_table() == 0) return hand;
  const CardSet following = hand & CardSet::of(tricks.led().suit());
  return following.empty() ? hand : following;
}

Result result_of(const State& state) {
  return {state.contract,
          state.won[index_of(side_of(state.contract.declarer))],
          state.vulnerable,
          {state.honours_side, state.honours_points}};
}

/// Scores the deal. Returns whether the match is over.
bool score(State& state, const Result& result) {
  if (!is_session(state.scoring)) {
    score_board(state.session, result);
    return true;
  }
  const bool last = state.deal == state.most_deals;
  if (state.scoring == Scoring::chicago) {
    // A passed-out deal is dealt again: it is no deal of the four.
    if (result.contract.level == 0) return last;
    score_chicago(state.session, result, state.chicago_deal);
    return last || state.chicago_deal++ == chicago_deals;
  }
  if (score_rubber(state.session, result)) return true;
  if (last) end_unfinished(state.session);
  return last;
}

std::array<int, 2> numbers(const std::array<std::uint8_t, 2>& pair) { return {pair[0], pair[1]}; }

[[gnu::noinline]] void end_deal(State& state, Events<Event> happened) {
  const Result result = result_of(state);
  const std::array<int, 2> before = state.session.totals;
  const bool over = score(state, result);
  if (happened) {
    const Session& now = state.session;
    happened(Scored{result.contract,
                    result.tricks,
                    result.honours,
                    {now.totals[0] - before[0], now.totals[1] - before[1]},
                    now.totals,
                    now.below,
                    numbers(now.games)});
  }
  state.stage = over ? Stage::played_out : Stage::deal;
  if (over) return;
  ++state.board;
  const bool again = state.scoring == Scoring::chicago && result.contract.level == 0;
  if (!again) state.dealer = static_cast<std::uint8_t>(after(state.dealer));
  state.vulnerable = vulnerable_now(state);
}

void begin_play(State& state) {
  state.stage = Stage::play;
  state.contract = state.auction.contract();
  state.turn = static_cast<std::uint8_t>(after(state.contract.declarer));
  if (!is_session(state.scoring)) return;
  const Honours held = honours(state.hands, state.contract.strain);
  state.honours_side = static_cast<std::uint8_t>(held.side);
  state.honours_points = static_cast<std::uint8_t>(held.points);
}

void call(State& state, Seat seat, const Move& move, Events<Event> happened) {
  state.auction.add(move.call(), seat);
  state.turn = static_cast<std::uint8_t>(after(seat));
  if (happened) happened(Called{seat, move});
  if (!state.auction.over()) return;
  state.contract = state.auction.contract();
  if (state.contract.level == 0) {
    end_deal(state, happened);
  } else {
    begin_play(state);
  }
}

void play(State& state, Seat seat, const Move& move, Events<Event> happened) {
  Tricks& tricks = state.tricks;
  const Seat from = state.turn;
  const bool opens = tricks.cards.empty();
  if (tricks.on_table() == 0) tricks.leaders.push_back(state.turn);
  state.hands[index_of(from)].erase(move.card());
  tricks.cards.push_back(move.card());
  state.turn = static_cast<std::uint8_t>(after(from));
  if (happened) happened(Played{seat, move, from});
  if (opens && happened) happened(Exposed{state.dummy(), state.hands[index_of(state.dummy())]});
  if (tricks.on_table() > 0) return;
  const Seat winner = winner_of_trick(state);
  ++state.won[index_of(side_of(winner))];
  state.turn = static_cast<std::uint8_t>(winner);
  if (happened) happened(Won{winner, state.won});
  if (tricks.cards.size() == pack_size) end_deal(state, happened);
}

/// The worst score on this board that the side can still get.
int worst_of_board(const State& now, int side) {
  if (now.stage != Stage::play) return -most_of_a_board;
  const int declares = side_of(now.contract.declarer);
  const bool vulnerable = is_vulnerable(now.vulnerable, declares);
  const int won = now.won[index_of(side)];
  return declares == side ? duplicate_score(now.contract, won, vulnerable)
                          : -duplicate_score(now.contract, hand_size - won, vulnerable);
}

/// Hides what the seat may not know.
struct Hide {
  Seat seat = 0;

  Event operator()(Dealt event) const {
    for (Seat other = 0; other < seat_count; ++other) {
      if (other != seat) event.hands[index_of(other)] = {};
    }
    return event;
  }
  Event operator()(Called event) const {
    if (event.seat == partner_of(seat)) event.move.alert = {};
    return event;
  }
  template <class Open>
  Event operator()(const Open& event) const {
    return event;
  }
};

std::string range_refusal(std::string_view option, int most, int got) {
  return std::string(option) + " must be from 1 to " + std::to_string(most) + ", not " +
         std::to_string(got);
}

}  // namespace

std::array<CardSet, seat_count> dealt_hands(std::array<CardSet, seat_count> left,
                                            const Tricks& tricks) {
  for (std::size_t i = 0; i < tricks.cards.size(); ++i)
    left[index_of(player_of(tricks, i))].insert(tricks.cards[i]);
  return left;
}

Refusal Bridge::check(const Setup<Bridge>& setup) {
  const Options& options = setup.options;
  if (options.boards < 1 || options.boards > most_boards)
    return Refusal(range_refusal("boards", most_boards, options.boards));
  if (!is_session(options.scoring) && options.boards != Options().boards)
    return "boards is for rubber and chicago: a match of the other scorings is one board";
  if (options.scoring != Scoring::chicago && options.nondealer_vulnerable)
    return "nondealer_vulnerable is for chicago";
  const auto& [board, vulnerable, hands] = setup.deal;
  if (board < 0) return "deal: board must be 0 or more";
  if (hands.empty() && vulnerable != Vulnerable::none)
    return "deal: vulnerable needs hands, because the board says who is vulnerable without them";
  if (is_session(options.scoring) && vulnerable != Vulnerable::none)
    return "deal: vulnerable is for single boards";
  const int most = is_session(options.scoring) ? options.boards : 1;
  if (static_cast<int>(hands.size()) > most) return "deal: more hands than the match has deals";
  for (const Hands& given : hands) {
    if (Refusal refusal = check_hands(given)) return refusal;
  }
  return {};
}

State Bridge::start(const Setup<Bridge>& setup, Events<Event> /*happened*/) {
  const Options& options = setup.options;
  const auto& [board, vulnerable, hands] = setup.deal;
  State state;
  state.scoring = options.scoring;
  state.nondealer_vulnerable = options.nondealer_vulnerable;
  state.most_deals = is_session(options.scoring) ? options.boards : 1;
  state.board = board > 0 ? board : setup.seed.number + 1;
  const Seat dealer = hands.empty() ? dealer_of_board(state.board) : hands.front().first;
  state.dealer = static_cast<std::uint8_t>(dealer);
  if (!is_session(options.scoring))
    state.vulnerable = hands.empty() ? vulnerable_on_board(state.board) : vulnerable;
  return state;
}

void Bridge::apply(State& state, const NewDeal& chance, Events<Event> happened) {
  ++state.deal;
  state.hands = chance.hands.of;
  state.auction = Auction(state.dealer);
  state.tricks = {};
  state.contract = {};
  state.won = {};
  state.honours_side = 0;
  state.honours_points = 0;
  state.turn = state.dealer;
  state.stage = Stage::auction;
  if (happened) happened(Dealt{state.board, state.dealer, state.vulnerable, state.hands});
}

View Bridge::view(const State& now, Seat seat) {
  View view;
  view.seat = seat;
  view.turn = now.turn;
  view.actor = now.actor();
  view.dealer = now.dealer;
  view.hand = now.hands[index_of(seat)];
  const bool shows_dummy = now.shows_dummy();
  view.dummy = shows_dummy ? now.dummy() : no_seat;
  view.table = shows_dummy ? now.hands[index_of(now.dummy())] : CardSet();
  view.auction = now.auction;
  view.tricks = now.tricks;
  view.contract = now.contract;
  view.session = now.session;
  view.won = now.won;
  view.stage = now.stage;
  view.scoring = now.scoring;
  view.vulnerable = now.vulnerable;
  view.board = now.board;
  view.deal = now.deal;
  view.most_deals = now.most_deals;
  view.legal = {};
  if (seat != view.actor) return view;
  if (now.stage == Stage::auction) view.legal = Moves::of_calls(now.auction.legal(seat));
  if (now.stage == Stage::play)
    view.legal = Moves::of_cards(playable(now.hands[now.turn], now.tricks));
  return view;
}

std::optional<Event> Bridge::view(const Event& event, Seat seat) {
  return std::visit(Hide{seat}, event);
}

void Bridge::apply(State& state, Seat seat, const Move& move, Events<Event> happened) {
  if (move.is_call()) {
    call(state, seat, move, happened);
  } else {
    play(state, seat, move, happened);
  }
}

Worst Bridge::worst(const State& now, Seat seat) {
  const int side = side_of(seat);
  if (!is_session(now.scoring)) {
    const int score = worst_of_board(now, side);
    return {score, 2 * score};
  }
  const int lost = (now.most_deals - now.deal + 1) * most_of_a_deal + most_of_a_rubber;
  const auto& totals = now.session.totals;
  const int score = totals[index_of(side)] - lost;
  return {score, score - totals[index_of(1 - side)]};
}

void Bridge::forfeit(State& state, Seat seat, Events<Event> /*happened*/) {
  if (!is_session(state.scoring)) {
    const int side = side_of(seat);
    const int score = worst_of_board(state, side);
    state.session.totals[index_of(side)] = score;
    state.session.totals[index_of(1 - side)] = -score;
  }
  state.stage = Stage::forfeit;
}

Outcome Bridge::outcome(const State& now) {
  const auto [north_south, east_west] = now.session.totals;
  return {{north_south, east_west, north_south, east_west},
          now.stage == Stage::forfeit ? "forfeit" : "played out"};
}

int Bridge::earned(const Options& options, int own, int other) {
  if (options.scoring == Scoring::imp) return std::max(imps(own - other), 0);
  return own > other ? 2 : own == other ? 1 : 0;
}

Refusal Bridge::why_illegal(const View& view, const Move& move) {
  if (view.seat != view.actor) return "It is not your turn.";
  if (view.stage == Stage::auction) {
    if (!move.is_call()) return "The auction is not over: make a call, such as pass or 1NT.";
    if (move.call() == Call::doubles()) return "You may only double the opponents' last bid.";
    if (move.call() == Call::redoubles())
      return "You may only redouble the opponents' last double.";
    return "A bid must be higher than the last one.";
  }
  if (move.is_call()) return "The auction is over: play a card, such as HT.";
  if (!view.playing().contains(move.card()))
    return view.turn == view.seat ? Refusal("You do not have this card.")
                                  : Refusal("Dummy does not have this card, and dummy is to play.");
  return view.turn == view.seat ? Refusal("You must follow suit.")
                                : Refusal("Dummy must follow suit.");
}

}  // namespace arena::bridge

template struct arena::RandomPlay<arena::bridge::Bridge>;
