// Small multiples of the distributions of scores: one histogram for each entrant, all with the
// same axes, so that they can be compared.
#pragma once

#include "arena/report/report_data.hpp"
#include "arena/results/html.hpp"

namespace arena::report {

class ScorePlots {
 public:
  /// The axes fit all entrants.
  explicit ScorePlots(const ReportData& data);

  /// False if no player finished a game.
  [[nodiscard]] bool has_scores() const { return step_ > 0; }
  [[nodiscard]] Html plot(std::size_t entrant) const;

 private:
  /// The part of the games in each bar, beginning with the lowest scores.
  [[nodiscard]] std::vector<double> bars(std::size_t entrant) const;

  const ReportData& data_;
  double low_ = 0;
  double step_ = 0;
  std::size_t bars_ = 0;
  double most_ = 0;
};

}  // namespace arena::report
