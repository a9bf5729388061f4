// Makes the players of a match from a game's module, its built-in bots among them.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "arena/core/bot.hpp"
#include "arena/core/partly_random_bot.hpp"
#include "arena/core/protocol_list.hpp"
#include "arena/game/any_game.hpp"
#include "arena/game/builtin_text.hpp"
#include "arena/game/in_process_player.hpp"
#include "arena/game/typed_bot.hpp"
#include "arena/game/typed_setup.hpp"
#include "arena/players/conversation_player.hpp"
#include "arena/players/line_player.hpp"
#include "arena/util/error.hpp"
#include "arena/util/text/text.hpp"

namespace arena {

/// From a beginner to the best, as texts of built-in bots; none in a game without levels.
template <class GameModule>
constexpr std::span<const std::string_view> levels_of() {
  if constexpr (requires { GameModule::levels; }) {
    return GameModule::levels;
  } else {
    return {};
  }
}

/// A built-in bot, and what its text says of it.
template <class G>
struct WantedBuiltin {
  const Builtin<G>& builtin;
  BuiltinText text;
};

/// The bot of such a text. Throws Error with the known names.
template <class GameModule>
WantedBuiltin<typename GameModule::Game> find_builtin(std::string_view text) {
  BuiltinText read;
  try {
    read = read_builtin_text(text, levels_of<GameModule>());
  } catch (const Error& error) {
    throw Error(fmt::format("built-in bot \"{}\" of {}: {}", text, GameModule::Game::info.name,
                            error.what()));
  }
  for (const auto& builtin : GameModule::builtins()) {
    if (builtin.name != read.name) continue;
    if (read.settings.empty()) read.settings = builtin.default_settings;
    return {builtin, read};
  }
  throw Error(fmt::format(
      "unknown built-in bot \"{}\" of {}; known: {}", read.name, GameModule::Game::info.name,
      joined(GameModule::builtins(), ", ", [](const auto& known) { return known.name; })));
}

template <class GameModule>
std::unique_ptr<Bot<typename GameModule::Game>> make_bot(
    const BuiltinSeat& wanted, BotSetup<typename GameModule::Game> setup) {
  using G = typename GameModule::Game;
  const WantedBuiltin<G> found = find_builtin<GameModule>(wanted.name);
  setup.seed = wanted.seed;
  setup.settings = found.text.settings;
  std::unique_ptr<Bot<G>> bot = found.builtin.make(setup);
  if (found.text.random_percent == 0) return bot;
  return std::make_unique<PartlyRandomBot<G>>(std::move(bot), found.text.random_percent,
                                              mix_seed(wanted.seed, "random"));
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
      seat, make_bot<GameModule>(builtin, setup),
      find_builtin<GameModule>(builtin.name).builtin.is_slow);
}

template <class GameModule>
class TypedBuiltins final : public AnyBuiltins {
  using G = typename GameModule::Game;

 public:
  std::vector<BuiltinInfo> list() const override {
    std::vector<BuiltinInfo> list;
    for (const Builtin<G>& builtin : GameModule::builtins())
      list.push_back({builtin.name, builtin.summary, builtin.version});
    return list;
  }

  std::span<const std::string_view> levels() const override { return levels_of<GameModule>(); }

  std::string_view default_name() const override {
    if constexpr (requires { GameModule::levels; }) {
      return GameModule::levels[GameModule::levels.size() / 2];
    } else {
      return GameModule::default_builtin;
    }
  }

  void check(std::string_view name, const json::object& options, int seats) const override {
    const Setup<G> setup = setup_of<G>(options, seats, {});
    const WantedBuiltin<G> wanted = find_builtin<GameModule>(name);
    BotSetup<G> bot{setup.options, seats};
    bot.settings = wanted.text.settings;
    if (const Refusal refusal = wanted.builtin.refusal(bot)) {
      throw Error(fmt::format("built-in bot \"{}\" of {}: {}", wanted.builtin.name, G::info.name,
                              refusal.text()));
    }
  }

  bool plays_by_clock(std::string_view name) const override {
    const WantedBuiltin<G> wanted = find_builtin<GameModule>(name);
    return wanted.builtin.plays_by_clock != nullptr &&
           wanted.builtin.plays_by_clock(wanted.text.settings);
  }

  BuiltinIdentity identity(std::string_view name) const override {
    const WantedBuiltin<G> wanted = find_builtin<GameModule>(name);
    return {text_of(wanted.text), wanted.builtin.version};
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
