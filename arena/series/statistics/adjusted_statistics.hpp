// The means of a series with the luck of its deals taken out, by the baseline of its game
// (core/refinements/baseline.hpp) as a control variate (rating/means/control_variate.hpp). Only
// complete deals count. Not for verdicts: these go by the results as they are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "arena/game/any_game.hpp"
#include "arena/rating/means/control_variate.hpp"
#include "arena/series/play/schedule.hpp"
#include "arena/series/statistics/statistics.hpp"

namespace arena {

/// Of one player; in a game with partners, of one team.
struct AdjustedFigures {
  AdjustedMean share;
  AdjustedMean score;
  AdjustedMean margin;
};

class AdjustedStatistics {
 public:
  /// REQUIRES: the game has a baseline, and accepts these options and seats. `schedule` and `game`
  /// outlive this.
  AdjustedStatistics(const AnyGame& game, const boost::json::object& options,
                     const Schedule& schedule, const SeedKey& key);

  /// Takes the matches in the order of their numbers.
  void add(int match, const MatchResult& result);
  [[nodiscard]] int deals() const { return static_cast<int>(deals_.size()); }

  /// By player. Measures the mean of the baseline on `other_deals()` deals that are not of this
  /// series.
  [[nodiscard]] std::vector<AdjustedFigures> figures() const;
  [[nodiscard]] int other_deals() const { return per_deal * deals(); }

 private:
  static constexpr int per_deal = 4;  // adds a quarter of the variance that the baseline explains

  struct Values {
    double share = 0;
    double score = 0;                // as it counts
    std::optional<double> margin{};  // none of a deal with a forfeit
    double baseline = 0;
  };
  struct Deal {
    int number = 0;
    std::vector<Values> of;  // by player
  };

  /// By player: the mean over the tables of such a deal.
  [[nodiscard]] std::vector<double> baselines(const DealSeed& deal) const;
  [[nodiscard]] std::vector<Mean> measured() const;
  void take_deal(int number);

  const AnyGame& game_;
  boost::json::object options_;
  const Schedule& schedule_;
  SeedKey key_;
  std::vector<Deal> deals_;  // complete ones
  SeriesStatistics open_;    // of the deal that is not complete
  int open_deal_ = -1;
};

/// What the text needs besides the figures.
struct AdjustedHead {
  std::string title;  // of the game
  const AnyBaseline* baseline = nullptr;
  std::vector<std::string> names;  // by player
  std::vector<int> ranking;        // players, the best first
  RankBy rank_by = RankBy::wins;
};

/// Complete lines: raw and adjusted means side by side, with the measured saving.
std::string adjusted_text(const AdjustedHead& head, const AdjustedStatistics& statistics);

boost::json::object adjusted_json(const AdjustedHead& head, const AdjustedStatistics& statistics);

}  // namespace arena
