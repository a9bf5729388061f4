// What a worker plays: matches that are drawn and seated already, and the entrants, checked and
// resolved. One JSON object, so that another process, or another machine, can play it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "arena/game/games.hpp"
#include "arena/process/sandbox/sandbox.hpp"
#include "arena/series/entrants/entrant.hpp"
#include "arena/series/entrants/series_settings.hpp"
#include "arena/series/play/batch.hpp"
#include "arena/series/play/schedule.hpp"
#include "arena/series/play/table.hpp"
#include "arena/util/table_cache.hpp"
#include "arena/util/time.hpp"

namespace arena {

inline constexpr int most_worker_jobs = 1'000'000;

struct WorkerPlan {
  SeriesSettings settings;        // game and cache are the worker's own
  std::vector<Entrant> entrants;  // `player_at` is an index of these
  std::vector<ScheduledMatch> matches;
  bool live = false;  // reports moves while they are played
  int jobs = 1;       // of all workers that play beside this one
  int job = 0;        // which of these this worker is; it plays one match at a time
};

/// How long a worker that plays the plan may write nothing: longer than any question, or start of a
/// bot, can take. `margin`: for all else that it does.
Duration longest_silence(const WorkerPlan& plan, Duration margin);
constexpr std::chrono::minutes default_margin{5};

/// An entrant who plays in none of the matches loses what plays for it. Throws Error if a kind of
/// entrant can only play in this process.
boost::json::object to_json(const WorkerPlan& plan);

/// What makes a plan's values in a worker. What it refers to outlives the plans.
struct PlanReader {
  const Games& games;
  TableCache& table_cache;
  /// What plays for an entrant whose lines come through arena (remote_seats.hpp).
  std::function<std::shared_ptr<const EntrantKind>()> remote;
  std::function<std::shared_ptr<const Sandbox>(const SandboxLimits&)> sandbox;
};

/// The plan, checked: every player can sit down. Throws Error, which names the wrong field.
WorkerPlan read_plan(const boost::json::object& object, const PlanReader& reader);

/// A worker runs bots, so it may be damaged, or lie. Throws Error unless this can be the result of
/// `match`, which is one of the plan: it has the plan's players and deal, and by the rules its
/// moves make its result. So a worker can invent only what bots answer and when, and what they
/// write to stderr.
void check_played(const PlayedMatch& played, const WorkerPlan& plan, const ScheduledMatch& match);

}  // namespace arena
