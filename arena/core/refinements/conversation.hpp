// Protocols in which the bots ask. A bot introduces itself, asks for what it wants to know, and is
// answered as soon as that has happened; it moves without a question. Arena sends nothing unasked,
// except prompts. The same lines serve bots that arena starts and clients that connect, choose
// their seats and may come back. One object a seat, no I/O and no clock, as in protocol.hpp.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "arena/core/fault.hpp"
#include "arena/core/protocol.hpp"

namespace arena {

/// Where a client wants to sit. Without a value, the server chooses the seat.
using WantedSeat = std::optional<Seat>;

/// How a client begins.
struct Introduction {
  WantedSeat seat;
  std::string team;
};

/// What some old clients need otherwise than the protocol says.
struct Compatibility {
  bool plain_seated = false;  // no parentheses in the line that gives a client its seat
};

/// What a line from a bot means to arena: nothing, a move that may be illegal, text that should be
/// a move and is not one, or a reason to part.
template <class G>
using Heard = std::variant<std::monostate, typename G::Move, Refusal, Fault>;

/// A protocol whose bots ask. The functions of Protocol write what a bot that asks for everything
/// receives, for transcripts and records; `P::Conversation` talks to a live bot, for as many
/// matches as the bot stays.
template <class P>
concept Converses = Protocol<P> && std::copyable<typename P::Conversation> &&
    std::constructible_from<typename P::Conversation, Seat, Compatibility> &&
    requires(typename P::Conversation& talk, const Opening& opening, const Closing& closing,
             const typename P::Game::Event& event, const typename P::Game::View& view,
             const Refusal& refusal, std::string_view line, std::string& out) {
  /// Reads the first line of a client, before it has a seat.
  { P::Conversation::introduction(line) } -> std::same_as<std::variant<Introduction, Refusal>>;
  /// What a client receives after its last match.
  { P::Conversation::farewell } -> std::convertible_to<std::string_view>;
  /// A match begins. The one before may have been broken off.
  { talk.begin(opening, out) } -> std::same_as<void>;
  { talk.see(event, out) } -> std::same_as<void>;
  /// The seat is to move.
  { talk.ask(view, out) } -> std::same_as<void>;
  { talk.hear(line, out) } -> std::same_as<Heard<typename P::Game>>;
  { talk.refuse(refusal, out) } -> std::same_as<void>;
  /// Whether the bot knows all that it may know, so that its time to move runs.
  { talk.is_up_to_date() } -> std::same_as<bool>;
  { talk.end(closing, out) } -> std::same_as<void>;
};

// The other side of a conversation (conversation.hpp): a bot of arena at another server.
// The guest sends requests, and reads the answers as a match: events, and questions with a view.
// What the server does not show is filled in arbitrarily, and corrected when it shows; the view of
// the own seat is right at all times. One object a session, no I/O and no clock.

template <class P>
concept HasGuest = Converses<P> &&
    std::constructible_from<typename P::Guest, WantedSeat, std::string,
                            typename P::Game::Options> &&
    requires(typename P::Guest& guest, std::string_view text, std::string& out,
             const typename P::Game::Move& move) {
  /// The seat with this name, in any case, or "any". Throws Error for other names.
  { P::Guest::wanted_seat(text) } -> std::same_as<WantedSeat>;
  /// The first line to the server.
  { guest.begin(out) } -> std::same_as<void>;
  /// A line from the server. Throws Error if the server breaks the rules.
  { guest.hear(text, out) } -> std::same_as<void>;
  /// The seat of the guest, once a match has begun.
  { guest.seat() } -> std::same_as<Seat>;
  /// What happened since the last call, as this seat may see it, in the current match.
  { guest.take_events() } -> std::same_as<std::vector<typename P::Game::Event>>;
  /// Counts the matches that have begun, including those that began again.
  { guest.matches() } -> std::same_as<int>;
  /// The view of the seat, if it is to move.
  { guest.question() } -> std::same_as<std::optional<typename P::Game::View>>;
  /// Sends a legal move.
  { guest.move(move, out) } -> std::same_as<void>;
  /// The names of the players, by seat.
  { guest.names() } -> std::same_as<std::vector<std::string>>;
  /// The result of the current match, if it is over.
  { guest.outcome() } -> std::same_as<std::optional<Outcome>>;
  { guest.session_is_over() } -> std::same_as<bool>;
};

}  // namespace arena
