// Kuhn poker: three cards, two players, one bet. The rules, as docs/kuhn_poker.md explains them.
// Source: H. W. Kuhn, "A Simplified Two-Person Poker", Contributions to the Theory of Games I,
// 1950.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include <boost/describe.hpp>

#include "arena/core/fixed_vector.hpp"
#include "arena/core/game_defaults.hpp"

namespace arena::kuhn_poker {

enum class Card : std::int32_t { unknown, jack, queen, king };
BOOST_DESCRIBE_ENUM(Card, unknown, jack, queen, king)

enum class Move : std::uint8_t { pass, bet };
BOOST_DESCRIBE_ENUM(Move, pass, bet)

/// The card of each seat; the seed decides if they are `unknown`.
struct Deal {
  std::array<Card, 2> cards{};
  bool operator==(const Deal&) const = default;
};
BOOST_DESCRIBE_STRUCT(Deal, (), (cards))

struct State {
  std::array<Card, 2> cards{};
  std::array<int, 2> chips = {1, 1};  // in the pot
  FixedVector<Move, 3> moves;
};

struct View {
  Seat seat = 0;
  Card card = Card::unknown;
  std::array<int, 2> chips{};
  FixedVector<Move, 3> moves;
};
BOOST_DESCRIBE_STRUCT(View, (), (seat, card, chips, moves))

struct Dealt {
  static constexpr std::string_view name = "deal";
  std::array<Card, 2> cards{};
};
BOOST_DESCRIBE_STRUCT(Dealt, (), (cards))

struct Acted {
  Seat seat = 0;
  Move move = Move::pass;
};
BOOST_DESCRIBE_STRUCT(Acted, (), (seat, move))

struct Shown {
  static constexpr std::string_view name = "showdown";
  std::array<Card, 2> cards{};
};
BOOST_DESCRIBE_STRUCT(Shown, (), (cards))

constexpr std::size_t index_of(Seat seat) { return static_cast<std::size_t>(seat); }

struct Rules : GameDefaults<Rules> {
  using Deal = kuhn_poker::Deal;
  using State = kuhn_poker::State;
  using View = kuhn_poker::View;
  using Move = kuhn_poker::Move;
  using Event = std::variant<Dealt, Acted, Shown>;
  using Chance = Deal;  // all chance comes at once

  static constexpr GameInfo info = {
      .name = "kuhn_poker", .title = "Kuhn poker", .rank_by = RankBy::score};
  static constexpr int lowest_score = -2;
  static constexpr int highest_score = 2;

  using GameDefaults::check;
  static Refusal check(const Setup<Rules>& setup) {
    return setup.deal == Deal{} ? Refusal() : check(State(), setup.deal);
  }

  static State start(const Setup<Rules>& /*setup*/, Events<Event> /*happened*/) { return {}; }

  static Deal deal(const Setup<Rules>& setup) {
    std::array pack = {Card::jack, Card::queen, Card::king};
    Rng(setup.seed.seed).shuffle(pack);
    return setup.deal == Deal{} ? Deal{{pack[0], pack[1]}} : setup.deal;
  }
  static bool awaits_chance(const State& now) { return now.cards[0] == Card::unknown; }
  static Refusal check(const State& /*now*/, const Deal& deal) {
    const auto& [first, second] = deal.cards;
    if (first != second && first != Card::unknown && second != Card::unknown) return {};
    return "deal: cards must be two different cards";
  }
  static std::vector<Likely<Deal>> outcomes(const State& now) {
    std::vector<Likely<Deal>> outcomes;
    for (const Card first : {Card::jack, Card::queen, Card::king}) {
      for (const Card second : {Card::jack, Card::queen, Card::king}) {
        if (const Deal deal{{first, second}}; !check(now, deal))
          outcomes.push_back({deal, 1.0 / 6});
      }
    }
    return outcomes;
  }
  static void apply(State& state, const Deal& deal, Events<Event> happened) {
    state.cards = deal.cards;
    happened(Dealt{state.cards});
  }

  static Seats actors(const State& now) {
    return awaits_chance(now) || is_over(now)
               ? Seats()
               : Seats::only(static_cast<Seat>(now.moves.size() % 2));
  }

  static View view(const State& now, Seat seat) {
    return {seat, now.cards[index_of(seat)], now.chips, now.moves};
  }
  static std::optional<Event> view(const Event& event, Seat seat) {
    const auto* dealt = std::get_if<Dealt>(&event);
    if (dealt == nullptr) return event;
    Dealt seen;
    seen.cards[index_of(seat)] = dealt->cards[index_of(seat)];
    return seen;
  }

  static std::array<Move, 2> moves(const View& /*view*/) { return {Move::pass, Move::bet}; }

  static void apply(State& state, Seat seat, Move move, Events<Event> happened) {
    state.moves.push_back(move);
    if (move == Move::bet) ++state.chips[index_of(seat)];
    happened(Acted{seat, move});
    if (is_over(state) && !is_fold(state)) happened(Shown{state.cards});
  }

  static Outcome outcome(const State& now) {
    const bool first_wins =
        is_fold(now) ? now.chips[0] > now.chips[1] : now.cards[0] > now.cards[1];
    const int won = now.chips[first_wins ? 1 : 0];
    return {first_wins ? FixedVector<int, most_seats>{won, -won}
                       : FixedVector<int, most_seats>{-won, won}};
  }

 private:
  /// A player passed after a bet.
  static bool is_fold(const State& now) {
    return now.chips[0] != now.chips[1] && now.moves.back() == Move::pass;
  }
  static bool is_over(const State& now) {
    if (now.moves.size() < 2) return false;
    return is_fold(now) || now.chips[0] == now.chips[1];
  }
};

}  // namespace arena::kuhn_poker
