// What entrants have in common that exchange lines with the game.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "arena/series/bot_pool.hpp"
#include "arena/series/entrant.hpp"
#include "arena/series/series_settings.hpp"

namespace arena {

/// Seats a peer. `screen`: of a person with a board, instead of the entrant's protocol.
inline Occupant line_occupant(std::unique_ptr<Peer> peer, const Entrant& entrant,
                              const AnyGame& game, std::optional<ScreenStyle> screen = {}) {
  Occupant occupant{LineSeat{peer.get(), std::string(game.terms(entrant.protocol).name), screen}};
  occupant.peer = std::move(peer);
  return occupant;
}

}  // namespace arena
