#include "arena/series/comparison.hpp"

#include <algorithm>
#include <cmath>

namespace arena {

Comparison::Comparison(const ComparisonSettings& settings)
    : settings_(settings),
      sequence_(settings.miss),
      statistics_(2, settings.more_is_better, settings.compare),
      deal_(2, settings.more_is_better, settings.compare) {
  if (settings.sprt) sprt_.emplace(*settings.sprt);
}

void Comparison::add(const std::vector<int>& player_at, const MatchResult& result) {
  if (is_decided()) return;
  statistics_.add(deals(), player_at, result);
  deal_.add(0, player_at, result);
  if (deal_.matches() == settings_.tables) add_deal();
}

void Comparison::add_deal() {
  deal_.finish();
  statistics_.finish();
  const Lead& lead = deal_.lead(0, 1);
  const double most = settings_.most_points;
  const double value = settings_.by == RankBy::wins
                           ? lead.share.value()
                           : (std::clamp(lead.counted_score.value(), -most, most) / most + 1) / 2;
  sequence_.add(value);
  values_.add(value);
  if (sprt_) sprt_->add(value);
  deal_ = SeriesStatistics(2, settings_.more_is_better, settings_.compare);
}

double Comparison::margin_of_share() const {
  return settings_.by == RankBy::wins ? settings_.margin
                                      : settings_.margin / (2 * settings_.most_points);
}

bool Comparison::is_decided() const {
  return sprt_ ? sprt_->verdict() != Sprt::Verdict::not_yet : decision() != Decision::not_yet;
}

std::optional<long> Comparison::more_deals() const {
  if (!sprt_) return more_values(sequence_, margin_of_share());
  const std::optional<double> more = sprt_->more_deals();
  return more ? std::optional(std::lround(std::ceil(*more))) : std::nullopt;
}

double Comparison::value() const {
  return settings_.by == RankBy::wins ? values_.value()
                                      : (2 * values_.value() - 1) * settings_.most_points;
}

Interval Comparison::interval() const {
  const auto [low, high] = sequence_.interval();
  if (settings_.by == RankBy::wins) return {low, high};
  return {(2 * low - 1) * settings_.most_points, (2 * high - 1) * settings_.most_points};
}

}  // namespace arena
