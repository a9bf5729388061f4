// Finds hidden information that a seat receives: in a question, or in the news of a move or of
// chance. It compares a state with another one that differs only in what is hidden from the seat.
// The law that there are no leaks is in tests/laws.hpp. The search is separate, so that it can be
// tested.
#pragma once

#include <algorithm>
#include <cctype>
#include <concepts>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "arena/core/position.hpp"
#include "arena/core/protocol.hpp"
#include "arena/core/value_bytes.hpp"

namespace arena::laws {

/// What `seat` is sent when asked in this position.
template <class P>
std::string question(const Position<typename P::Game>& now, Seat seat) {
  std::string out;
  P protocol(seat);
  protocol.ask(now.view(seat), out);
  return out;
}

/// A disguise changes what `seat` may not know and nothing else. It is a function of (position,
/// seat, rng), or one of (state, seat, rng, next) with a pointer to the next move, or null: then it
/// does not change what this move may reveal to `seat`, such as the cards of a showdown.
template <class G, class Disguise>
constexpr bool knows_reveals =
    std::invocable<Disguise&, typename G::State&, Seat, Rng&, const typename G::Move*>;

/// The disguise of a game that resamples. Other games hide nothing, or have one of their own.
struct Resampled {
  template <class G>
  void operator()(Position<G>& now, Seat seat, Rng& rng) const {
    if constexpr (Resamples<G>) G::resample(now, seat, rng);
  }
};

template <class G, class Disguise>
Position<G> disguised(const Position<G>& now, Seat seat,
                      [[maybe_unused]] const typename G::Move* next, Disguise& disguise, Rng& rng) {
  Position<G> other = now;
  if constexpr (knows_reveals<G, Disguise>) {
    disguise(other.state, seat, rng, next);
  } else {
    disguise(other, seat, rng);
  }
  return other;
}

/// Whether the seat sees the same in both.
template <class G>
bool looks_alike(const Position<G>& one, const Position<G>& other, Seat seat) {
  const auto bytes = [seat](const Position<G>& now) {
    ValueWriter out;
    const auto view = now.view(seat);
    write_value(out, view);
    return out.bytes();
  };
  return bytes(one) == bytes(other);
}

/// What `seat` receives of these events, which have not been viewed yet.
template <class P>
std::string told(const std::vector<typename P::Game::Event>& happened, Seat seat) {
  std::string out;
  P protocol(seat);
  for (const auto& event : happened) {
    if (const auto seen = P::Game::view(event, seat)) protocol.tell(*seen, out);
  }
  return out;
}

/// What `seat` receives when `mover` makes this move in `now`.
template <class P>
std::string news(Position<typename P::Game>& now, Seat mover, const typename P::Game::Move& move,
                 Seat seat) {
  using Event = typename P::Game::Event;
  std::vector<Event> happened;
  now.apply(mover, move, Events<Event>(happened));
  return told<P>(happened, seat);
}

/// What `seat` receives of this outcome of chance.
template <class P, class Chance>
std::string news(Position<typename P::Game> now, const Chance& chance, Seat seat) {
  using Event = typename P::Game::Event;
  std::vector<Event> happened;
  now.put(chance, Events<Event>(happened));
  return told<P>(happened, seat);
}

/// A leak in words: the text, and the text for another hidden part.
inline std::string leak_text(Seat seat, const std::string& what, const std::string& text,
                             const std::string& disguised) {
  return "seat " + std::to_string(seat) + what + ":\n" + text + "and with another hidden part:\n" +
         disguised;
}

/// In a disguised state a seat must be asked in the very same words.
template <class P, class Disguise>
std::string leak_in_question(const Position<typename P::Game>& now, Disguise disguise, Rng& rng) {
  for (Seat seat : now.actors()) {
    const auto other = disguised(now, seat, nullptr, disguise, rng);
    const std::string text = question<P>(now, seat);
    const std::string otherwise = question<P>(other, seat);
    if (text != otherwise) return leak_text(seat, " is asked", text, otherwise);
  }
  return "";
}

/// The words and numbers of a text, without their order: a seat may receive two cards that it drew
/// in any order.
inline std::vector<std::string> sorted_words(std::string text) {
  const auto is_between = [](unsigned char c) { return std::isalnum(c) == 0; };
  std::replace_if(text.begin(), text.end(), is_between, ' ');
  std::istringstream in(text);
  std::vector<std::string> words(std::istream_iterator<std::string>(in), {});
  std::sort(words.begin(), words.end());
  return words;
}

/// `seat` must receive the same news of a move with and without the disguise, if the move is legal
/// in both and the seat's view is the same after it: what the view shows, such as a card that the
/// seat drew, may be in the news. Not for the moves of a simultaneous round, whose end reveals them
/// by right.
template <class P, class Disguise>
std::string leak_in_news(const Position<typename P::Game>& now, Disguise disguise, Rng& rng) {
  using G = typename P::Game;
  if (now.actors().size() != 1) return "";
  const Seat mover = now.actors().front();
  const auto move = random_move<G>(now.view(mover), rng);
  for (Seat seat = 0; seat < now.seats; ++seat) {
    auto other = disguised(now, seat, &move, disguise, rng);
    if (!other.actors().contains(mover) || G::check(other.view(mover), move)) continue;
    auto after = now;
    const std::string text = news<P>(after, mover, move, seat);
    const std::string otherwise = news<P>(other, mover, move, seat);
    const bool leaks =
        knows_reveals<G, Disguise>
            ? text != otherwise
            : looks_alike(after, other, seat) && sorted_words(text) != sorted_words(otherwise);
    if (leaks) return leak_text(seat, " learns of " + G::write(move), text, otherwise);
  }
  return "";
}

/// A leak in a position, in one of the game's protocols. Returns an empty text if nothing leaks.
template <class P, class Disguise>
std::string leak(const Position<typename P::Game>& now, Disguise disguise, Rng& rng) {
  const std::string found = leak_in_question<P>(now, disguise, rng);
  return found.empty() ? leak_in_news<P>(now, disguise, rng) : found;
}

/// A leak in the news of an outcome of chance. `disguise(state, chance, seat, rng)` changes all of
/// the outcome that `seat` may not know.
template <class P, class Disguise>
std::string leak_in_chance(const Position<typename P::Game>& now,
                           const typename P::Game::Chance& chance, Disguise disguise, Rng& rng) {
  for (Seat seat = 0; seat < now.seats; ++seat) {
    auto other = chance;
    disguise(now.state, other, seat, rng);
    const std::string text = news<P>(now, chance, seat);
    const std::string otherwise = news<P>(now, other, seat);
    if (text != otherwise) return leak_text(seat, " learns of chance", text, otherwise);
  }
  return "";
}

}  // namespace arena::laws
