#include "arena/site/api/match_reviews.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "arena/game/steps.hpp"
#include "arena/review/review.hpp"
#include "arena/site/guards/refused.hpp"
#include "arena/util/sha256.hpp"
#include "arena/util/text/pretty_json.hpp"
#include "arena/util/time.hpp"

namespace arena::site {

namespace {

constexpr Duration longest = std::chrono::seconds(5);

/// The longer a match, the fewer for each move.
int play_outs_for(const Record& record) {
  constexpr std::size_t for_all = 50'000;
  return static_cast<int>(std::clamp<std::size_t>(for_all / (record.moves.size() + 1), 20, 500));
}

}  // namespace

std::string MatchReviews::steps(const AnyGame& game, const std::string& line) {
  if (game.losses == nullptr) throw Refused(404, "this game has no reviews");
  const std::string key = sha256(line);
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = kept_.find(key); known != kept_.end()) return known->second;
  }
  const std::unique_lock works(working_, std::try_to_lock);
  if (!works) throw Refused(503, "another game is reviewed just now: try again in a moment");
  Record record = read_record(line);
  boost::json::object steps = steps_of(game, record);
  GameReviewSettings settings;
  settings.play_outs = play_outs_for(record);
  settings.table_cache = table_cache_.get();
  settings.stops = [until = Clock::now() + longest] { return Clock::now() > until; };
  GamesToReview games(game, "", 1);
  if (const std::string trouble = games.add(1, std::move(record)); !trouble.empty())
    throw Refused(404, trouble);
  add_losses(steps, review_games(game, games.records(), settings), 1);
  std::string text = compact(steps);
  const std::lock_guard lock(mutex_);
  bytes_ += text.size();
  if (bytes_ > most_kept) {
    kept_.clear();
    bytes_ = text.size();
    table_cache_ = std::make_unique<TableCache>();
  }
  kept_[key] = text;
  return text;
}

}  // namespace arena::site
