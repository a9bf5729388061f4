#include "arena/worker/table_worker.hpp"

#include <optional>
#include <utility>
#include <variant>

#include "arena/core/rng.hpp"
#include "arena/util/error.hpp"
#include "arena/worker/messages.hpp"
#include "arena/worker/plan.hpp"

namespace arena {

ScheduledMatch table_match(std::uint64_t deal_seed, int seats) {
  ScheduledMatch match;
  match.deal.seed = deal_seed;
  for (Seat seat = 0; seat < seats; ++seat) {
    match.player_at.push_back(seat);
    match.bot_seeds.push_back(mix_seed(deal_seed, "bot", static_cast<std::uint64_t>(seat)));
  }
  return match;
}

TableWorker::TableWorker(const std::vector<std::string>& command, const SeriesSettings& settings,
                         const std::vector<Entrant>& entrants, const ScheduledMatch& match,
                         TableHooks hooks)
    : hooks_(std::move(hooks)), match_(match), worker_(command) {
  // Tables wait for people most of the time, so none of them gets a core of its own.
  const WorkerPlan plan{settings, entrants, {match}, true, most_worker_jobs, 0};
  patience_ = longest_silence(plan, default_margin);
  worker_.send(to_line(ToWorker(PlanMessage{to_json(plan)})));
  reader_ = std::thread([this, &game = settings.game->info()] { read(game); });
}

TableWorker::~TableWorker() {
  stop();
  reader_.join();
}

void TableWorker::send(Seat seat, std::string_view line) {
  if (line.find('\n') != std::string_view::npos) return;
  worker_.send(to_line(ToWorker(SeatLine{std::string(line), match_.number, seat})));
}

void TableWorker::gone(Seat seat) {
  worker_.send(to_line(ToWorker(SeatGone{match_.number, seat})));
}

void TableWorker::stop() { worker_.end(); }

void TableWorker::read(const GameInfo& game) {
  std::optional<PlayedMatch> result;
  std::string why;
  try {
    while (const auto line = worker_.next_line(patience_)) {
      FromWorker message = read_from_worker(*line);
      if (auto* played = std::get_if<PlayedMatch>(&message)) {
        check_played(*played, match_, game);
        result = std::move(*played);
        worker_.end();
      } else {
        take(message);
      }
    }
    why = worker_.ending();
  } catch (const Error& error) {
    why = error.what();
  }
  worker_.end();
  if (result) {
    hooks_.played(*result);
  } else {
    hooks_.failed(why);
  }
}

/// Throws Error if the worker reports a failure.
void TableWorker::take(const FromWorker& message) {
  if (const auto* line = std::get_if<SeatLine>(&message)) hooks_.line(line->seat, line->text);
  if (std::holds_alternative<MatchBegun>(message)) hooks_.begun();
  if (const auto* live = std::get_if<LiveMove>(&message)) hooks_.moved(live->move);
  if (const auto* live = std::get_if<LiveForfeit>(&message)) hooks_.forfeited(live->forfeit);
  if (const auto* error = std::get_if<WorkerError>(&message)) throw Error(error->what);
  if (const auto* failure = std::get_if<WorkerFailure>(&message)) throw Error(failure->what);
}

}  // namespace arena
