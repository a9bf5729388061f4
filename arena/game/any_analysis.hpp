// The analysis of one game with given options, for callers that do not know the game's type.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "arena/core/analysis.hpp"
#include "arena/core/seat.hpp"

namespace arena {

/// These are the functions of the refinement Analysis (core/analysis.hpp).
struct AnyAnalysis {
  std::function<AnalysisReport()> solve;
  std::function<std::optional<double>(std::string_view builtin)> loss;
  std::function<std::string_view()> best_builtin;
  std::function<double(std::span<const int> scores, Seat seat)> gain;
  std::function<std::string_view()> unit;
};

}  // namespace arena
