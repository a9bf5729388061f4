// An entrant at the other end of a connection.
#pragma once

#include <memory>
#include <utility>

#include "arena/series/bot_pool.hpp"
#include "arena/series/entrant.hpp"

namespace arena {

class ConnectedEntrant final : public EntrantKind {
 public:
  /// `connect` opens the connection: for each match, or once if the entrant stays for a series.
  explicit ConnectedEntrant(PeerMaker connect) : connect_(std::move(connect)) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& entrant, const Room& room,
                                            const SeatInMatch& seat) const override {
    std::unique_ptr<Peer> peer = co_await room.pool.take(entrant, seat, PeerMaker(connect_));
    Occupant occupant = line_occupant(std::move(peer), entrant, room.settings);
    co_return occupant;
  }

 private:
  PeerMaker connect_;
};

}  // namespace arena
