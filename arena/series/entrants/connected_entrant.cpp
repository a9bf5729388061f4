#include "arena/series/entrants/connected_entrant.hpp"

#include <utility>

#include "arena/series/entrants/line_occupant.hpp"

namespace arena {

namespace {

class ConnectedEntrant final : public EntrantKind {
 public:
  explicit ConnectedEntrant(PeerMaker connect) : connect_(std::move(connect)) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& entrant, const Room& room,
                                            const SeatInMatch& seat) const override {
    std::unique_ptr<Peer> peer =
        co_await room.pool.take(entrant, seat.match, seat.deal, PeerMaker(connect_));
    Occupant occupant = line_occupant(std::move(peer), entrant, *room.settings.game);
    co_return occupant;
  }

 private:
  PeerMaker connect_;
};

}  // namespace

std::shared_ptr<const EntrantKind> connected_entrant(PeerMaker connect) {
  return std::make_shared<ConnectedEntrant>(std::move(connect));
}

}  // namespace arena
