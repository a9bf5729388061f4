// What one seat sees at one moment, for callers that do not know the game's type.
// It is a value: it does not change when the match continues. Rules use the game's own type
// instead.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <boost/core/noncopyable.hpp>
#include <boost/json.hpp>

#include "arena/core/game.hpp"
#include "arena/core/seat.hpp"

namespace arena {

/// Receives moves as canonical text. The text is valid only during the call.
class MoveSink : boost::noncopyable {
 public:
  virtual ~MoveSink() = default;

  /// Called first, with the number of moves that follow.
  virtual void expect(std::size_t count) = 0;
  virtual void add(std::string_view move) = 0;
};

class AnyView : boost::noncopyable {
 public:
  virtual ~AnyView() = default;

  [[nodiscard]] virtual const GameInfo& game() const = 0;
  [[nodiscard]] virtual Seat seat() const = 0;
  /// What a bot sees, with the names of the JSON protocol's `view`.
  [[nodiscard]] virtual boost::json::object fields() const = 0;
  /// Adds all legal moves of the seat; none if it owes no move. Returns false, and adds nothing, if
  /// the game does not list its moves.
  virtual bool legal(MoveSink& moves) const = 0;
  /// The whole view as bytes. Only the same build can read them (`AnyStates::restore_view`). Two
  /// views of a game are equal exactly if their bytes are equal.
  [[nodiscard]] virtual std::string bytes() const = 0;
  /// All that its seat was told and did until then, as bytes: equal exactly if it cannot know in
  /// which of two states, of one game with equal options, it is. The same in each process of a
  /// build. Throws Error if the view does not know it: it was restored from bytes, or its state
  /// keeps no events.
  [[nodiscard]] virtual std::string key() const = 0;
};

}  // namespace arena
