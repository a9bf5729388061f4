// The covariance of estimated strengths: the sandwich I^-1 M I^-1. Internal to the room.
//
// I is the information: minus the second derivative of the log-likelihood. M is the sum of s s^T
// over the deals; s is the derivative of the log-likelihood of all matches of the deal. Sources:
// White, "Maximum Likelihood Estimation of Misspecified Models" (1982); Liang, Zeger, "Longitudinal
// data analysis using generalized linear models" (1986).
//
// Which entrants meet, and how often, is no chance. So s is taken around its mean over the deals of
// the same entrants, times G / (G - 1) for G of these: strata, in the words of surveys. Around 0,
// what strengths do not explain of a pairing, as where the field has cycles, would count as chance
// in each of its deals. Entrants with a single deal have no spread of their own: there s is taken
// around 0, with G of all deals, so errors are too wide rather than too narrow. Sources: Cochran,
// "Sampling Techniques" (1977), chapter 5; Cameron, Miller, "A Practitioner's Guide to
// Cluster-Robust Inference" (2015) for G / (G - 1); Lumley, "Complex Surveys" (2010) for single
// deals ("adjust").
//
// Few results look certain to this: an entrant that won all its matches has derivatives of nearly
// 0, and an error of nearly 0. So M gets D I D in addition, with D diagonal and D_ii^2 = c / (c +
// I_ii), c = 1/2: about the spread of two even matches for each entrant with many results, and the
// spread that the model expects for one with few. This is arena's own, in the way of Agresti and
// Coull (1998), who add two wins and two losses to a share. After n wins out of n, the lower end of
// the 95 % interval is then that of the exact interval (Clopper, Pearson 1934) as n grows: a
// distance of 1.96 from log 2n, where the exact one has log(n / 3.69).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "arena/rating/outcomes.hpp"

namespace arena {

struct DealScores {
  Eigen::MatrixXd products;   // M without the addition: the lower triangle
  std::vector<int> deals_of;  // by entrant: in how many it played
};

/// `order`: of the matches, see Outcomes::in_order. `weights`: exp(strength), by entrant.
DealScores deal_scores(const Outcomes& outcomes, const std::vector<std::uint32_t>& order,
                       const Eigen::VectorXd& weights);

/// In a deal of two, the derivatives by both strengths are opposite: the products follow from sums.
DealScores deal_scores(std::span<const PairTotals> pairs, const Eigen::VectorXd& strengths);

/// Of M.
Eigen::VectorXd middle_diagonal(const Eigen::MatrixXd& information, const DealScores& scores);

/// Of the strengths, in natural units. `information` has both triangles; `factor` is of it.
Eigen::MatrixXd sandwich(const Eigen::MatrixXd& information,
                         const Eigen::LLT<Eigen::MatrixXd>& factor, const DealScores& scores);

}  // namespace arena
