// What one seat knows at one moment of any game, for callers that name none.
// A value: it stays as it is when the match goes on. Not for: the rules, which have its type.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "arena/core/game.hpp"
#include "arena/core/seat.hpp"

namespace arena {

/// Takes moves, each as its canonical text, which is gone after the call.
class MoveSink {
 public:
  MoveSink() = default;
  MoveSink(const MoveSink&) = delete;
  MoveSink& operator=(const MoveSink&) = delete;
  virtual ~MoveSink() = default;

  /// Comes first: how many there will be.
  virtual void expect(std::size_t count) = 0;
  virtual void add(std::string_view move) = 0;
};

class AnyView {
 public:
  AnyView() = default;
  AnyView(const AnyView&) = delete;
  AnyView& operator=(const AnyView&) = delete;
  virtual ~AnyView() = default;

  /// The game that it is of.
  [[nodiscard]] virtual const GameInfo& game() const = 0;
  /// Whose view it is.
  [[nodiscard]] virtual Seat seat() const = 0;
  /// What a bot sees, by the names of the JSON protocol's `view`.
  [[nodiscard]] virtual boost::json::object fields() const = 0;
  /// All legal moves of the seat; none if it owes no move. False, and nothing is added: the game
  /// does not list them.
  virtual bool legal(MoveSink& moves) const = 0;
  /// All of it, for this very build to read again (`AnyGame::restore_view`). Two views of a game
  /// tell the same exactly if their bytes are the same.
  [[nodiscard]] virtual std::string bytes() const = 0;
};

}  // namespace arena
