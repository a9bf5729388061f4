// What a protocol is to arena: it turns text into values and back, for one game, one object a seat.
// It has no I/O and no clock: it appends what arena sends to a reused string, and reads lines.
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
#include "arena/util/table_cache.hpp"
#include "arena/util/time.hpp"

namespace arena {

/// How long arena keeps one process of a bot. `seat`: for a series, as long as its seat does not
/// change.
enum class Lifetime { match, series, seat };

/// The defaults for the bots of a protocol.
struct Terms {
  std::string_view name;                               // as after --protocol
  std::string_view title = "the game's own protocol";  // as in sentences
  Duration move_time = std::chrono::seconds(10);  // for one question, including refused answers
  int max_refusals = 0;  // in a row; one more forfeits. At least that of the default one
  Lifetime lifetime = Lifetime::match;
  /// Clients at a server choose their seats, and may come back (conversation.hpp).
  bool seats_by_choice = false;
};

/// How a screen may draw. A person's terminal may or may not show colours, and characters beyond
/// ASCII (UTF-8), such as the symbols of the suits.
struct ScreenStyle {
  bool colour = false;
  bool symbols = false;
};

/// What a match begins with, for protocols that send it.
struct Opening {
  Seat seat = 0;
  std::vector<std::string> names;  // by seat
  std::string options;             // those that are not the default, as a JSON object
  TimeControl time;
};

/// How a match ended, or how it stands when a seat leaves early.
struct Closing {
  struct Forfeit {
    Seat seat = 0;
    std::string reason;
    std::string detail;
    std::size_t after = 0;  // the number of answers in the record before it
  };
  bool over = true;
  FixedVector<int, most_seats> scores;  // by seat, as `places`; only if it is over
  FixedVector<int, most_seats> places;
  std::string end;
  std::vector<Forfeit> forfeits;
  std::vector<Duration> used;  // by seat: the time for all answers; empty if it is not shown
};

/// An answer to an earlier question that came too late. Arena does not wait for it any more.
struct Late {};

template <class G>
using Reading = std::variant<typename G::Move, Refusal, Late>;

template <class P>
concept Protocol = Game<typename P::Game> && std::constructible_from<P, Seat> &&
    requires(P& protocol, const typename P::Game::Event& event, const typename P::Game::View& view,
             const typename P::Game::Move& move, const Refusal& refusal, std::string_view line,
             std::string& out) {
  { P::terms } -> std::convertible_to<const Terms&>;
  /// Appends what the seat's bot receives for an event (as viewed by this seat).
  { protocol.tell(event, out) } -> std::same_as<void>;
  { protocol.ask(view, out) } -> std::same_as<void>;
  { protocol.refuse(refusal, out) } -> std::same_as<void>;
  /// `line` is as the bot sent it, without the line end. The move may be illegal.
  { protocol.read(view, line) } -> std::same_as<Reading<typename P::Game>>;
  /// A line that `read` understands as this move.
  { protocol.write(move) } -> std::same_as<std::string>;
};

/// Reads a move's text that is no line of a bot: from JSON or a program. A protocol may take more
/// of a line than that; then it has `read_exactly`.
template <class P, class View>
auto read_text(P& protocol, const View& view, std::string_view text) {
  if constexpr (requires { protocol.read_exactly(view, text); }) {
    return protocol.read_exactly(view, text);
  } else {
    return protocol.read(view, text);
  }
}

/// Refinement: a protocol that sends how a match begins and ends, and numbers its questions. The
/// numbers rise over the life of a process. Records store its answers as canonical text.
template <class P>
concept HasMatchMessages = Protocol<P> &&
    requires(P& protocol, const Opening& opening, const Closing& closing,
             const typename P::Game::View& view, std::int64_t number, Duration left,
             std::string& out) {
  { protocol.begin(opening, out) } -> std::same_as<void>;
  /// `left` is the time for the answer.
  { protocol.ask(view, number, left, out) } -> std::same_as<void>;
  { protocol.end(closing, out) } -> std::same_as<void>;
  /// What the bot sent with its last move, for the record; empty if there is nothing.
  { protocol.note() } -> std::convertible_to<std::string_view>;
};

/// A protocol for people: it draws the board, describes events in words, and explains entries.
template <class S>
concept Screen = Protocol<S> && std::constructible_from<S, Seat, ScreenStyle>;

/// Refinement: a screen that shows what is slow to compute, with the tables that the bots share.
/// The cache may be null.
template <class S>
concept UsesTables = Screen<S> && std::constructible_from<S, Seat, ScreenStyle, TableCache*>;

/// Refinement: a screen with an entry that leaves the match.
template <class S>
concept Leaves = Screen<S> && requires(std::string_view line) {
  { S::leaves(line) } -> std::same_as<bool>;
};

/// Refinement: a screen that can also show a match to a spectator. Arena makes it from the names of
/// the seats and gives it the complete events.
template <class S>
concept ShowsSpectators = Screen<S> &&
    std::constructible_from<S, std::vector<std::string>, ScreenStyle> &&
    requires(S& screen, std::span<const typename S::Game::View> views, std::string& out) {
  /// Draws the table as it is now, without a prompt. `views` are those of all seats.
  { screen.watch(views, out) } -> std::same_as<void>;
};

}  // namespace arena
