#include "arena/series/entrants.hpp"

#include <memory>
#include <variant>

#include <fmt/format.h>

#include "arena/core/described.hpp"
#include "arena/peer/scripted_peer.hpp"
#include "arena/process/bot_environment.hpp"
#include "arena/process/process.hpp"
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

}  // namespace arena
