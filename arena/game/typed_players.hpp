// Makes the players of a match from a game's module, its built-in bots among them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "arena/core/bot.hpp"
#include "arena/core/protocol_list.hpp"
#include "arena/game/any_game.hpp"
#include "arena/game/in_process_player.hpp"
#include "arena/game/typed_bot.hpp"
#include "arena/game/typed_setup.hpp"
#include "arena/players/conversation_player.hpp"
#include "arena/players/line_player.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

/// The settings of a built-in bot, which follow its name: "iterations=2000" of
/// "search iterations=2000".
inline std::string_view builtin_settings(std::string_view text) {
  const std::size_t space = text.find(' ');
  return space == text.npos ? std::string_view() : text.substr(space + 1);
}

/// The bot of such a text. Throws Error with the known names.
template <class GameModule>
const Builtin<typename GameModule::Game>& find_builtin(std::string_view text) {
  const std::string_view name = text.ends_with(' ') ? text : text.substr(0, text.find(' '));
  for (const auto& builtin : GameModule::builtins()) {
    if (builtin.name == name) return builtin;
  }
  throw Error(fmt::format(
      "unknown built-in bot \"{}\" of {}; known: {}", name, GameModule::Game::info.name,
      joined(GameModule::builtins(), ", ", [](const auto& known) { return known.name; })));
}

template <class GameModule>
std::unique_ptr<Bot<typename GameModule::Game>> make_bot(
    const BuiltinSeat& wanted, BotSetup<typename GameModule::Game> setup) {
  setup.seed = wanted.seed;
  setup.settings = builtin_settings(wanted.name);
  return find_builtin<GameModule>(wanted.name).make(setup);
}

template <class Board>
Board screen_of(Seat seat, ScreenStyle style, TableCache* table_cache) {
  if constexpr (UsesTables<Board>) {
    return Board(seat, style, table_cache);
  } else {
    return Board(seat, style);
  }
}

/// `setup` does not yet have the seed of a built-in bot.
template <class GameModule>
std::unique_ptr<Player<typename GameModule::Game>> player_of(
    const SeatPlan& plan, const BotSetup<typename GameModule::Game>& setup) {
  using G = typename GameModule::Game;
  const Seat seat = setup.seat;
  if (const auto* line = std::get_if<LineSeat>(&plan.who)) {
    if (line->screen) {
      using Board = typename GameModule::Screen;
      return std::make_unique<LinePlayer<Board>>(
          *line->peer, screen_of<Board>(seat, *line->screen, setup.table_cache));
    }
    return with_protocol<GameModule>(
        line->protocol, [&]<Protocol P>(std::type_identity<P>) -> std::unique_ptr<Player<G>> {
          if constexpr (Converses<P>) {
            return std::make_unique<ConversationPlayer<P>>(*line->peer, seat);
          } else {
            return std::make_unique<LinePlayer<P>>(*line->peer, P(seat));
          }
        });
  }
  if (const auto* bot = std::get_if<InProcessBot*>(&plan.who))
    return std::make_unique<InProcessPlayer<GameModule>>(seat, **bot,
                                                         MatchKind<G>{setup.options, setup.seats});
  const auto& builtin = std::get<BuiltinSeat>(plan.who);
  return std::make_unique<BotPlayer<DefaultProtocol<GameModule>>>(
      seat, make_bot<GameModule>(builtin, setup), find_builtin<GameModule>(builtin.name).is_slow);
}

template <class GameModule>
class TypedBuiltins final : public AnyBuiltins {
  using G = typename GameModule::Game;

 public:
  std::vector<BuiltinInfo> list() const override {
    std::vector<BuiltinInfo> list;
    for (const Builtin<G>& builtin : GameModule::builtins())
      list.push_back({builtin.name, builtin.summary});
    return list;
  }

  std::string_view default_name() const override { return GameModule::default_builtin; }

  void check(std::string_view name, const json::object& options, int seats) const override {
    const Setup<G> setup = setup_of<G>(options, seats, {});
    const Builtin<G>& builtin = find_builtin<GameModule>(name);
    BotSetup<G> bot{setup.options, seats};
    bot.settings = builtin_settings(name);
    if (const Refusal refusal = builtin.refusal(bot)) {
      throw Error(
          fmt::format("built-in bot \"{}\" of {}: {}", builtin.name, G::info.name, refusal.text()));
    }
  }

  bool plays_by_clock(std::string_view name) const override {
    const auto by_clock = find_builtin<GameModule>(name).plays_by_clock;
    return by_clock != nullptr && by_clock(builtin_settings(name));
  }

  void prepare(std::string_view name, const json::object& options, int seats,
               TableCache& table_cache) const override {
    // Making one bot fills the table_cache for all others.
    static_cast<void>(make_bot<GameModule>(
        {std::string(name)}, {setup_of<G>(options, seats, {}).options, seats, 0, 0, &table_cache}));
  }

  std::unique_ptr<AnyBot> make(const BuiltinSeat& wanted, const StateSetup& setup, Seat seat,
                               TableCache* table_cache) const override {
    check(wanted.name, setup.options, setup.seats);
    const auto options = setup_of<G>(setup.options, setup.seats, setup.seed).options;
    return std::make_unique<TypedBot<GameModule>>(
        make_bot<GameModule>(wanted, {options, setup.seats, seat, wanted.seed, table_cache}),
        wanted.name, MatchKind<G>{options, setup.seats});
  }
};

}  // namespace arena
