// A bot that is weaker than another one by as much as its user likes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "arena/core/bot.hpp"

namespace arena {

/// Makes each move at random with a probability of `percent` in a hundred, and else as `bot`. The
/// bot chooses every move, so that it misses no turn. If the one that it chose is not legal after
/// moves that were not its own, a random one replaces it.
template <class G>
class PartlyRandomBot final : public Bot<G> {
 public:
  PartlyRandomBot(std::unique_ptr<Bot<G>> bot, int percent, std::uint64_t seed)
      : bot_(std::move(bot)), percent_(static_cast<std::uint32_t>(percent)), rng_(seed) {}

  typename G::Move move(const typename G::View& view) override {
    const typename G::Move own = bot_->move(view);
    const bool replaced = rng_.below(100) < percent_ || G::check(view, own);
    return replaced ? random_move<G>(view, rng_) : own;
  }
  void see(const typename G::Event& event) override { bot_->see(event); }
  void refused(const Refusal& refusal) override { bot_->refused(refusal); }

  [[nodiscard]] std::string memory() const override { return bytes_of(rng_) + bot_->memory(); }
  void recall(std::string_view memory) override {
    const std::size_t own = bytes_of(rng_).size();
    from_bytes(memory.substr(0, own), rng_);
    bot_->recall(memory.substr(std::min(own, memory.size())));
  }

 private:
  std::unique_ptr<Bot<G>> bot_;
  std::uint32_t percent_;
  Rng rng_;
};

}  // namespace arena
