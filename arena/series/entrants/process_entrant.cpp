#include "arena/series/entrants/process_entrant.hpp"

#include <memory>
#include <variant>

#include <fmt/format.h>

#include "arena/peer/scripted_peer.hpp"
#include "arena/process/bot_environment.hpp"
#include "arena/process/process.hpp"
#include "arena/series/bot_pool.hpp"
#include "arena/series/series_settings.hpp"
#include "arena/util/error.hpp"

namespace arena {

namespace asio = boost::asio;

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

BotProcess module_worker(std::vector<std::string> program, std::vector<std::string> words,
                         std::vector<std::string> declared) {
  if (auto path = own_variable("PYTHONPATH")) declared.insert(declared.begin(), *std::move(path));
  return {std::move(program), std::move(words), std::move(declared), true};
}

}  // namespace arena
