#include "arena/rating/means/control_variate.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace arena {

namespace {

/// Least squares of values on baselines, from running sums about the means (Welford).
class Slope {
 public:
  void add(const DealValue& deal) {
    const double deviation = deal.baseline - baseline_.value();
    baseline_.add(deal.baseline);
    value_.add(deal.value);
    products_ += deviation * (deal.value - value_.value());
  }
  [[nodiscard]] double value() const {
    return baseline_.has_error() ? products_ / baseline_.squares() : 0;
  }

 private:
  Mean baseline_;
  Mean value_;
  double products_ = 0;
};

}  // namespace

AdjustedMean adjusted_mean(std::span<const DealValue> deals, const BaselineMean& baseline,
                           int folds, double miss) {
  std::vector<Slope> without(static_cast<std::size_t>(folds));
  for (const DealValue& deal : deals) {
    for (int fold = 0; fold < folds; ++fold) {
      if (deal.deal % folds != fold) without[static_cast<std::size_t>(fold)].add(deal);
    }
  }
  AdjustedMean result;
  Mean coefficients;
  for (const DealValue& deal : deals) {
    const double slope = without[static_cast<std::size_t>(deal.deal % folds)].value();
    coefficients.add(slope);
    result.raw.add(deal.value);
    result.adjusted.add(deal.value - slope * (deal.baseline - baseline.value));
  }
  result.coefficient = coefficients.value();
  if (!result.raw.has_error() || !result.adjusted.has_error()) return result;
  const double error =
      std::hypot(result.adjusted.standard_error(), result.coefficient * baseline.standard_error);
  result.margin_of_error = student_quantile(result.adjusted.count() - 1, miss) * error;
  result.saving = std::pow(result.raw.standard_error() / error, 2);
  return result;
}

}  // namespace arena
