#include "arena/web/match_feed.hpp"

#include <utility>

namespace arena::web {

namespace {

StateSetup setup_of(const LiveMatch& match) {
  StateSetup setup;
  setup.options = match.options;
  setup.seats = static_cast<int>(match.match.player_at.size());
  setup.seed = match.match.deal;
  return setup;
}

}  // namespace

MatchFeed::MatchFeed(const AnyGame& game, const LiveMatch& match) : maker_(game, setup_of(match)) {}

std::optional<boost::json::object> MatchFeed::next_step() {
  if (!std::exchange(has_begun_, true)) return maker_.first();
  return maker_.next_of(record_);
}

}  // namespace arena::web
