// A player that is a built-in bot: it answers immediately and cannot fail.
#pragma once

#include <memory>
#include <utility>

#include "arena/core/bot.hpp"
#include "arena/core/protocol.hpp"
#include "arena/players/player.hpp"

namespace arena {

/// Records spell its refused moves as the protocol `P` does.
template <Protocol P>
class BotPlayer final : public Player<typename P::Game> {
  using Game = typename P::Game;

 public:
  BotPlayer(Seat seat, std::unique_ptr<Bot<Game>> bot) : bot_(std::move(bot)), protocol_(seat) {}

  void see(const typename Game::Event& event) override { bot_->see(event); }
  void ask(const typename Game::View& /*view*/, Duration /*left*/) override {}
  boost::asio::awaitable<Answer<Game>> answer(const typename Game::View& view,
                                              Duration /*allowance*/) override {
    const TimePoint asked = Clock::now();
    const auto move = bot_->move(view);
    co_return Answer<Game>{move, Game::write(move), asked, Clock::now() - asked};
  }
  bool refused(const Refusal& refusal) override {
    bot_->refused(refusal);
    return true;
  }
  std::string wire_text(const typename Game::Move& move) override { return protocol_.write(move); }
  boost::asio::awaitable<void> end(Ending /*ending*/) override { co_return; }

 private:
  std::unique_ptr<Bot<Game>> bot_;
  P protocol_;
};

}  // namespace arena
