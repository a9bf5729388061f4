#include "arena/series/entrants/person_entrant.hpp"

#include <unistd.h>

#include "arena/peer/terminal.hpp"
#include "arena/series/entrants/line_occupant.hpp"

namespace arena {

namespace {

class PersonEntrant final : public EntrantKind {
 public:
  explicit PersonEntrant(std::optional<ScreenStyle> screen) : screen_(screen) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& entrant, const Room& room,
                                            const SeatInMatch& /*seat*/) const override {
    auto peer = std::make_unique<TerminalPeer>(room.loop, STDIN_FILENO, STDOUT_FILENO);
    Occupant occupant = line_occupant(std::move(peer), entrant, *room.settings.game, screen_);
    co_return occupant;
  }
  [[nodiscard]] bool is_person() const override { return true; }
  [[nodiscard]] bool plays_side_by_side() const override { return false; }

 private:
  std::optional<ScreenStyle> screen_;
};

}  // namespace

std::shared_ptr<const EntrantKind> person_entrant(std::optional<ScreenStyle> screen) {
  return std::make_shared<PersonEntrant>(screen);
}

}  // namespace arena
