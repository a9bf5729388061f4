#include "arena/series/entrants.hpp"

#include <memory>
#include <variant>

#include <fmt/format.h>

#include "arena/peer/scripted_peer.hpp"
#include "arena/process/bot_environment.hpp"
#include "arena/process/process.hpp"
#include "arena/record/json_fields.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace asio = boost::asio;
namespace json = boost::json;

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
  return json::object{{"program", json::value_from(process_.program)},
                      {"words", json::value_from(process_.words)},
                      {"declared", json::value_from(process_.declared)},
                      {"module", process_.module}};
}

asio::awaitable<Occupant> MissingEntrant::sit_down(const Entrant& entrant, const Room& room,
                                                   const SeatInMatch& /*seat*/) const {
  auto peer =
      std::make_unique<ScriptedPeer>(std::vector<std::string>(), Fault{FaultKind::exit, why_});
  Occupant occupant = line_occupant(std::move(peer), entrant, room.settings);
  co_return occupant;
}

std::shared_ptr<const EntrantKind> read_kind(const json::object& object) {
  const JsonFields fields(object, "kind");
  if (fields.find("builtin") != nullptr)
    return std::make_shared<BuiltinEntrant>(fields.text("builtin"));
  if (fields.find("missing") != nullptr)
    return std::make_shared<MissingEntrant>(fields.text("missing"));
  BotProcess process{fields.texts("program"), fields.texts("words"), fields.texts("declared"),
                     fields.flag("module")};
  if (process.program.empty()) throw Error("kind: \"program\" is empty");
  return std::make_shared<ProcessEntrant>(std::move(process));
}

BotProcess module_worker(std::vector<std::string> program, std::vector<std::string> words,
                         std::vector<std::string> declared) {
  if (auto path = own_variable("PYTHONPATH")) declared.insert(declared.begin(), *std::move(path));
  return {std::move(program), std::move(words), std::move(declared), true};
}

}  // namespace arena
