#include "arena/worker/plan.hpp"

#include <climits>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "arena/config/match_settings.hpp"
#include "arena/core/described.hpp"
#include "arena/core/time_json.hpp"
#include "arena/record/json_fields.hpp"
#include "arena/series/entrants.hpp"
#include "arena/util/error.hpp"

namespace arena {

BOOST_DESCRIBE_STRUCT(SandboxLimits, (), (memory, processes, scratch, files, timers, apart))
BOOST_DESCRIBE_ENUM(Lifetime, match, series, seat)

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
  json::object object{{"name", entrant.name}};
  if (!plays) return object;
  json::value kind = entrant.kind->to_json();
  if (kind.is_null())
    throw Error(
        fmt::format("{} cannot play in a worker: only this process can play it", entrant.name));
  object["kind"] = std::move(kind);
  object["time"] = to_json(entrant.time);
  object["protocol"] = entrant.protocol;
  object["lifetime"] = described::to_json(entrant.lifetime);
  object["max_refusals"] = entrant.max_refusals;
  return object;
}

json::object to_json(const ScheduledMatch& match) {
  json::array bot_seeds;
  for (const std::uint64_t seed : match.bot_seeds) bot_seeds.emplace_back(seed_text(seed));
  return {{"number", match.number},
          {"seed", seed_text(match.deal.seed)},
          {"deal", match.deal.number},
          {"table", match.table},
          {"player_at", described::to_json(match.player_at)},
          {"bot_seeds", std::move(bot_seeds)}};
}

std::set<int> players_of(const std::vector<ScheduledMatch>& matches) {
  std::set<int> players;
  for (const ScheduledMatch& match : matches)
    players.insert(match.player_at.begin(), match.player_at.end());
  return players;
}

std::uint64_t seed_of(const std::string& text, std::string_view where) {
  const auto seed = read_seed(text);
  if (!seed) throw Error(fmt::format("{}: \"{}\" is no seed", where, text));
  return *seed;
}

ScheduledMatch read_match(const json::value& value, std::size_t index) {
  const std::string where = fmt::format("matches[{}]", index);
  const JsonFields fields(as_object(value, where), where);
  ScheduledMatch match;
  match.number = static_cast<int>(fields.number("number", 0, INT_MAX));
  match.deal.seed = seed_of(fields.text("seed"), where);
  match.deal.number = static_cast<int>(fields.number("deal", 0, INT_MAX));
  match.table = static_cast<int>(fields.number("table", 0, INT_MAX));
  match.player_at = fields.numbers("player_at");
  for (const std::string& seed : fields.texts("bot_seeds"))
    match.bot_seeds.push_back(seed_of(seed, where));
  if (match.bot_seeds.size() != match.player_at.size())
    throw Error(
        fmt::format("{}: \"bot_seeds\" and \"player_at\" must have one of each seat", where));
  return match;
}

std::shared_ptr<const EntrantKind> read_kind(const json::object& object, const PlanReader& reader) {
  return object.contains("remote") ? reader.remote() : arena::read_kind(object);
}

Entrant read_entrant(const json::value& value, std::size_t index, const AnyGame& game,
                     const PlanReader& reader) {
  const std::string where = fmt::format("entrants[{}]", index);
  const JsonFields fields(as_object(value, where), where);
  Entrant entrant;
  entrant.name = fields.text("name");
  entrant.kind = std::make_shared<ElsewhereEntrant>();
  if (fields.find("kind") == nullptr) return entrant;
  const json::object& kind = fields.object("kind");
  const json::object& time = fields.object("time");
  try {
    entrant.kind = read_kind(kind, reader);
    entrant.time = time_from_json(time);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", where, error.what()));
  }
  entrant.protocol = fields.text("protocol");
  static_cast<void>(game.terms(entrant.protocol));
  described::from_json(fields.need("lifetime"), entrant.lifetime, where + ": \"lifetime\"");
  entrant.max_refusals = static_cast<int>(fields.number("max_refusals", 0, INT_MAX));
  return entrant;
}

SeriesSettings read_settings(const JsonFields& fields, const PlanReader& reader) {
  SeriesSettings settings;
  settings.game = &find_game(reader.games, fields.text("game"));
  settings.options = settings.game->check_options(fields.object("options"));
  if (fields.find("deals") != nullptr) {
    std::vector<json::object> deals;
    for (const json::value& value : fields.list("deals"))
      deals.push_back(as_object(value, "plan: \"deals\""));
    if (deals.empty()) throw Error("plan: \"deals\" is empty");
    settings.deals = std::make_shared<const std::vector<json::object>>(std::move(deals));
  }
  settings.record_times = fields.flag("record_times");
  settings.neutral_names = fields.flag("neutral_names");
  settings.log_dir = fields.text("log_dir");
  settings.pause = fields.flag("pause");
  settings.table_cache = &reader.table_cache;
  if (fields.find("quantum_ms") != nullptr)
    settings.quantum = std::chrono::milliseconds(fields.number("quantum_ms", 0, most_quantum));
  if (fields.find("sandbox") == nullptr) return settings;
  SandboxLimits limits;
  described::from_object(fields.object("sandbox"), limits, "plan: sandbox");
  settings.sandbox = reader.sandbox(limits);
  return settings;
}

/// Whether all matches can be seated, so that nothing else has to check it.
void check_seats(const WorkerPlan& plan) {
  const AnyGame& game = *plan.settings.game;
  std::set<int> numbers;
  for (const ScheduledMatch& match : plan.matches) {
    if (!numbers.insert(match.number).second)
      throw Error(fmt::format("plan: match {} occurs twice", match.number));
    game.check_seats(static_cast<int>(match.player_at.size()), plan.settings.options);
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
  const SeriesSettings& settings = plan.settings;
  const std::set<int> playing = players_of(plan.matches);
  json::array entrants;
  for (const Entrant& entrant : plan.entrants) {
    const bool plays = playing.contains(static_cast<int>(entrants.size()));
    entrants.push_back(to_json(entrant, plays));
  }
  json::array matches;
  for (const ScheduledMatch& match : plan.matches) matches.push_back(to_json(match));
  json::object object{{"game", settings.game->info().name},
                      {"options", settings.options},
                      {"record_times", settings.record_times},
                      {"neutral_names", settings.neutral_names},
                      {"log_dir", settings.log_dir},
                      {"pause", settings.pause}};
  if (settings.deals) object["deals"] = json::value_from(*settings.deals);
  if (settings.quantum > Duration::zero())
    object["quantum_ms"] = std::chrono::round<std::chrono::milliseconds>(settings.quantum).count();
  if (settings.sandbox) object["sandbox"] = described::to_json(settings.sandbox->limits());
  object["entrants"] = std::move(entrants);
  object["matches"] = std::move(matches);
  object["live"] = plan.live;
  object["jobs"] = plan.jobs;
  object["job"] = plan.job;
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
  const JsonFields fields(object, "plan");
  WorkerPlan plan;
  plan.settings = read_settings(fields, reader);
  for (const json::value& value : fields.list("entrants"))
    plan.entrants.push_back(read_entrant(value, plan.entrants.size(), *plan.settings.game, reader));
  for (const json::value& value : fields.list("matches"))
    plan.matches.push_back(read_match(value, plan.matches.size()));
  plan.live = fields.flag("live");
  plan.jobs = static_cast<int>(fields.number("jobs", 1, most_worker_jobs));
  plan.job = static_cast<int>(fields.number("job", 0, plan.jobs - 1));
  check_seats(plan);
  count_time(plan.settings, plan.entrants);
  return plan;
}

}  // namespace arena
