// How strong each entrant is, on the Elo scale, and how sure that is. A difference of 100 points is
// an expected share of 64 %, one of 400 points of 91 %: share = 1 / (1 + 10^(-difference / 400)).
//
// Ratings are those under which the results are most likely (maximum likelihood; the model is in
// plackett_luce.hpp). One virtual draw of each entrant against the mean entrant keeps them finite:
// without it, an entrant that won everything would be infinitely strong. The mean entrant is the
// one that expects half a win against an entrant drawn from the field (strength 0 of the model, by
// which the sum of the virtual draws' errors is 0). Ratings do not depend on the order of matches.
//
// Errors are clustered by deal: they stay right if the matches of a deal are not independent, as in
// duplicate play, and if the model is wrong (White 1982; Liang, Zeger 1986), see covariance.hpp.
// docs/ratings.md explains the formulas. Not for: whether two bots differ, while they play; that is
// a confidence sequence, since ratings may not be looked at until one likes them.
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "arena/rating/outcomes.hpp"
#include "arena/rating/square_matrix.hpp"

namespace arena {

/// An entrant whose rating is given.
struct Anchor {
  int entrant = 0;
  double rating = 0;
};

struct Ratings {
  std::vector<double> elo;  // by entrant; their mean is 0 without an anchor
  SquareMatrix covariance;  // of `elo`, in squared Elo points; 0 for the anchor
  std::vector<int> deals;   // by entrant: in how many it played

  /// The standard error of a rating: of its distance to the mean, or to the anchor.
  [[nodiscard]] double error(int entrant) const;
  /// Half the width of the 95 % interval of its rating.
  [[nodiscard]] double reach(int entrant) const;
};

/// Half the width of the 95 % interval of a rating with this standard error: Student's t, with the
/// deals of the entrant less 1 as degrees of freedom, but at least 1.
double rating_reach(double error, int deals);

/// Takes about 1.3 s for 1,000,000 matches of four among 1,000 entrants; time grows with the
/// matches and with entrants^3, memory with entrants^2. Throws Stopped soon after a request to
/// stop. REQUIRES: at least one entrant; the anchor is one.
Ratings rate(const Outcomes& outcomes, const std::optional<Anchor>& anchor = {},
             const std::stop_token& stop = {});

/// The same ratings for matches of two, from sums by pairs: takes no longer with more matches.
Ratings rate(int entrants, std::span<const PairTotals> pairs,
             const std::optional<Anchor>& anchor = {}, const std::stop_token& stop = {});

/// The same ratings, with their mean 0, and what each of them is worth by itself.
struct QuickRatings {
  std::vector<double> elo;  // by entrant
  /// Of `elo`, if the others' were known: a little too small.
  std::vector<double> variances;
};

/// For large fields, such as 2,000 entrants, in a tenth of the time of `rate`.
QuickRatings rate_quickly(const Outcomes& outcomes);
QuickRatings rate_quickly(int entrants, std::span<const PairTotals> pairs);

struct EloDifference {
  double elo = 0;
  double error = 0;  // standard error
};

/// The rating of `a` less that of `b`.
EloDifference difference(const Ratings& ratings, int a, int b);

/// Likelihood of superiority: how likely it is that `a` is stronger than `b`, by the normal
/// distribution of their difference. 0.5 if their difference and its error are 0.
double superiority(const Ratings& ratings, int a, int b);

}  // namespace arena
