// Little whist, to test games with partners: four seats on two sides, sixteen cards (A K Q J of
// four suits), four to a hand. Players must follow suit, the highest card of the suit takes the
// trick, and there is no trump. A side scores the tricks of both partners. A side that forfeits
// loses, and the game ends.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <boost/describe.hpp>

#include "arena/core/bot.hpp"
#include "arena/util/text/text.hpp"
#include "protocols/generic/generic.hpp"

namespace arena::little_whist {

constexpr int seat_count = 4;
constexpr int cards_each = 4;
constexpr int card_count = 16;
constexpr int ranks = 4;

/// A set of cards. Card c has suit c / 4 and rank c % 4.
using Cards = std::uint16_t;

constexpr Cards card_bit(int card) { return static_cast<Cards>(1U << static_cast<unsigned>(card)); }
constexpr Cards suit_of(int card) { return static_cast<Cards>(0xfU << (card / ranks * ranks)); }
constexpr std::size_t index_of(int number) { return static_cast<std::size_t>(number); }

struct Options {
  bool low = false;  // the lowest card of the suit takes the trick
};
BOOST_DESCRIBE_STRUCT(Options, (), (low))

struct Deal {
  FixedVector<int, card_count> cards;  // four to each seat, from seat 0; empty if not given
  int first = 0;                       // who leads to the first trick
  bool operator==(const Deal&) const = default;
};
BOOST_DESCRIBE_STRUCT(Deal, (), (cards, first))

struct State {
  std::array<Cards, seat_count> hands{};
  std::array<int, seat_count> trick{-1, -1, -1, -1};  // the cards on the table, or -1
  std::array<int, 2> tricks{};                        // by side
  int low = 0;
  Seat leader = -1;  // of this trick; -1 before the deal
  int on_table = 0;
  int forfeited = -1;  // a side
};

struct View {
  Seat seat = 0;
  Cards hand = 0;
  int led = -1;  // the card that was led; -1 if the seat leads
  std::array<int, seat_count> trick{};
  std::array<int, 2> tricks{};
};
BOOST_DESCRIBE_STRUCT(View, (), (seat, hand, led, trick, tricks))

struct Dealt {
  static constexpr std::string_view name = "dealt";
  std::array<Cards, seat_count> hands{};  // viewed: those of others are empty
};
BOOST_DESCRIBE_STRUCT(Dealt, (), (hands))
struct Played {
  static constexpr std::string_view name = "played";
  Seat seat = 0;
  int card = 0;
};
BOOST_DESCRIBE_STRUCT(Played, (), (seat, card))
struct Took {
  static constexpr std::string_view name = "took";
  Seat seat = 0;
};
BOOST_DESCRIBE_STRUCT(Took, (), (seat))
using Event = std::variant<Dealt, Played, Took>;

inline std::string text_of(int card) {
  return {std::string_view("JQKA")[index_of(card % ranks)],
          std::string_view("CDHS")[index_of(card / ranks)]};
}

struct LittleWhist {
  using Options = little_whist::Options;
  using Deal = little_whist::Deal;
  using State = little_whist::State;
  using View = little_whist::View;
  using Move = int;
  using Event = little_whist::Event;
  using Chance = Deal;
  static constexpr GameInfo info = {.name = "little_whist",
                                    .title = "Little whist",
                                    .least_seats = seat_count,
                                    .most_seats = seat_count,
                                    .sides = 2};

  static Refusal check(const Setup<LittleWhist>& setup) {
    if (setup.deal.cards.empty() && setup.deal.first == 0) return {};
    return check(State(), setup.deal);
  }

  static State start(const Setup<LittleWhist>& setup, Events<Event> /*happened*/) {
    State state;
    state.low = setup.options.low ? 1 : 0;
    return state;
  }

  static Deal deal(const Setup<LittleWhist>& setup) {
    if (!setup.deal.cards.empty()) return setup.deal;
    Deal deal;
    for (int card = 0; card < card_count; ++card) deal.cards.push_back(card);
    Rng(setup.seed.seed).shuffle(deal.cards);
    deal.first = setup.seed.number % seat_count;
    return deal;
  }

  static bool awaits_chance(const State& now) { return now.leader < 0; }
  static Refusal check(const State& /*now*/, const Deal& deal) {
    if (deal.first < 0 || deal.first >= seat_count) return "deal: first is a seat from 0 to 3";
    Cards all = 0;
    for (const int card : deal.cards) {
      if (card < 0 || card >= card_count) return "deal: cards are numbers from 0 to 15";
      all |= card_bit(card);
    }
    const bool whole = deal.cards.size() == card_count && all == 0xffff;
    return whole ? Refusal() : Refusal("deal: cards are all 16, each once");
  }
  static void apply(State& state, const Deal& deal, Events<Event> happened) {
    for (int i = 0; i < card_count; ++i)
      state.hands[index_of(i / cards_each)] |= card_bit(deal.cards[index_of(i)]);
    state.leader = deal.first;
    if (happened) happened(Dealt{state.hands});
  }

