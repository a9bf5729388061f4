// An entrant that is a process that arena starts: a program, or the worker of a Python module.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "arena/series/entrant.hpp"

namespace arena {

class ProcessEntrant final : public EntrantKind {
 public:
  explicit ProcessEntrant(BotProcess process) : process_(std::move(process)) {}

  boost::asio::awaitable<Occupant> sit_down(const Entrant& entrant, const Room& room,
                                            const SeatInMatch& seat) const override;
  [[nodiscard]] const BotProcess* process() const override { return &process_; }

 private:
  BotProcess process_;
};

/// The worker of a Python module. It also finds modules in arena's PYTHONPATH.
BotProcess module_worker(std::vector<std::string> program, std::vector<std::string> words,
                         std::vector<std::string> declared = {});

}  // namespace arena
