// An entrant that is a built-in bot of the game.
#pragma once

#include <string>
#include <utility>

#include "arena/series/entrant.hpp"
#include "arena/series/series_settings.hpp"

namespace arena {

class BuiltinEntrant final : public EntrantKind {
 public:
  explicit BuiltinEntrant(std::string name) : name_(std::move(name)) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& /*entrant*/, const Room& /*room*/,
                                            const SeatInMatch& seat) const override {
    Occupant occupant{BuiltinSeat{name_, seat.bot_seed}};
    co_return occupant;
  }
  void check(const SeriesSettings& settings, int seats) const override {
    settings.game->check_builtin(name_, settings.options, seats);
  }
  void prepare(const SeriesSettings& settings, int seats) const override {
    settings.game->prepare_builtin(name_, settings.options, seats, *settings.table_cache);
  }

 private:
  std::string name_;
};

}  // namespace arena
