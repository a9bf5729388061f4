// Two players compared while they play: deal by deal, until it is known which is better. What may
// be looked at any time is a confidence sequence (rating/confidence_sequence.hpp), so that the
// moment of the decision does not depend on luck. Not for: words about it, see
// comparison_run.hpp.
#pragma once

#include <optional>
#include <vector>

#include "arena/core/outcome.hpp"
#include "arena/rating/confidence_sequence.hpp"
#include "arena/rating/sprt.hpp"
#include "arena/series/statistics.hpp"

namespace arena {

struct ComparisonSettings {
  RankBy by = RankBy::wins;
  bool more_is_better = true;  // of points
  TableComparison compare{};   // of the tables of a deal; null if their scores count as they are
  int tables = 1;              // matches a deal
  double miss = default_miss;  // how often the decision may be wrong
  /// The players are close if the win share is within 0.5 +- margin; by score, if the lead is
  /// within
  /// +- margin points. 0: they are never close.
  double margin = 0;
  double most_points = 1;  // by score: what a lead counts at most; larger ones count as this
  std::optional<SprtSettings> sprt{};  // decides in place of the confidence sequence; by wins only
};

class Comparison {
 public:
  explicit Comparison(const ComparisonSettings& settings);

  /// Takes the matches in the order of their numbers. `player_at`: 0 or 1, by side. Matches after
  /// the decision do not count.
  void add(const std::vector<int>& player_at, const MatchResult& result);

  [[nodiscard]] const ComparisonSettings& settings() const { return settings_; }
  /// Of the confidence sequence.
  [[nodiscard]] Decision decision() const { return decide(sequence_, margin_of_share()); }
  /// Of what decides.
  [[nodiscard]] bool is_decided() const;
  /// About how many more deals until then; nothing if that is unknown.
  [[nodiscard]] std::optional<long> more_deals() const;

  /// Complete ones.
  [[nodiscard]] int deals() const { return sequence_.count(); }
  /// The first player's mean: its win share, or by score its lead in points a game.
  [[nodiscard]] double value() const;
  /// The confidence sequence of that.
  [[nodiscard]] Interval interval() const;
  /// Null unless the settings ask for it.
  [[nodiscard]] const Sprt* sprt() const { return sprt_ ? &*sprt_ : nullptr; }
  /// Of all that count. The last deal may be incomplete if nothing is decided.
  [[nodiscard]] const SeriesStatistics& statistics() const { return statistics_; }

 private:
  [[nodiscard]] double margin_of_share() const;
  void add_deal();

  ComparisonSettings settings_;
  ConfidenceSequence sequence_;  // of the win share; by score, of (lead / most_points + 1) / 2
  std::optional<Sprt> sprt_;
  Mean values_;  // of the sequence
  SeriesStatistics statistics_;
  SeriesStatistics deal_;  // of the open deal alone
};

}  // namespace arena
