#include "arena/series/entrants/entrants.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <variant>

#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/peer/scripted_peer.hpp"
#include "arena/process/process.hpp"
#include "arena/process/spawn/bot_environment.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace asio = boost::asio;
namespace json = boost::json;

BOOST_DESCRIBE_STRUCT(BotProcess, (), (program, words, declared, module))

namespace {

asio::awaitable<std::unique_ptr<Peer>> start(Loop& loop, Spawner& spawner, NoStart no_start,
                                             std::string name, ProcessSettings settings) {
  auto started = co_await ProcessPeer::start(loop, spawner, std::move(settings));
  if (auto* fault = std::get_if<Fault>(&started)) {
    if (no_start == NoStart::error) throw Error(fmt::format("{} {}", name, fault->detail));
    co_return std::make_unique<ScriptedPeer>(std::vector<std::string>(), std::move(*fault));
  }
  co_return std::move(std::get<std::unique_ptr<ProcessPeer>>(started));
}

}  // namespace

asio::awaitable<Occupant> ProcessEntrant::sit_down(const Entrant& entrant, const Room& room,
                                                   const SeatInMatch& seat) const {
  PeerMaker make = [room, &entrant, log = seat.stderr_log] {
    ProcessSettings settings = process_settings(entrant, room.settings);
    settings.core = room.core;
    settings.stderr_file = log;
    return start(room.loop, room.spawner, room.no_start, entrant.name, std::move(settings));
  };
  std::unique_ptr<Peer> peer = co_await room.pool.take(entrant, seat, std::move(make));
  Occupant occupant = line_occupant(std::move(peer), entrant, room.settings);
  co_return occupant;
}

json::value ProcessEntrant::to_json() const {
  return json::object{{"process", described::to_json(process_)}};
}

asio::awaitable<Occupant> MissingEntrant::sit_down(const Entrant& entrant, const Room& room,
                                                   const SeatInMatch& /*seat*/) const {
  auto peer =
      std::make_unique<ScriptedPeer>(std::vector<std::string>(), Fault{FaultKind::exit, why_});
  Occupant occupant = line_occupant(std::move(peer), entrant, room.settings);
  co_return occupant;
}

std::shared_ptr<const EntrantKind> read_kind(const json::object& object) {
  if (const json::value* name = object.if_contains("builtin"))
    return std::make_shared<BuiltinEntrant>(described::read<std::string>(*name, "builtin"));
  if (const json::value* why = object.if_contains("missing"))
    return std::make_shared<MissingEntrant>(described::read<std::string>(*why, "missing"));
  const json::value* const value = object.if_contains("process");
  if (value == nullptr) throw Error("unknown kind of entrant; known: builtin, missing, process");
  auto process = described::read<BotProcess>(*value, "process");
  if (process.program.empty()) throw Error("the process has no program");
  return std::make_shared<ProcessEntrant>(std::move(process));
}

BotProcess module_worker(std::vector<std::string> program, std::vector<std::string> words,
                         std::vector<std::string> declared) {
  if (auto path = own_variable("PYTHONPATH")) declared.insert(declared.begin(), *std::move(path));
  return {std::move(program), std::move(words), std::move(declared), true};
}

bool play_whole_sides(const std::vector<Entrant>& players, Sides sides) {
  return sides.has_partners() && static_cast<int>(players.size()) <= sides.count() &&
         std::ranges::none_of(players, &Entrant::is_person);
}

std::vector<Entrant> at_all_seats(const std::vector<Entrant>& players, Sides sides) {
  std::vector<Entrant> seated;
  seated.reserve(static_cast<std::size_t>(sides.seats()));
  for (int member = 0; member < sides.size(); ++member)
    seated.insert(seated.end(), players.begin(), players.end());
  return seated;
}

std::vector<std::string> team_names(const std::vector<Entrant>& players, Sides sides) {
  std::vector<std::string> names;
  for (std::size_t player = 0; player < players.size(); ++player) {
    const auto team = static_cast<std::size_t>(sides.of(static_cast<int>(player)));
    const std::string& name = players[player].name;
    if (player == team) {
      names.push_back(name);
    } else if (name != players[team].name) {
      names[team] += " + " + name;
    }
  }
  return names;
}

std::vector<int> teams_at(const std::vector<int>& player_at, Sides sides) {
  std::vector<int> teams;
  for (int side = 0; side < sides.count(); ++side)
    teams.push_back(sides.of(player_at[static_cast<std::size_t>(side)]));
  return teams;
}

}  // namespace arena
