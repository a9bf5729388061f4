#include "arena/worker/plan.hpp"

#include <algorithm>
#include <climits>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "arena/config/match_settings.hpp"
#include "arena/config/root_seed.hpp"
#include "arena/core/described.hpp"
#include "arena/core/time_json.hpp"
#include "arena/record/record.hpp"
#include "arena/series/entrants/entrants.hpp"
#include "arena/series/play/given_deals.hpp"
#include "arena/util/error.hpp"

namespace arena {

BOOST_DESCRIBE_STRUCT(SandboxLimits, (), (memory, processes, scratch, files, timers, apart))
BOOST_DESCRIBE_ENUM(Lifetime, match, series, seat)

// The plan writes the rest of them itself: what a worker has to look up.
BOOST_DESCRIBE_STRUCT(Entrant, (), (name, time, protocol, lifetime, max_refusals))
BOOST_DESCRIBE_STRUCT(SeriesSettings, (),
                      (options, deals, record_times, shows_times, neutral_names, quantum, log_dir,
                       pause))
BOOST_DESCRIBE_STRUCT(DealSeed, (), (seed, number))
BOOST_DESCRIBE_STRUCT(ScheduledMatch, (), (number, deal, table, player_at, bot_seeds))
BOOST_DESCRIBE_STRUCT(WorkerPlan, (), (settings, matches, live, jobs, job))

namespace {

/// Keeps a number in an entrant's place that has no match here.
class ElsewhereEntrant final : public EntrantKind {
 public:
  boost::asio::awaitable<Occupant> sit_down(const Entrant& entrant, const Room& /*room*/,
                                            const SeatInMatch& /*seat*/) const override {
    throw std::logic_error(fmt::format("{} has no match in this plan", entrant.name));
    co_return Occupant();
  }
};

json::object to_json(const Entrant& entrant, bool plays) {
  if (!plays) return {{"name", entrant.name}};
  json::object object = described::to_json(entrant).as_object();
  object["kind"] = entrant.kind->to_json();
  if (object["kind"].is_null())
    throw Error(
        fmt::format("{} cannot play in a worker: only this process can play it", entrant.name));
  return object;
}

std::set<int> players_of(const std::vector<ScheduledMatch>& matches) {
  std::set<int> players;
  for (const ScheduledMatch& match : matches)
    players.insert(match.player_at.begin(), match.player_at.end());
  return players;
}

/// Takes a field out of an object. Returns null if it is missing.
json::value take(json::object& object, std::string_view key) {
  json::value value;
  if (json::value* const found = object.if_contains(key)) value = std::move(*found);
  object.erase(key);
  return value;
}

std::shared_ptr<const EntrantKind> read_kind(const json::value& value, const PlanReader& reader) {
  if (value.is_null()) return std::make_shared<ElsewhereEntrant>();
  const auto object = described::read<json::object>(value, "kind");
  return object.contains("remote") ? reader.remote() : arena::read_kind(object);
}

Entrant read_entrant(const json::value& value, std::size_t index, const AnyGame& game,
                     const PlanReader& reader) {
  try {
    auto object = described::read<json::object>(value, "it");
    Entrant entrant;
    entrant.kind = read_kind(take(object, "kind"), reader);
    described::from_object(object, entrant, "field", "kind");
    static_cast<void>(game.terms(entrant.protocol));
    return entrant;
  } catch (const Error& error) {
    throw Error(fmt::format("entrants[{}]: {}", index, error.what()));
  }
}

void check(const ScheduledMatch& match) {
  if (match.number < 0 || match.deal.number < 0 || match.table < 0 ||
      match.bot_seeds.size() != match.player_at.size())
    throw Error(fmt::format(
        "plan: match {} must have numbers from 0, and a seed and a player for each seat",
        match.number));
}

void check_numbers(const WorkerPlan& plan) {
  if (plan.jobs < 1 || plan.jobs > most_worker_jobs || plan.job < 0 || plan.job >= plan.jobs)
    throw Error(fmt::format("plan: there is no job {} of {}", plan.job, plan.jobs));
  const Duration quantum = plan.settings.quantum;
  if (quantum > std::chrono::milliseconds(most_quantum))
    throw Error(fmt::format("plan: a quantum of {} ns is not possible", quantum.count()));
  if (plan.settings.deals && plan.settings.deals->empty()) throw Error("plan: deals is empty");
}

/// Whether all matches can be seated, so that nothing else has to check it.
void check_seats(const WorkerPlan& plan) {
  const AnyGame& game = *plan.settings.game;
  std::set<int> numbers;
  for (const ScheduledMatch& match : plan.matches) {
    check(match);
    if (!numbers.insert(match.number).second)
      throw Error(fmt::format("plan: match {} occurs twice", match.number));
    game.options.check_seats(static_cast<int>(match.player_at.size()), plan.settings.options);
    for (const int player : match.player_at) {
      const auto index = static_cast<std::size_t>(player);
      if (player < 0 || index >= plan.entrants.size() ||
          dynamic_cast<const ElsewhereEntrant*>(plan.entrants[index].kind.get()) != nullptr)
        throw Error(fmt::format("plan: match {} has the player {}, which is not in the plan",
                                match.number, player));
      plan.entrants[index].kind->check(plan.settings, static_cast<int>(match.player_at.size()));
    }
  }
}

}  // namespace

json::object to_json(const WorkerPlan& plan) {
  const std::set<int> playing = players_of(plan.matches);
  json::array entrants;
  for (const Entrant& entrant : plan.entrants) {
    const bool plays = playing.contains(static_cast<int>(entrants.size()));
    entrants.push_back(to_json(entrant, plays));
  }
  json::object object = described::to_json(plan).as_object();
  object["game"] = plan.settings.game->info.name;
  if (plan.settings.sandbox)
    object["sandbox"] = described::to_json(plan.settings.sandbox->limits());
  object["entrants"] = std::move(entrants);
  return object;
}

/// The factor of the processor's clock is that of docs/fair_clocks.md. Two times each seat's limit:
/// arena also needs time to end bots.
Duration longest_silence(const WorkerPlan& plan, Duration margin) {
  using Seconds = std::chrono::duration<double>;
  Seconds longest{0};
  for (const Entrant& entrant : plan.entrants) {
    const double factor = entrant.time.clock == ClockKind::cpu ? 20 : 1;
    longest = std::max<Seconds>(longest, entrant.time.start_time + plan.settings.quantum +
                                             factor * Seconds(entrant.time.move_time));
  }
  std::size_t seats = 0;
  for (const ScheduledMatch& match : plan.matches) seats = std::max(seats, match.player_at.size());
  const Seconds sum = margin + 2 * static_cast<double>(seats) * longest;
  return std::chrono::duration_cast<Duration>(std::min<Seconds>(sum, longest_time));
}

WorkerPlan read_plan(const json::object& object, const PlanReader& reader) {
  json::object fields = object;
  const AnyGame& game =
      find_game(reader.games, described::read<std::string>(take(fields, "game"), "plan: game"));
  const json::value sandbox = take(fields, "sandbox");
  const auto entrants =
      described::read<std::vector<json::object>>(take(fields, "entrants"), "plan: entrants");
  WorkerPlan plan;
  described::from_object(fields, plan, "plan:", "game, sandbox, entrants");
  plan.settings.game = &game;
  plan.settings.options = game.options.check(plan.settings.options);
  plan.settings.table_cache = &reader.table_cache;
  if (!sandbox.is_null())
    plan.settings.sandbox =
        reader.sandbox(described::read<SandboxLimits>(sandbox, "plan: sandbox"));
  for (const json::object& entrant : entrants)
    plan.entrants.push_back(read_entrant(entrant, plan.entrants.size(), game, reader));
  check_numbers(plan);
  check_seats(plan);
  count_time(plan.settings, plan.entrants);
  return plan;
}

namespace {

bool has_seat_of(const Record& record, const auto& items) {
  return std::ranges::all_of(items, [seats = record.players.size()](const auto& item) {
    return static_cast<std::size_t>(item.seat) < seats;
  });
}

bool is_same(const RecordedPlayer& said, const RecordedPlayer& asked) {
  return said.name == asked.name && said.command == asked.command &&
         said.builtin == asked.builtin && said.rest == asked.rest;
}

/// Pages show these texts. Arena's own are much shorter.
constexpr std::size_t most_text = 64 * 1024;
bool has_short_detail(const RecordedForfeit& forfeit) { return forfeit.detail.size() <= most_text; }
bool is_short(const PeerReport& report) {
  return std::max({report.stderr_tail.size(), report.failure.size(), report.log_trouble.size(),
                   report.stderr_file.size()}) <= most_text;
}

/// What a table adds to each record, and nothing more: it leaves no game out, for one.
bool is_of_table(json::object rest, const SeriesSettings& settings) {
  rest.erase(notes_left_out_key);
  json::object right{{"derivation", seed_derivation}};
  if (settings.neutral_names) right[neutral_names_key] = true;
  return rest == right;
}

}  // namespace

void check_played(const PlayedMatch& played, const WorkerPlan& plan, const ScheduledMatch& match) {
  const auto must = [&match](bool holds, std::string_view what) {
    if (!holds) throw Error(fmt::format("the result of match {} has wrong {}", match.number, what));
  };
  const SeriesSettings& settings = plan.settings;
  const Record& record = played.record;
  const std::size_t seats = match.player_at.size();
  must(played.number == match.number, "numbers");
  must(played.player_at == match.player_at && record.players.size() == seats, "players");
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const auto player = static_cast<std::size_t>(match.player_at[seat]);
    must(is_same(record.players[seat], recorded_player(plan.entrants[player], settings)),
         "players");
  }
  must(played.reports.size() == seats && played.late.size() <= seats, "reports");
  must(std::ranges::all_of(played.reports, is_short), "reports");
  must(std::ranges::all_of(record.forfeits, has_short_detail), "forfeits");
  must(record.game == settings.game->info.name && record.options == settings.options, "game");
  must(record.rules_version == settings.game->info.version, "rules");
  must(record.seed == match.deal.seed, "seed");
  must(is_of_table(record.rest, settings), "other fields");
  must(record.scores && record.scores->size() == seats, "scores");
  must(record.places && record.places->size() == seats, "places");
  static_cast<void>(read_record(to_line(record)));  // it can be read later, with all its texts
  must(has_seat_of(record, record.moves), "moves");
  must(has_seat_of(record, record.forfeits), "forfeits");
  must(has_seat_of(record, record.counted), "counted results");
  if (const auto broken =
          replay_dealt(*settings.game, record, settings.deals, match.deal.number).broken)
    throw Error(
        fmt::format("the result of match {} breaks the rules: {}", match.number, broken->reason));
}

}  // namespace arena
