// The analysis of one game with given options, for callers that do not know the game's type.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "arena/core/analysis.hpp"
#include "arena/core/seat.hpp"

namespace arena {

/// These are the functions of the refinement Analysis (core/analysis.hpp).
class AnyAnalysis {
 public:
  AnyAnalysis() = default;
  AnyAnalysis(const AnyAnalysis&) = delete;
  AnyAnalysis& operator=(const AnyAnalysis&) = delete;
  virtual ~AnyAnalysis() = default;

  [[nodiscard]] virtual AnalysisReport solve() const = 0;
  [[nodiscard]] virtual std::optional<double> loss(std::string_view builtin) const = 0;
  [[nodiscard]] virtual std::string_view best_builtin() const = 0;
  [[nodiscard]] virtual double gain(std::span<const int> scores, Seat seat) const = 0;
  [[nodiscard]] virtual std::string_view unit() const = 0;
};

}  // namespace arena
