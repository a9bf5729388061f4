// Defaults for a simple game. A game derives from GameDefaults and writes only the functions that
// differ. The defaults: no options, no chance, every setup is valid, a listed move is legal, events
// hide nothing, moves are numbers or described enumerators, and after a forfeit the arbiter makes
// the first legal move for the seat. If a game writes one `check` or one `view`, it hides both of
// GameDefaults: `using GameDefaults::check;` brings them back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <boost/describe.hpp>
#include <boost/describe/enum_from_string.hpp>
#include <boost/describe/enum_to_string.hpp>

#include "arena/core/described.hpp"
#include "arena/core/game.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

struct NoOptions {};
BOOST_DESCRIBE_STRUCT(NoOptions, (), ())

/// `G` also has `lowest_score` and `highest_score`, the bounds of a seat's final score.
template <class G>
struct GameDefaults {
  using Options = NoOptions;
  using Deal = NoDeal;

  template <class Given>
  requires std::same_as<Given, Setup<G>>
  static Refusal check(const Given& /*setup*/) { return {}; }

  /// REQUIRES: `G` lists its moves.
  template <class View, class Self = G>  // `G` is complete only when this is called
  static Refusal check(const View& view, const typename Self::Move& move) {
    const auto moves = G::moves(view);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (moves[i] == move) return {};
    }
    return Refusal(G::write(move) + " is not legal now");
  }

  template <class Event>
  static std::optional<Event> view(const Event& event, Seat /*seat*/) {
    return event;
  }

  template <class Move>
  static std::string write(const Move& move) {
    if constexpr (described::DescribedEnum<Move>) {
      return boost::describe::enum_to_string(move, "");
    } else {
      return std::to_string(move);
    }
  }

  template <class Self = G>
  static std::optional<typename Self::Move> read(std::string_view text) {
    using Move = typename Self::Move;
    if constexpr (described::DescribedEnum<Move>) {
      Move move{};
      const bool known = boost::describe::enum_from_string(std::string(text).c_str(), move);
      return known ? std::optional(move) : std::nullopt;
    } else {
      return to_number<Move>(text);
    }
  }

  template <class View>
  static auto fallback(const View& view) {
    return G::moves(view)[0];
  }

  template <class State>
  static Worst worst(const State& /*now*/, Seat /*seat*/) {
    return {G::lowest_score, G::lowest_score - G::highest_score};
  }

  template <class State, class Happened>
  static void forfeit(State& /*state*/, Seat /*seat*/, Happened /*happened*/) {}
};

}  // namespace arena
