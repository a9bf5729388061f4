// Less luck in a mean: each deal has a baseline, a number that depends on the deal and the seats
// alone and goes up and down with the results, because some hands are better than others. The
// adjusted value of a deal is value - c (baseline - mean of the baseline); its mean is that of the
// value, and its spread is less. This is a control variate; the coefficient c is fitted on other
// deals (cross-fitting), so that it cannot depend on the luck of the deal itself, and the adjusted
// mean stays unbiased.
// Sources: Glasserman, "Monte Carlo Methods in Financial Engineering", 4.1, for control variates;
// Chernozhukov and others, "Double/debiased machine learning" (2018), for cross-fitting.
#pragma once

#include <span>

#include "arena/rating/means/mean.hpp"

namespace arena {

struct DealValue {
  int deal = 0;         // its number: decides which deals its coefficient is fitted on
  double value = 0;     // the result: a share or a margin
  double baseline = 0;  // of the same player, over the same seats
};

/// The baseline's mean over all deals that could be dealt.
/// - Known, such as 0 by symmetry (the difference of two players that each sit in both seats), or
///   listed over all deals: the error is 0.
/// - Measured on other deals: their mean and its standard error. The error adds to that of the
///   adjusted mean. The mean of the same deals will not do: the adjusted mean would be the raw one.
struct BaselineMean {
  double value = 0;
  double standard_error = 0;
};

struct AdjustedMean {
  Mean raw;                // of the values
  Mean adjusted;           // of the adjusted values
  double coefficient = 0;  // c, on average over the deals
  /// Half the width of Student's interval of the adjusted mean, with the error of the baseline's
  /// mean. 0 without a spread.
  double margin_of_error = 0;
  /// How many times as many deals the raw mean needs for the same error: the ratio of the squared
  /// standard errors. 1 without a spread.
  double saving = 1;
};

/// Deal number d is in fold d mod `folds`; its coefficient is fitted by least squares on the deals
/// of the other folds, 0 where these have no spread. REQUIRES: folds >= 2, numbers >= 0.
AdjustedMean adjusted_mean(std::span<const DealValue> deals, const BaselineMean& baseline,
                           int folds = 5, double miss = default_miss);

}  // namespace arena
