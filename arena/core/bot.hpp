// A player that lives inside arena: it sees views and events, and answers with moves.
// It may answer wrongly (a bot that probes): then `refused` is called and it is asked again.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "arena/core/game.hpp"

namespace arena {

template <class G>
class Bot {
 public:
  Bot() = default;
  Bot(const Bot&) = delete;
  Bot& operator=(const Bot&) = delete;
  virtual ~Bot() = default;

  virtual typename G::Move move(const typename G::View& view) = 0;
  virtual void see(const typename G::Event& /*event*/) {}
  virtual void refused(const Refusal& /*refusal*/) {}
};

/// One entry of a game's list of built-in bots. `make` is given the bot's own seed.
template <class G>
struct Builtin {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Bot<G>> (*make)(std::uint64_t seed);
};

/// Every game's built-in `random`: each legal move is as likely as any other.
template <class G>
class RandomBot final : public Bot<G> {
 public:
  explicit RandomBot(std::uint64_t seed) : rng_(seed) {}
  typename G::Move move(const typename G::View& view) override {
    return random_move<G>(view, rng_);
  }

 private:
  Rng rng_;
};

}  // namespace arena
