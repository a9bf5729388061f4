#include "arena/series/play/table.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "arena/config/root_seed.hpp"
#include "arena/series/entrants/series_settings.hpp"

namespace arena {

namespace {

/// Makes `name` a valid part of a file name.
std::string file_part(std::string name) {
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '.') c = '_';
  }
  return name.substr(0, 64);
}

bool has_forfeited(const Record& record, Seat seat) {
  return std::ranges::any_of(
      record.forfeits, [seat](const RecordedForfeit& forfeit) { return forfeit.seat == seat; });
}

}  // namespace

bool is_starved(const Pace& pace) {
  constexpr std::chrono::milliseconds least{5};
  constexpr int share = 20;
  return pace.starved > least && pace.starved * share > pace.thought;
}

bool is_overloaded(const PlayedMatch& match) {
  return std::ranges::any_of(match.reports,
                             [](const PeerReport& report) { return is_starved(report.pace); });
}

boost::asio::awaitable<PlayedMatch> Table::play(const ScheduledMatch& match,
                                                const std::vector<Entrant>& players) {
  for (const int player : match.player_at)
    co_await seat(match, players[static_cast<std::size_t>(player)]);
  const SeriesSettings& settings = room_.settings;
  MatchPlan plan;
  plan.options = settings.options;
  plan.seed = match.deal;
  plan.deal = given_deal(settings.deals, match.deal.number);
  plan.record_times = settings.record_times;
  plan.shows_times = settings.shows_times;
  plan.quantum = settings.quantum;
  plan.interrupted = &interrupted_;
  plan.table_cache = settings.table_cache;
  plan.overhead = overhead_;
  plan.over = [this] { look_at_load(); };
  if (progress_) plan.progress = std::bind_front(progress_, match.number);
  for (const auto& [entrant, occupant] : seated_) {
    plan.names.push_back(entrant->name);
    plan.seats.push_back({occupant.who, entrant->time, entrant->max_refusals});
  }
  if (settings.neutral_names)
    plan.names = neutral_names(settings.game->info.sides_of(static_cast<int>(seated_.size())));
  if (interrupted_) interrupt();
  PlayedMatch played;
  played.number = match.number;
  played.player_at = match.player_at;
  played.record = co_await settings.game->matches.play(std::move(plan));
  report(played);
  seated_.clear();  // their timers would keep the loop waiting
  co_return played;
}

boost::asio::awaitable<void> Table::seat(const ScheduledMatch& match, const Entrant& entrant) {
  const auto seat = static_cast<Seat>(seated_.size());
  SeatInMatch place{match.number, match.deal.seed, match.table, seat,
                    match.bot_seeds[seated_.size()]};
  const std::string& log_dir = room_.settings.log_dir;
  const std::string log =
      fmt::format("{}/{:06}-{}-{}", log_dir, match.number + 1, seat, file_part(entrant.name));
  if (!log_dir.empty()) place.stderr_log = log + ".stderr";
  Occupant occupant = co_await entrant.kind->sit_down(entrant, room_, place);
  if (occupant.peer && !log_dir.empty())
    occupant.peer->record_transcript(
        &dialogues_.try_emplace(seat, log + ".dialogue").first->second);
  seated_.push_back({&entrant, std::move(occupant)});
}

void Table::interrupt() {
  interrupted_ = true;
  for (const Seated& seated : seated_) {
    if (seated.occupant.peer) seated.occupant.peer->interrupt();
  }
}

void Table::look_at_load() {
  const auto is_slowed = [](const Seated& seated) {
    return seated.occupant.peer && is_starved(seated.occupant.peer->report().pace);
  };
  if (std::ranges::none_of(seated_, is_slowed)) return;
  for (const Seated& seated : seated_) {
    if (seated.occupant.peer) own_load_ += seated.occupant.peer->run_beside();
  }
  own_load_ += room_.pool.run_beside();
}

void Table::report(PlayedMatch& played) {
  played.record.rest["derivation"] = seed_derivation;
  played.record.rules_version = room_.settings.game->info.version;
  if (room_.settings.neutral_names) played.record.rest[neutral_names_key] = true;
  played.reports.resize(seated_.size());
  for (std::size_t seat = 0; seat < seated_.size(); ++seat) report(static_cast<Seat>(seat), played);
}

void Table::report(Seat seat, PlayedMatch& played) {
  const auto& [entrant, occupant] = seated_[static_cast<std::size_t>(seat)];
  played.record.players.push_back(recorded_player(*entrant, room_.settings));
  PeerReport& report = played.reports[static_cast<std::size_t>(seat)];
  if (const InProcessBot* bot = occupant.bot.get()) {
    report.stderr_tail = bot->complaint();
    report.failure = bot->late_fault();
  } else if (const Peer* peer = occupant.peer.get()) {
    report = peer->report();
    report.pace.starved = std::max(report.pace.starved - own_load_, Duration::zero());
  }
  const auto dialogue = dialogues_.find(seat);
  if (dialogue != dialogues_.end() && !dialogue->second.trouble().empty())
    report.log_trouble = dialogue->second.trouble();
  if (report.failure.empty() || has_forfeited(played.record, seat)) return;
  played.late.push_back({entrant->name, played.number, report.failure, report.stderr_tail});
}

}  // namespace arena
