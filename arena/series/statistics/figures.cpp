#include "arena/series/statistics/figures.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "arena/util/text/text.hpp"

namespace arena {

namespace {

constexpr int most_digits = 6;

/// What was really played, and what counts for the rest.
std::string played_line(const SeriesStatistics& statistics, RankBy by) {
  const int played = statistics.matches() - statistics.forfeited_matches();
  const std::string text = played == 0 ? "No game was played without a forfeit."
                                       : fmt::format("{} of {} {} played without a forfeit.",
                                                     played, counted(statistics.matches(), "game"),
                                                     played == 1 ? "was" : "were");
  return text +
         (by == RankBy::score ? " A forfeit counts as the worst score that was possible.\n" : "\n");
}

}  // namespace

int digits_of(double error) {
  if (!(error > 0)) return most_digits;
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(error))), 0, most_digits);
}

int digits_of(const Interval& interval, double level) {
  int digits = digits_of((interval.high - interval.low) / 2);
  const auto half_unit = [](int of) { return std::pow(10.0, -of) / 2; };
  for (const double end : {interval.low, interval.high}) {
    const double distance = std::abs(end - level);
    if (distance <= half_unit(most_digits)) continue;  // they are equal
    while (distance <= half_unit(digits)) ++digits;
  }
  return digits;
}

std::string number_text(double value, int digits, bool sign) {
  std::string text = fmt::format("{:+.{}f}", value, digits);
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  if (zero || (!sign && value > 0)) text.erase(0, 1);
  return text;
}

std::string with_error(const Mean& mean, int digits, bool sign) {
  if (mean.has_error())
    return fmt::format("{} ± {:.{}f}", number_text(mean.value(), digits, sign),
                       mean.margin_of_error(), digits);
  // One deal, or equal ones: these means are sums of whole points over a few seatings.
  constexpr int of_seatings = 2;
  std::string text = number_text(mean.value(), of_seatings, sign);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string percent_text(const Interval& shares) {
  const Interval percent{100 * shares.low, 100 * shares.high};
  const int digits = std::max(1, digits_of(percent, 50));
  return fmt::format("{:.{}f} to {:.{}f}", percent.low, digits, percent.high, digits);
}

std::string forfeit_lines(const SeriesStatistics& statistics, const std::vector<std::string>& names,
                          RankBy by) {
  std::string text;
  for (const int player : statistics.ranking(by)) {
    const PlayerStatistics& own = statistics.of(player);
    if (own.forfeits.empty()) continue;
    const std::string reasons = joined(own.forfeits, ", ", [](const auto& one) {
      return fmt::format("{} {}", one.second, one.first);
    });
    text += fmt::format("{} forfeited {} ({}).\n", names[static_cast<std::size_t>(player)],
                        counted(own.forfeit_count(), "game"), reasons);
  }
  return text.empty() ? text : text + played_line(statistics, by);
}

std::string grouped(long number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<long>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

}  // namespace arena
