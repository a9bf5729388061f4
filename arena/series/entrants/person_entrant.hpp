// An entrant that is the person who started arena, at the terminal.
#pragma once

#include <unistd.h>

#include <memory>
#include <optional>

#include "arena/peer/terminal.hpp"
#include "arena/series/entrant.hpp"

namespace arena {

class PersonEntrant final : public EntrantKind {
 public:
  /// Without a screen the person sees the protocol as a bot does.
  explicit PersonEntrant(std::optional<ScreenStyle> screen = {}) : screen_(screen) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& entrant, const Room& room,
                                            const SeatInMatch& /*seat*/) const override {
    auto peer = std::make_unique<TerminalPeer>(room.loop, STDIN_FILENO, STDOUT_FILENO);
    Occupant occupant = line_occupant(std::move(peer), entrant, room.settings, screen_);
    co_return occupant;
  }
  [[nodiscard]] bool is_person() const override { return true; }
  [[nodiscard]] bool plays_side_by_side() const override { return false; }

 private:
  std::optional<ScreenStyle> screen_;
};

}  // namespace arena
