// A refinement of a game's module: what players gave away in matches that were played, for
// `arena analyse GAME FILE`. (core/analysis.hpp is for games that can be solved from the start.)
#pragma once

#include <concepts>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "arena/core/analysis.hpp"
#include "arena/core/match_report.hpp"
#include "arena/util/table_cache.hpp"

namespace arena {

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
