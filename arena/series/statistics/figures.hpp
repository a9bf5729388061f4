// The figures of a standing as text, with as many digits as their intervals justify.
#pragma once

#include <string>
#include <vector>

#include "arena/rating/means/mean.hpp"
#include "arena/series/statistics/statistics.hpp"

namespace arena {

/// The digits after the point that show two significant digits of an error; at most 6.
int digits_of(double error);

/// The digits for the ends of an interval: as above, and more if an end other than `level` would
/// look equal to it. So what the text says agrees with what was decided.
int digits_of(const Interval& interval, double level);

/// "0.70", or with a sign "+0.70". Zero never has a sign.
std::string number_text(double value, int digits, bool sign);

/// "5.7 ± 2.9", the mean and its 95 % interval. Without an error, the mean has at most two digits
/// after the point, and no interval.
std::string with_error(const Mean& mean, int digits, bool sign);

/// "47.4 to 71.4", in percent.
std::string percent_text(const Interval& shares);

/// A line for each player that forfeited games, with their reasons: in the order of the ranking.
std::string forfeit_lines(const SeriesStatistics& statistics, const std::vector<std::string>& names,
                          RankBy by);

/// 1234567 as "1,234,567".
std::string grouped(long number);

}  // namespace arena
