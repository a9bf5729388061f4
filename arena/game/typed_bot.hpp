// The built-in bots of one game behind AnyBot. Each game instantiates this once, by `typed_game`.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "arena/core/bot.hpp"
#include "arena/core/described.hpp"
#include "arena/game/any_state.hpp"
#include "arena/game/typed_state.hpp"
#include "arena/game/typed_view.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

template <class GameModule>
class TypedBot final : public AnyBot {
  using G = typename GameModule::Game;

 public:
  /// `name` is the built-in bot's name, for messages. `match`: what the bot was made for.
  TypedBot(std::unique_ptr<Bot<G>> bot, std::string name, const MatchKind<G>& match)
      : bot_(std::move(bot)), name_(std::move(name)), match_(match) {}

  std::string move(const AnyView& any) override {
    const auto& typed = of_this_game<TypedView<GameModule>>(any);
    require_match("bot", match_, typed.match());
    if (!typed.is_due()) throw Error(fmt::format("seat {} owes no move", typed.seat()));
    return G::write(legal_move_of(*bot_, typed.view()));
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
  template <class Wanted, class Any>
  static const Wanted& of_this_game(const Any& any) {
    const auto* wanted = dynamic_cast<const Wanted*>(&any);
    if (wanted == nullptr)
      throw Error(fmt::format("a bot of {} cannot play another game", G::info.title));
    return *wanted;
  }

  std::unique_ptr<Bot<G>> bot_;
  std::string name_;
  MatchKind<G> match_;
};

}  // namespace arena
