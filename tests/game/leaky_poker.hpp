// The Kuhn poker of examples/new_game, to test the law on leaks with. It shows a card too early
// where `Leak` says so, as a wrong implementation may.
#pragma once

#include <optional>
#include <variant>

#include "arena/core/position.hpp"
#include "examples/new_game/games/kuhn_poker/kuhn_poker.hpp"
#include "protocols/generic/generic.hpp"

namespace arena::kuhn_poker {

enum class Leak { none, deal, bet, question, fold, fold_to_folder };

template <Leak leak>
struct LeakyPoker : Rules {
  using Rules::check;
  static Refusal check(const Setup<LeakyPoker>& /*setup*/) { return {}; }
  static State start(const Setup<LeakyPoker>& /*setup*/, Events<Event> /*happened*/) { return {}; }
  static Deal deal(const Setup<LeakyPoker>& setup) {
    return Rules::deal({setup.options, setup.seats, setup.seed, setup.deal});
  }

  static View view(const State& now, Seat seat) {
    View seen = Rules::view(now, seat);
    if (leak == Leak::question) seen.card = now.cards[index_of(1 - seat)];
    return seen;
  }
  /// A seat is not shown its own card alone.
  static std::optional<Event> view(const Event& event, Seat seat) {
    if (leak == Leak::deal) return event;
    const auto* shown = std::get_if<Shown>(&event);
    const bool is_own = shown != nullptr && shown->cards[index_of(1 - seat)] == Card::unknown;
    return is_own ? std::nullopt : Rules::view(event, seat);
  }

  using Rules::apply;
  static void apply(State& state, Seat seat, Move move, Events<Event> happened) {
    Rules::apply(state, seat, move, happened);
    const bool is_fold = actors(state).empty() && state.chips[0] != state.chips[1];
    if (leak == Leak::bet && move == Move::bet) happened(card_of(state, seat));
    if (leak == Leak::fold && is_fold) happened(Shown{state.cards});
    if (leak == Leak::fold_to_folder && is_fold) happened(card_of(state, 1 - seat));
  }

  /// Gives the other seat one of the two cards that `seat` does not have.
  static void resample(Position<LeakyPoker>& position, Seat seat, Rng& rng) {
    auto& cards = position.state.cards;
    const int own = static_cast<int>(cards[index_of(seat)]) - 1;
    const int other = (own + 1 + static_cast<int>(rng.below(2))) % 3;
    cards[index_of(1 - seat)] = static_cast<Card>(1 + other);
  }

 private:
  static Shown card_of(const State& now, Seat seat) {
    Shown shown;
    shown.cards[index_of(seat)] = now.cards[index_of(seat)];
    return shown;
  }
};

template <Leak leak>
using LeakyModule = GenericModule<LeakyPoker<leak>>;

}  // namespace arena::kuhn_poker
