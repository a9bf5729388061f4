// How many deals a test needs whose number of deals is fixed beforehand: what sequential tests are
// compared with, and what a plan needs. Source: the normal approximation of textbooks, such as
// Lehmann and Romano, "Testing Statistical Hypotheses".
#pragma once

namespace arena {

struct FixedSizeTest {
  double difference = 0;  // that is to be found, in the unit of the values
  double deviation = 0;   // standard deviation of a deal's value
  double alpha = 0.05;    // how often it may find a difference where there is none
  double beta = 0.05;     // how often it may miss this difference
};

/// Of a test that finds a difference in one direction only, as an SPRT does:
/// ((z(1 - alpha) + z(1 - beta)) deviation / difference)^2. REQUIRES: difference > 0.
double one_sided_deals(const FixedSizeTest& test);

/// Of one that finds it in both directions: z(1 - alpha / 2) in place of z(1 - alpha).
double two_sided_deals(const FixedSizeTest& test);

}  // namespace arena
