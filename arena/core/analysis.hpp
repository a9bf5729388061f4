// A refinement of a game's module, for games that can be solved: what best play brings, how a match is
// best begun, and what a player gives away. Measured by an objective of its own options, as gains
// of a seat over the others; solved games are even, so a best player gains 0 or more. Not for:
// statistics of played matches (arena/tournament).
#pragma once

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "arena/core/described.hpp"
#include "arena/core/game.hpp"
#include "arena/util/table_cache.hpp"

namespace arena {

/// What was found, for people and for programs.
struct AnalysisReport {
  std::string text;  // whole lines
  boost::json::object fields;
};

/// `A::Options` are described; their initial values are the defaults. The table_cache may be null.
template <class A, class G>
concept Analysis = described::Described<typename A::Options> &&
    requires(const Setup<G>& setup, const typename A::Options& options,
             const typename G::Options& given, TableCache* table_cache, std::string_view builtin,
             std::span<const int> scores, Seat seat) {
  /// The game's options with defaults of the analysis in place of the game's own, where those would
  /// take too long. A user's choice is preferred to them.
  { A::with_defaults(given, options) } -> std::same_as<typename G::Options>;
  /// Refused: why this cannot be analysed.
  { A::check(setup, options) } -> std::same_as<Refusal>;
  // REQUIRES of all that follow: !check(setup, options).
  /// The value of the game, and the first moves of a best player.
  { A::solve(setup, options, table_cache) } -> std::same_as<AnalysisReport>;
  /// What a built-in bot that suits the setup loses a match to the best answer to it, exactly;
  /// nothing: that cannot be worked out.
  { A::loss(setup, options, builtin, table_cache) } -> std::same_as<std::optional<double>>;
  /// The built-in that plays best, against which others are measured by play.
  { A::best_builtin(options) } -> std::same_as<std::string_view>;
  /// What a seat has gained in a match that was played out, by the scores of all seats.
  { A::gain(options, scores, seat) } -> std::same_as<double>;
  /// What gains are counted in: "points".
  { A::unit(options) } -> std::same_as<std::string_view>;
};

}  // namespace arena
