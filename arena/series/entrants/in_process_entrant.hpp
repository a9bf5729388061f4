// An entrant that is a bot in arena's own process.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "arena/series/entrant.hpp"

namespace arena {

class InProcessEntrant final : public EntrantKind {
 public:
  /// `make` creates one bot for each match, in the match's thread.
  explicit InProcessEntrant(std::function<std::unique_ptr<InProcessBot>()> make)
      : make_(std::move(make)) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& /*entrant*/, const Room& /*room*/,
                                            const SeatInMatch& /*seat*/) const override {
    std::unique_ptr<InProcessBot> bot = make_();
    Occupant occupant{bot.get()};
    occupant.bot = std::move(bot);
    co_return occupant;
  }
  /// Such bots share one interpreter.
  [[nodiscard]] bool plays_side_by_side() const override { return false; }

 private:
  std::function<std::unique_ptr<InProcessBot>()> make_;
};

}  // namespace arena
