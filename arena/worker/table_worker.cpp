#include "arena/worker/table_worker.hpp"

#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "arena/core/rng.hpp"
#include "arena/util/error.hpp"
#include "arena/worker/messages.hpp"
#include "arena/worker/plan.hpp"

namespace arena {

namespace {
constexpr std::size_t most_said = std::size_t{64} << 20U;  // of one match
}

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
    // Tables wait for people most of the time, so none of them gets a core of its own.
    : hooks_(std::move(hooks)),
      plan_{settings, entrants, {match}, true, most_worker_jobs, 0},
      worker_(command),
      patience_(longest_silence(plan_, default_margin)) {
  worker_.send(to_line(ToWorker(PlanMessage{to_json(plan_)})));
  reader_ = std::thread([this] { read(); });
}

TableWorker::~TableWorker() {
  stop();
  reader_.join();
}

void TableWorker::send(Seat seat, std::string_view line) {
  if (line.find('\n') != std::string_view::npos) return;
  worker_.send(to_line(ToWorker(SeatLine{std::string(line), number(), seat})));
}

void TableWorker::gone(Seat seat) { worker_.send(to_line(ToWorker(SeatGone{number(), seat}))); }

void TableWorker::stop() { worker_.end(); }

void TableWorker::read() {
  std::optional<PlayedMatch> result;
  std::string why;
  try {
    std::size_t said = 0;  // is kept for browsers that come back
    while (const auto line = worker_.next_line(patience_)) {
      said += line->size();
      if (said > most_said) throw Error(fmt::format("it says more than {} bytes", most_said));
      FromWorker message = read_from_worker(*line);
      if (auto* played = std::get_if<PlayedMatch>(&message)) {
        check_played(*played, plan_, plan_.matches.front());
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

/// Throws Error if the worker reports a failure, or speaks of another match or seat.
void TableWorker::take(const FromWorker& message) {
  const auto check = [this](int match, Seat seat = 0) {
    const ScheduledMatch& own = plan_.matches.front();
    if (match != own.number || static_cast<std::size_t>(seat) >= own.player_at.size())
      throw Error(fmt::format("it speaks of seat {} of match {}", seat, match));
  };
  if (const auto* line = std::get_if<SeatLine>(&message)) {
    check(line->match, line->seat);
    hooks_.line(line->seat, line->text);
  }
  if (const auto* begun = std::get_if<MatchBegun>(&message)) {
    check(begun->match);
    hooks_.begun();
  }
  if (const auto* live = std::get_if<LiveMove>(&message)) {
    check(live->match, live->move.seat);
    hooks_.moved(live->move);
  }
  if (const auto* live = std::get_if<LiveForfeit>(&message)) {
    check(live->match, live->forfeit.seat);
    hooks_.forfeited(live->forfeit);
  }
  if (const auto* error = std::get_if<WorkerError>(&message)) throw Error(error->what);
  if (const auto* failure = std::get_if<WorkerFailure>(&message)) throw Error(failure->what);
}

}  // namespace arena
