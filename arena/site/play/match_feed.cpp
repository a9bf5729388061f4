#include "arena/site/play/match_feed.hpp"

#include <utility>

namespace arena::site {

namespace {

StateSetup setup_of(const boost::json::object& options, const ScheduledMatch& match) {
  StateSetup setup;
  setup.options = options;
  setup.seats = static_cast<int>(match.player_at.size());
  setup.seed = match.deal;
  return setup;
}

}  // namespace

MatchFeed::MatchFeed(const AnyGame& game, const boost::json::object& options,
                     const ScheduledMatch& match)
    : maker_(game, setup_of(options, match)) {}

std::optional<boost::json::object> MatchFeed::next_step() {
  if (!std::exchange(has_begun_, true)) return maker_.first();
  return maker_.next_of(record_);
}

}  // namespace arena::site
