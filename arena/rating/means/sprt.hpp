// A sequential probability ratio test of the strength of A against B: is it elo1, or only elo0? It
// is meant for those who know it from chess testing (fishtest). The observation is the share of a
// deal: for a deal of two games 0, 1/4, ..., 1 ("pentanomial"), so that games of one deal are not
// taken for independent.
// Method: the generalised likelihood ratio. Both hypotheses say only what the mean share is; of all
// distributions with this mean, each takes the one that explains the results best.
// Sources: Wald, "Sequential Tests of Statistical Hypotheses" (1945), for the bounds; Van den
// Bergh, "A practical introduction to the GSPRT" and "Comments on normalized Elo" (the notes behind
// fishtest), for the likelihood.
#pragma once

#include <optional>
#include <vector>

#include "arena/rating/means/mean.hpp"

namespace arena {

/// The mean share of a player that is so many Elo stronger: 1 / (1 + 10^(-elo / 400)) ("logistic").
double share_of_elo(double elo);

struct SprtSettings {
  double elo0 = 0;
  double elo1 = 0;      // more than elo0
  double alpha = 0.05;  // how often it may accept elo1 if elo0 is true
  double beta = 0.05;   // how often it may accept elo0 if elo1 is true
};

class Sprt {
 public:
  enum class Verdict { not_yet, elo0, elo1 };

  /// `values`: the shares that a deal can have; 0 and 1 are always among them. Values that never
  /// came count as 1/1000 of a deal each, as in fishtest, so that the likelihoods are never zero.
  /// Others may be added.
  explicit Sprt(const SprtSettings& settings,
                const std::vector<double>& values = {0.25, 0.5, 0.75});

  /// The share of the next deal. It counts no more once the test is decided.
  /// REQUIRES: 0 <= share <= 1.
  void add(double share);
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] Verdict verdict() const { return verdict_; }
  /// The logarithm of the likelihood ratio of elo1 to elo0. At low_bound() or below, elo0 is
  /// accepted, at high_bound() or above elo1.
  [[nodiscard]] double log_ratio() const { return log_ratio_; }
  [[nodiscard]] double low_bound() const { return low_; }
  [[nodiscard]] double high_bound() const { return high_; }
  /// About how many more deals until it is decided: the mean time in which a Brownian motion with
  /// the drift and the variance of the steps so far reaches a bound. Nothing if that is unknown,
  /// with fewer than 10 deals.
  [[nodiscard]] std::optional<double> more_deals() const;

 private:
  struct Step {
    double weight = 0;     // how many deals had this share
    double log_ratio = 0;  // what each of them adds
  };
  [[nodiscard]] std::vector<Step> steps() const;

  double share0_;
  double share1_;
  double low_;
  double high_;
  Frequencies frequencies_;
  int count_ = 0;
  double log_ratio_ = 0;
  Verdict verdict_ = Verdict::not_yet;
};

}  // namespace arena
