// Two players compared while they play: deal by deal, until it is known which is better. What may
// be looked at any time is a confidence sequence (rating/means/confidence_sequence.hpp), so that
// the moment of the decision does not depend on luck. And what is said of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/outcome.hpp"
#include "arena/rating/means/confidence_sequence.hpp"
#include "arena/rating/means/sprt.hpp"
#include "arena/series/play/run.hpp"
#include "arena/series/statistics/statistics.hpp"

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

// Plays a comparison: fair deals between two players until it is known which is better. The deals
// count in the order of their numbers, so the result does not depend on how many are played at a
// time.

/// Plans the deals of a comparison. `plan`: with settings and entrants. Throws Error unless they
/// are two sides.
void plan_comparison(SeriesPlan& plan, int max_deals, const RootSeed& seed);

/// What the plan's game says of a comparison. `by`: as the game counts, if nothing is given.
ComparisonSettings comparison_settings(const SeriesPlan& plan, std::optional<RankBy> by);

struct ComparisonHead {
  std::string game;                // as in records
  std::string title;               // for people
  std::vector<std::string> names;  // of the two players
  RootSeed seed;
  boost::json::object options;
  int rules_version = 1;
  boost::json::object builtins;  // builtins_json
};
/// `plan`: with its schedule.
ComparisonHead comparison_head(const SeriesPlan& plan, const RootSeed& seed);

/// Plays until it is decided, all is played, or soon after a request to stop. Errors are as of
/// `run`. `record` and `finished` of the hooks get only matches that count: not those after the
/// decision, nor after a gap that a request to stop left. `finished` comes when the comparison has
/// the match.
SeriesResults play_comparison(const SeriesPlan& plan, Comparison& comparison,
                              const SeriesHooks& hooks);

/// False if the games of a player do not measure strength (series_verdict.hpp). Then the decision
/// does not count.
bool is_measured(const Comparison& comparison);

/// "120 deals: ann 54.2 % (43.9 to 64.0 %), about 300 more deals", without an end of line.
std::string comparison_line(const ComparisonHead& head, const Comparison& comparison);

/// Several lines, each ended.
std::string comparison_text(const ComparisonHead& head, const Comparison& comparison);

boost::json::object comparison_json(const ComparisonHead& head, const Comparison& comparison);

}  // namespace arena