  static Seats actors(const State& now) {
    if (awaits_chance(now) || now.forfeited >= 0 || tricks_left(now) == 0) return {};
    return Seats::only(actor(now));
  }

  static View view(const State& now, Seat seat) {
    const int led = now.on_table == 0 ? -1 : now.trick[index_of(now.leader)];
    return {seat, now.hands[index_of(seat)], led, now.trick, now.tricks};
  }
  static std::optional<Event> view(const Event& event, Seat seat) {
    const auto* dealt = std::get_if<Dealt>(&event);
    if (dealt == nullptr) return event;
    Dealt seen;
    seen.hands[index_of(seat)] = dealt->hands[index_of(seat)];
    return seen;
  }

  static FixedVector<Move, cards_each> moves(const View& view) {
    FixedVector<Move, cards_each> moves;
    for (int card = 0; card < card_count; ++card) {
      if ((playable(view) & card_bit(card)) != 0) moves.push_back(card);
    }
    return moves;
  }
  static Refusal check(const View& view, const Move& move) {
    if ((view.hand & card_bit(move)) == 0) return "You do not have this card.";
    return (playable(view) & card_bit(move)) != 0 ? Refusal() : Refusal("Follow suit.");
  }

  static void apply(State& state, Seat seat, const Move& move, Events<Event> happened) {
    state.hands[index_of(seat)] &= static_cast<Cards>(~card_bit(move));
    state.trick[index_of(seat)] = move;
    ++state.on_table;
    if (happened) happened(Played{seat, move});
    if (state.on_table < seat_count) return;
    const Seat taker = taker_of(state);
    ++state.tricks[index_of(info.sides_of(seat_count).of(taker))];
    state.trick.fill(-1);
    state.on_table = 0;
    state.leader = taker;
    if (happened) happened(Took{taker});
  }

  /// The side wins no more tricks, and the other side wins all that are left.
  static Worst worst(const State& now, Seat seat) {
    const int side = info.sides_of(seat_count).of(seat);
    const int own = now.tricks[index_of(side)];
    return {own, own - now.tricks[index_of(1 - side)] - tricks_left(now)};
  }
  static void forfeit(State& state, Seat seat, Events<Event> /*happened*/) {
    state.forfeited = info.sides_of(seat_count).of(seat);
  }
  static Outcome outcome(const State& now) {
    Outcome outcome;
    for (Seat seat = 0; seat < seat_count; ++seat)
      outcome.scores.push_back(now.tricks[index_of(info.sides_of(seat_count).of(seat))]);
    if (now.forfeited >= 0) outcome.end = "forfeit";
    return outcome;
  }

  static std::string write(const Move& move) { return text_of(move); }
  static std::optional<Move> read(std::string_view text) {
    for (int card = 0; card < card_count; ++card) {
      if (equal_ignoring_case(text, text_of(card))) return card;
    }
    return std::nullopt;
  }

 private:
  static int tricks_left(const State& now) { return cards_each - now.tricks[0] - now.tricks[1]; }
  static Seat actor(const State& now) { return (now.leader + now.on_table) % seat_count; }
  static Cards playable(const View& view) {
    if (view.led < 0) return view.hand;
    const auto following = static_cast<Cards>(view.hand & suit_of(view.led));
    return following != 0 ? following : view.hand;
  }
  /// REQUIRES: all four cards are on the table.
  static Seat taker_of(const State& now) {
    Seat taker = now.leader;
    for (Seat seat = 0; seat < seat_count; ++seat) {
      const int best = now.trick[index_of(taker)];
      const int card = now.trick[index_of(seat)];
      const bool beats = now.low != 0 ? card < best : card > best;
      if (suit_of(card) == suit_of(best) && beats) taker = seat;
    }
    return taker;
  }
};

/// Plays its highest card if that beats the card that was led, else its lowest. It does not use
/// chance, so that equal players play a deal alike.
class CarefulBot final : public BotWith<LittleWhist> {
 public:
  int move(const View& view) override {
    const auto moves = LittleWhist::moves(view);
    const auto by_rank = [](int a, int b) { return a % ranks < b % ranks; };
    const int low = *std::min_element(moves.begin(), moves.end(), by_rank);
    const int high = *std::max_element(moves.begin(), moves.end(), by_rank);
    if (view.led < 0) return high;
    return suit_of(high) == suit_of(view.led) && high > view.led ? high : low;
  }
};

struct GameModule : GenericModule<LittleWhist> {
  static std::span<const Builtin<LittleWhist>> builtins() {
    static constexpr std::array<Builtin<LittleWhist>, 2> all = {
        {{"random", "every card that may be played is as likely", make_bot<RandomBot<LittleWhist>>},
         {"careful", "its highest card where that may take the trick, else its lowest",
          make_bot<CarefulBot>}}};
    return all;
  }
};

}  // namespace arena::little_whist
