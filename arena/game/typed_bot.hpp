// The built-in bots of one game behind AnyBot. Each game instantiates this once, with TypedGame.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "arena/core/bot.hpp"
#include "arena/game/any_state.hpp"
#include "arena/game/typed_state.hpp"
#include "arena/game/typed_view.hpp"
#include "arena/util/error.hpp"

namespace arena {

template <class GameModule>
class TypedBot final : public AnyBot {
  using G = typename GameModule::Game;

 public:
  /// `name` is the built-in bot's name, for messages.
  TypedBot(std::unique_ptr<Bot<G>> bot, std::string name)
      : bot_(std::move(bot)), name_(std::move(name)) {}

  std::string move(const AnyView& any) override {
    const typename G::View& view = of_this_game<TypedView<GameModule>>(any).view();
    if (const Refusal mismatch = bot_->mismatch(view))
      throw Error(fmt::format("this bot of {} is made for {}", G::info.title, mismatch.text()));
    for (int tries = 0; tries < most_tries; ++tries) {
      const typename G::Move move = bot_->move(view);
      const Refusal refusal = G::check(view, move);
      if (!refusal) return G::write(move);
      bot_->refused(refusal);
    }
    throw Error(fmt::format("the bot finds no legal move of {}", G::info.title));
  }
  void watch(const AnyState& state, Seat seat, std::size_t from) override {
    of_this_game<TypedState<GameModule>>(state).for_each_event(
        seat, from, [this](const typename G::Event& event) { bot_->see(event); });
  }
  [[nodiscard]] std::string memory() const override { return bot_->memory(); }
  void recall(std::string_view memory) override {
    try {
      bot_->recall(memory);
    } catch (const Error& error) {
      throw Error(fmt::format("not a memory of built-in bot \"{}\" of {}: {}", name_, G::info.name,
                              error.what()));
    }
  }

 private:
  static constexpr int most_tries = 10'000;

  template <class Wanted, class Any>
  static const Wanted& of_this_game(const Any& any) {
    const auto* wanted = dynamic_cast<const Wanted*>(&any);
    if (wanted == nullptr)
      throw Error(fmt::format("a bot of {} cannot play another game", G::info.title));
    return *wanted;
  }

  std::unique_ptr<Bot<G>> bot_;
  std::string name_;
};

}  // namespace arena
