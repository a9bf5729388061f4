// A refinement of a game's module, for games that can be solved: the value of best play, how to
// begin a match best, and what a player gives away. Gains of a seat over the others are measured by
// an objective from the analysis's own options. Solved games are fair, so a best player gains 0 or
// more. Statistics of played matches are in arena/series.
#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/described.hpp"
#include "arena/core/game.hpp"
#include "arena/core/refinements/match_report.hpp"
#include "arena/util/table_cache.hpp"

namespace arena {

/// The result, for people and for programs.
struct AnalysisReport {
  std::string text;  // whole lines
  boost::json::object fields;
  bool complete = true;  // false: something was left out, and the text says what
};

/// A legal move of a solved game, with the probability with which a best player makes it, and what
/// its seat can expect after it, as `value` below.
template <class Move>
struct SolvedMove {
  Move move;
  double probability = 0;
  double value = 0;
};

/// The solution of all positions, by what a seat sees of them. Any number of threads may ask it.
template <class S, class G>
concept SolutionOf = requires(const S& solution, const typename G::View& view) {
  /// What the seat can expect of the whole match, in the measure of `gain`, if all play their best
  /// from here on. Before chance comes, over all its outcomes. REQUIRES: the match is not over.
  { solution.value(view) } -> std::same_as<double>;
  /// REQUIRES: the seat is due.
  { solution.moves(view) } -> std::same_as<std::vector<SolvedMove<typename G::Move>>>;
};

/// `A::Options` are described; their initial values are the defaults. `table_cache` may be null.
template <class A, class G>
concept Analysis = described::Described<typename A::Options> &&
    requires(const Setup<G>& setup, const typename A::Options& options,
             const typename G::Options& given, TableCache* table_cache, std::string_view builtin,
             std::span<const int> scores, Seat seat) {
  /// The game's options, with defaults of the analysis where the game's own would take too long.
  /// Options that the user chose stay.
  { A::with_defaults(given, options) } -> std::same_as<typename G::Options>;
  /// Refuses what this analysis cannot handle.
  { A::check(setup, options) } -> std::same_as<Refusal>;
  // All functions below REQUIRE: !check(setup, options).
  { A::solution(setup, options, table_cache) } -> SolutionOf<G>;
  /// The value of the game, and the first moves of a best player.
  { A::solve(setup, options, table_cache) } -> std::same_as<AnalysisReport>;
  /// How much the best answer to a built-in bot, which suits the setup, wins per match on average;
  /// nullopt if that cannot be computed.
  {
    A::exploitability(setup, options, builtin, table_cache)
    } -> std::same_as<std::optional<double>>;
  /// The built-in bot that plays best. Other bots are measured against it by play.
  { A::best_builtin(options) } -> std::same_as<std::string_view>;
  /// What a seat gained in a match that was played out, from the scores of all seats.
  { A::gain(options, scores, seat) } -> std::same_as<double>;
  /// The unit of gains, such as "points".
  { A::unit(options) } -> std::same_as<std::string_view>;
};

// A refinement of a game's module: what players gave away in matches that were played, for
// `arena analyse GAME FILE`. (core/refinements/analysis.hpp is for games that can be solved from
// the start.)

struct ReviewSettings {
  int jobs = 1;                       // threads
  TableCache* table_cache = nullptr;  // may be null
  /// Called by any thread, one at a time.
  std::function<void(int done, int all)> progress = [](int, int) {};
};

/// What a review has taken from a file of another program.
struct ReviewedFile {
  std::size_t matches = 0;
  std::vector<FileProblem> problems;  // what it left out
};

/// A review of any number of matches. Throws Error if it cannot work on this machine.
template <class R, class G>
concept Review = std::default_initializable<R> &&
    requires(R review, const WholeMatch<G>& match, std::string_view file,
             const ReviewSettings& settings) {
  { review.add(match) } -> std::same_as<void>;
  /// Adds the matches of a file of the module's `file_kinds`.
  { review.add_file(file) } -> std::same_as<ReviewedFile>;
  /// For people: a line for each deal and for each player.
  { review.report(settings) } -> std::same_as<AnalysisReport>;
};

template <class GameModule>
concept Reviewed =
    ReadsFiles<GameModule> && Review<typename GameModule::Review, typename GameModule::Game>;

}  // namespace arena
