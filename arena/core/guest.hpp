// The other side of a conversation (conversation.hpp): a bot of arena at another server.
// The guest sends requests, and reads the answers as a match: events, and questions with a view.
// What the server does not show is filled in arbitrarily, and corrected when it shows; the view of
// the own seat is right at all times. One object a session, no I/O and no clock.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/core/conversation.hpp"

namespace arena {

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
