// What a protocol is to arena: text to values and back, for one game, one object per seat.
// No I/O and no clock: it appends what its bot is to be sent to a reused string, and reads lines.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "arena/core/fixed_vector.hpp"
#include "arena/core/game.hpp"
#include "arena/util/time.hpp"

namespace arena {

/// How long one process of a bot is kept.
enum class Lifetime { match, series };

/// What holds for a protocol's bots unless the user says otherwise.
struct Terms {
  std::string_view name;                               // as after --protocol
  std::string_view title = "the game's own protocol";  // as in sentences
  Duration move_time = std::chrono::seconds(10);       // for one question, refused answers included
  int max_refusals = 0;  // in a row; one more forfeits. Of the default protocol, for all
  Lifetime lifetime = Lifetime::match;
};

/// How a screen may draw: for a person at a terminal that may or may not show colours, and
/// characters beyond ASCII (UTF-8), such as the symbols of the suits.
struct ScreenStyle {
  bool colour = false;
  bool symbols = false;
};

/// What a match begins with, for protocols that say so.
struct Opening {
  Seat seat = 0;
  std::vector<std::string> names;  // by seat
  std::string options;             // those that differ from the default, as a JSON object
  TimeControl time;
};

/// How a match ended, or how far it is for a seat that leaves it before.
struct Closing {
  struct Forfeit {
    Seat seat = 0;
    std::string reason;
    std::string detail;
    std::size_t after = 0;  // answers in the record before it
  };
  bool over = true;
  FixedVector<int, most_seats> scores;  // by seat, as the next; if it is over
  FixedVector<int, most_seats> places;
  std::string end;
  std::vector<Forfeit> forfeits;
};

/// An answer to an earlier question, which came too late: nobody waits for it.
struct Late {};

template <class G>
using Reading = std::variant<typename G::Move, Refusal, Late>;

template <class P>
concept Protocol = Game<typename P::Game> && std::constructible_from<P, Seat> &&
    requires(P& protocol, const typename P::Game::Event& event, const typename P::Game::View& view,
             const typename P::Game::Move& move, const Refusal& refusal, std::string_view line,
             std::string& out) {
  { P::terms } -> std::convertible_to<const Terms&>;
  /// What the seat's bot is told of an event (as viewed by this seat).
  { protocol.tell(event, out) } -> std::same_as<void>;
  { protocol.ask(view, out) } -> std::same_as<void>;
  { protocol.refuse(refusal, out) } -> std::same_as<void>;
  /// `line` is without its end, as the bot sent it. The move read need not be legal.
  { protocol.read(view, line) } -> std::same_as<Reading<typename P::Game>>;
  /// A line that `read` takes for this move.
  { protocol.write(move) } -> std::same_as<std::string>;
};

/// Refinement: a protocol that says how a match begins and ends, and numbers its questions. Numbers
/// rise over the life of a process. Its answers are recorded as canonical text.
template <class P>
concept HasMatchMessages = Protocol<P> &&
    requires(P& protocol, const Opening& opening, const Closing& closing,
             const typename P::Game::View& view, std::int64_t number, Duration left,
             std::string& out) {
  { protocol.begin(opening, out) } -> std::same_as<void>;
  /// `left`: the time for the answer.
  { protocol.ask(view, number, left, out) } -> std::same_as<void>;
  { protocol.end(closing, out) } -> std::same_as<void>;
  /// What the bot has said beside the move that was read last, for the record; empty: nothing.
  { protocol.note() } -> std::convertible_to<std::string_view>;
};

/// A protocol for people: the board to look at, events in words, entries explained.
template <class S>
concept Screen = Protocol<S> && std::constructible_from<S, Seat, ScreenStyle>;

/// Refinement: a screen with an entry by which a person leaves the match.
template <class S>
concept Leaves = Screen<S> && requires(std::string_view line) {
  { S::leaves(line) } -> std::same_as<bool>;
};

/// Refinement: a screen that also shows a match to a spectator. Made from the names of the seats,
/// it is given events that no seat has viewed.
template <class S>
concept ShowsSpectators = Screen<S> &&
    std::constructible_from<S, std::vector<std::string>, ScreenStyle> &&
    requires(S& screen, std::span<const typename S::Game::View> views, std::string& out) {
  /// The table as it is now, without a prompt. `views` are those of all seats.
  { screen.watch(views, out) } -> std::same_as<void>;
};

}  // namespace arena
