// Finds what a seat is told though it may not know it: in questions, in the news of a move, in the
// first deal. A state is compared with one in which only what is hidden from the seat differs. The
// law that there are no leaks is in tests/laws.hpp; this is apart from it so that the search can be
// tested, too.
#pragma once

#include <concepts>
#include <string>
#include <vector>

#include "arena/core/game.hpp"
#include "arena/core/protocol.hpp"

namespace arena::laws {

/// What `seat` is sent when asked in `state`.
template <class P>
std::string question(const typename P::Game::State& state, Seat seat) {
  std::string out;
  P protocol(seat);
  protocol.ask(P::Game::view(state, seat), out);
  return out;
}

/// A disguise, `disguise(state, seat, rng)`, changes all that `seat` may not know and nothing else.
/// It may have a fourth argument: a pointer to the move that is about to be made, or null. Then it
/// leaves as it is what this move reveals to `seat` by right: the cards of a showdown, say, or the
/// card that `seat` draws.
template <class G, class Disguise>
constexpr bool knows_reveals =
    std::invocable<Disguise&, typename G::State&, Seat, Rng&, const typename G::Move*>;

template <class G, class Disguise>
typename G::State disguised(const typename G::State& state, Seat seat,
                            [[maybe_unused]] const typename G::Move* next, Disguise& disguise,
                            Rng& rng) {
  auto other = state;
  if constexpr (knows_reveals<G, Disguise>) {
    disguise(other, seat, rng, next);
  } else {
    disguise(other, seat, rng);
  }
  return other;
}

/// What `seat` is told of these events, not viewed yet.
template <class P>
std::string told(const std::vector<typename P::Game::Event>& happened, Seat seat) {
  std::string out;
  P protocol(seat);
  for (const auto& event : happened) {
    if (const auto seen = P::Game::view(event, seat)) protocol.tell(*seen, out);
  }
  return out;
}

/// What `seat` is told when `mover` makes this move in `state`.
template <class P>
std::string news(typename P::Game::State state, Seat mover, const typename P::Game::Move& move,
                 Seat seat) {
  using G = typename P::Game;
  std::vector<typename G::Event> happened;
  G::apply(state, mover, move, Events<typename G::Event>(happened));
  return told<P>(happened, seat);
}

/// What `seat` is told when this setup is dealt.
template <class P>
std::string first_news(const Setup<typename P::Game>& setup, Seat seat) {
  using G = typename P::Game;
  std::vector<typename G::Event> happened;
  static_cast<void>(G::start(setup, Events<typename G::Event>(happened)));
  return told<P>(happened, seat);
}

/// A leak in words: what is said, and what is said where another hidden part is the only
/// difference.
inline std::string leak_text(Seat seat, const std::string& what, const std::string& text,
                             const std::string& disguised) {
  return "seat " + std::to_string(seat) + what + ":\n" + text + "and with another hidden part:\n" +
         disguised;
}

/// In a disguised state a seat must be asked in the very same words.
template <class P, class Disguise>
std::string leak_in_question(const typename P::Game::State& state, Seats due, Disguise disguise,
                             Rng& rng) {
  for (Seat seat : due) {
    const auto other = disguised<typename P::Game>(state, seat, nullptr, disguise, rng);
    const std::string text = question<P>(state, seat);
    const std::string otherwise = question<P>(other, seat);
    if (text != otherwise) return leak_text(seat, " is asked", text, otherwise);
  }
  return "";
}

/// A move that is legal with and without the disguise must be told to `seat` in the same words. The
/// mover may learn something, such as a card that it draws, unless the disguise has its fourth
/// argument. Not for the moves of a simultaneous round, whose end reveals them by right.
template <class P, class Disguise>
std::string leak_in_news(const typename P::Game::State& state, int seats, Seats due,
                         Disguise disguise, Rng& rng) {
  using G = typename P::Game;
  if (due.size() != 1) return "";
  const Seat mover = due.front();
  const auto move = random_move<G>(G::view(state, mover), rng);
  for (Seat seat = 0; seat < seats; ++seat) {
    const auto other = disguised<G>(state, seat, &move, disguise, rng);
    const bool may_learn = seat == mover && !knows_reveals<G, Disguise>;
    if (may_learn || !G::actors(other).contains(mover) || G::check(G::view(other, mover), move))
      continue;
    const std::string text = news<P>(state, mover, move, seat);
    const std::string otherwise = news<P>(other, mover, move, seat);
    if (text != otherwise) return leak_text(seat, " is told of " + G::write(move), text, otherwise);
  }
  return "";
}

/// What leaks in a position, in one of the game's protocols; empty: nothing was found.
template <class P, class Disguise>
std::string leak(const typename P::Game::State& state, int seats, Seats due, Disguise disguise,
                 Rng& rng) {
  const std::string found = leak_in_question<P>(state, due, disguise, rng);
  return found.empty() ? leak_in_news<P>(state, seats, due, disguise, rng) : found;
}

/// The same for what seats are told of the first deal.
template <class P, class Disguise>
std::string leak_at_start(const Setup<typename P::Game>& setup, Disguise disguise, Rng& rng) {
  using G = typename P::Game;
  if constexpr (DealsOnce<G>) {
    const auto state = G::start(setup, {});
    for (Seat seat = 0; seat < setup.seats; ++seat) {
      Setup<G> other = setup;
      other.deal = G::deal(disguised<G>(state, seat, nullptr, disguise, rng));
      if (G::check(other)) continue;
      const std::string text = first_news<P>(setup, seat);
      const std::string otherwise = first_news<P>(other, seat);
      if (text != otherwise) return leak_text(seat, " is told of the deal", text, otherwise);
    }
  }
  return "";
}

}  // namespace arena::laws
