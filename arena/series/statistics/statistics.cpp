#include "arena/series/statistics/statistics.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "arena/series/statistics/compared_tables.hpp"

namespace arena {

double margin_of(const MatchResult& result, std::size_t side, bool more_is_better) {
  const auto worst = result.margins.find(side);
  if (worst != result.margins.end()) return worst->second;
  if (result.scores.size() < 2) return 0;
  std::vector<int> others = result.scores;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(side));
  return more_is_better ? result.scores[side] - std::ranges::max(others)
                        : std::ranges::min(others) - result.scores[side];
}

bool has_played(const std::vector<bool>& has_forfeited, std::size_t side) {
  if (has_forfeited[side]) return false;
  const auto still_there = std::ranges::count(has_forfeited, false);
  return still_there > 1 || has_forfeited.size() == 1;
}

Spread spread_of(const ScoreCounts& scores) {
  const int count = std::accumulate(scores.begin(), scores.end(), 0,
                                    [](int sum, const auto& entry) { return sum + entry.second; });
  // The score at index `rank` of the sorted scores.
  const auto sorted = [&scores](int rank) {
    auto entry = scores.begin();
    for (; rank >= entry->second; ++entry) rank -= entry->second;
    return entry->first;
  };
  const auto at = [&](double share) {
    const double rank = share * (count - 1);
    const int low = static_cast<int>(rank);
    const int below = sorted(low);
    return below + (rank - low) * (sorted(std::min(low + 1, count - 1)) - below);
  };
  return {at(0), at(0.25), at(0.5), at(0.75), at(1)};
}

MatchResult result_of(const Record& record, int sides) {
  const Sides table(static_cast<int>(record.scores.value().size()), sides);
  const auto count = static_cast<std::size_t>(table.count());
  const auto side_of = [table](Seat seat) { return static_cast<std::size_t>(table.of(seat)); };
  MatchResult result;
  // Seat n is the first seat of side n.
  result.scores = record.scores.value();
  result.scores.resize(count);
  result.places = record.places.value();
  result.places.resize(count);
  result.moves.resize(count);
  result.forfeit.resize(count);
  for (const auto& [seat, worst] : record.counted) {
    const std::size_t side = side_of(seat);
    if (result.margins.emplace(side, worst.margin).second) result.scores[side] = worst.score;
  }
  for (const RecordedMove& move : record.moves) {
    if (!move.rejected && !move.by_arbiter) ++result.moves[side_of(move.seat)];
  }
  for (const RecordedForfeit& forfeit : record.forfeits) {
    std::string& reason = result.forfeit[side_of(forfeit.seat)];
    if (reason.empty()) reason = forfeit.reason;
  }
  return result;
}

namespace {

bool has_forfeit(const MatchResult& result) {
  return std::ranges::any_of(result.forfeit,
                             [](const std::string& reason) { return !reason.empty(); });
}

}  // namespace

int PlayerStatistics::forfeit_count() const {
  return std::accumulate(forfeits.begin(), forfeits.end(), 0,
                         [](int sum, const auto& entry) { return sum + entry.second; });
}

SeriesStatistics::SeriesStatistics(int players, bool more_is_better, TableComparison compare)
    : players_(static_cast<std::size_t>(players)),
      leads_(players_.size() * players_.size()),
      open_(players_.size()),
      more_is_better_(more_is_better),
      compare_(std::move(compare)) {}

void SeriesStatistics::add(int deal, const std::vector<int>& player_at, const MatchResult& result) {
  if (deal != open_deal_) finish();
  open_deal_ = deal;
  ++open_matches_;
  ++matches_;
  if (compare_) {
    open_tables_.push_back({player_at, result});
  } else {
    add_table(player_at, result);
  }
}

void SeriesStatistics::add_table(const std::vector<int>& player_at, const MatchResult& result,
                                 bool is_comparable) {
  const auto first = std::count(result.places.begin(), result.places.end(), 1);
  std::vector<bool> has_forfeited;
  for (const std::string& reason : result.forfeit) has_forfeited.push_back(!reason.empty());
  if (has_forfeit(result)) ++forfeited_matches_;
  for (std::size_t side = 0; side < player_at.size(); ++side) {
    const auto player = static_cast<std::size_t>(player_at[side]);
    PlayerStatistics& statistics = players_[player];
    const bool leads = result.places[side] == 1;
    statistics.wins += leads && first == 1 ? 1 : 0;
    statistics.draws += leads && first > 1 ? 1 : 0;
    statistics.losses += leads ? 0 : 1;
    statistics.moves += result.moves[side];
    open_[player].share += leads ? 1.0 / static_cast<double>(first) : 0;
    open_[player].score += result.scores[side];
    if (players_.size() == 1) ++statistics.scores[result.scores[side]];
    open_[player].margin += margin_of(result, side, more_is_better_);
    if (has_forfeited[side]) ++statistics.forfeits[result.forfeit[side]];
    if (is_comparable && has_played(has_forfeited, side))
      ++statistics.played;
    else
      open_[player].played = false;
  }
}

void SeriesStatistics::add_compared_tables() {
  std::vector<MatchResult> results;
  for (OpenTable& table : open_tables_) results.push_back(std::move(table.result));
  const bool is_comparable = std::ranges::none_of(results, has_forfeit);
  results = compared(std::move(results), compare_, more_is_better_);
  for (std::size_t table = 0; table < results.size(); ++table)
    add_table(open_tables_[table].player_at, results[table], is_comparable);
  open_tables_.clear();
}

void SeriesStatistics::finish() {
  if (open_matches_ == 0) return;
  if (compare_) add_compared_tables();
  for (DealSums& sums : open_) {
    sums.share /= open_matches_;
    sums.score /= open_matches_;
    sums.margin /= open_matches_;
  }
  const int sign = more_is_better_ ? 1 : -1;
  for (std::size_t player = 0; player < players_.size(); ++player) {
    const DealSums& own = open_[player];
    players_[player].share.add(own.share);
    players_[player].counted_score.add(own.score);
    if (own.played) {
      players_[player].score.add(own.score);
      players_[player].margin.add(own.margin);
    }
    for (std::size_t other = 0; other < players_.size(); ++other) {
      Lead& lead = leads_[player * players_.size() + other];
      const double ahead = sign * (own.score - open_[other].score);
      lead.share.add((own.share - open_[other].share + 1) / 2);
      lead.counted_score.add(ahead);
      if (own.played && open_[other].played) lead.score.add(ahead);
    }
  }
  open_.assign(players_.size(), {});
  open_matches_ = 0;
  ++deals_;
}

int SeriesStatistics::forfeits() const {
  return std::accumulate(
      players_.begin(), players_.end(), 0,
      [](int sum, const PlayerStatistics& player) { return sum + player.forfeit_count(); });
}

std::vector<int> SeriesStatistics::ranking(RankBy by) const {
  std::vector<int> order(players_.size());
  std::iota(order.begin(), order.end(), 0);
  const int sign = more_is_better_ ? 1 : -1;
  const auto key = [this, by, sign](int player) {
    const PlayerStatistics& own = of(player);
    const double share = own.share.value();
    // A margin leaves forfeits out, so it must not rank before them: they would pay.
    return by == RankBy::wins ? std::tuple(share, -own.forfeit_count(), own.margin.value())
                              : std::tuple(sign * own.counted_score.value(), 0, share);
  };
  std::ranges::stable_sort(order, std::ranges::greater(), key);
  return order;
}

}  // namespace arena
