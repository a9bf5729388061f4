// Makes the AnyGame of a game's module: its rules, protocols, screen and built-in bots. Each game
// does so once, in a source file that CMake generates.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "arena/core/described.hpp"
#include "arena/core/playouts.hpp"
#include "arena/core/position.hpp"
#include "arena/core/protocol_list.hpp"
#include "arena/game/any_game.hpp"
#include "arena/game/learning/typed_encoder.hpp"
#include "arena/game/learning/typed_lookahead.hpp"
#include "arena/game/typed_conversations.hpp"
#include "arena/game/typed_players.hpp"
#include "arena/game/typed_refinements.hpp"
#include "arena/game/typed_setup.hpp"
#include "arena/game/typed_state.hpp"
#include "arena/match/arbiter.hpp"
#include "arena/util/error.hpp"

namespace arena {

template <class GameModule>
class TypedOptions final : public AnyOptions {
  using G = typename GameModule::Game;
  using Default = DefaultProtocol<GameModule>;

 public:
  std::vector<OptionInfo> list() const override {
    std::vector<OptionInfo> list = described_options<typename G::Options>();
    list.push_back({std::string(refusals_option), Default::terms.max_refusals});
    return list;
  }

  json::object check(const json::object& options) const override {
    const Setup<G> setup = checked_setup<G>(options, G::info.least_seats, {});
    json::object checked = described::differing(setup.options);
    const int refusals = max_refusals(options);
    if (refusals != Default::terms.max_refusals) checked[refusals_option] = refusals;
    return checked;
  }

  void check_seats(int seats, const json::object& options) const override {
    static_cast<void>(checked_setup<G>(options, seats, {}));
  }

  int max_refusals(const json::object& options) const override {
    return max_refusals_of<GameModule>(options);
  }

  int most_margin(const json::object& options, int seats) const override {
    const auto state = G::start(setup_of<G>(options, seats, {}), {});
    int most = 0;
    for (Seat seat = 0; seat < seats; ++seat) most = std::max(most, -G::worst(state, seat).margin);
    return most;
  }

  TableComparison table_comparison(const json::object& options) const override {
    if constexpr (ComparesTables<G>) {
      const auto known = setup_of<G>(options, G::info.least_seats, {}).options;
      if (G::compares_tables(known))
        return {[known](int own, int other) { return G::earned(known, own, other); },
                G::earned_unit(known)};
    }
    return {};
  }
};

template <class GameModule>
class TypedMatches final : public AnyMatches {
  using G = typename GameModule::Game;

 public:
  boost::asio::awaitable<Record> play(MatchPlan plan) const override {
    auto setup = setup_of<G>(plan.options, static_cast<int>(plan.seats.size()), plan.seed);
    described::from_object(plan.deal, setup.deal, "deal");
    Match<G> match(setup);
    Record record;
    record.game = G::info.name;
    record.options = plan.options;
    record.seed = plan.seed.seed;
    std::vector<Seated<G>> seated;
    for (std::size_t i = 0; i < plan.seats.size(); ++i) {
      const SeatPlan& seat = plan.seats[i];
      const BotSetup<G> bot{setup.options, setup.seats, static_cast<Seat>(i), 0, plan.table_cache};
      seated.push_back({player_of<GameModule>(seat, bot), SeatClock(seat.time), seat.max_refusals});
    }
    for (std::size_t i = 0; i < seated.size(); ++i) {
      seated[i].player->begin(
          {static_cast<Seat>(i), plan.names, json::serialize(plan.options), plan.seats[i].time});
    }
    Arbiter<G> arbiter(match, seated,
                       {plan.record_times, plan.overhead, plan.progress ? &plan.progress : nullptr,
                        plan.quantum, plan.interrupted});
    co_await arbiter.play();
    plan.over();
    co_await arbiter.end(plan.shows_times);
    record.deal = described::to_json(match.deal()).as_object();
    match.finish(record);
    co_return record;
  }

  Replayed replay(const Record& record, ReplayOptions options) const override {
    return replay_record<GameModule>(record, options);
  }
};

template <class GameModule>
class TypedStates final : public AnyStates {
  using G = typename GameModule::Game;
  using Shared = SharedProtocol<GameModule>;
  static constexpr int rounds_before_example = 8;

 public:
  std::unique_ptr<AnyState> start(const StateSetup& wanted) const override {
    require_seats<G>(wanted.seats);
    Setup<G> setup = setup_of<G>(wanted.options, wanted.seats, wanted.seed);
    described::from_object(wanted.deal, setup.deal, "deal");
    if (const Refusal refusal = G::check(setup)) throw Error(std::string(refusal.text()));
    return std::make_unique<TypedState<GameModule>>(setup, wanted.keeps_events,
                                                    wanted.draws_chance);
  }

  std::unique_ptr<AnyState> restore(std::string_view bytes) const override {
    return std::make_unique<TypedState<GameModule>>(bytes);
  }

  std::shared_ptr<const AnyView> restore_view(std::string_view bytes) const override {
    return std::make_shared<TypedView<GameModule>>(bytes);
  }

  bool lists_moves() const override { return ListsMoves<G>; }

  Playouts playouts(const json::object& options, int seats, std::uint64_t matches,
                    std::uint64_t seed, const std::function<void()>& pause) const override {
    const Setup<G> setup = checked_setup<G>(options, seats, {});
    if constexpr (requires { typename GameModule::Solo; }) {
      using Solo = typename GameModule::Solo;
      if (can_seat<Solo>(seats))
        return RandomPlay<Solo>::play(setup_of<Solo>(options, seats, {}), matches, seed, pause);
    }
    return RandomPlay<G>::play(setup, matches, seed, pause);
  }

  json::object example_turn() const override {
    Rng rng(mix_seed(0, "example"));
    Position<G> now{Setup<G>()};
    std::string turn;
    int rounds = rounds_before_example;
    for (Seats due = now.actors(); !due.empty() && rounds >= 0; due = now.actors()) {
      turn.clear();
      Shared(due.front()).ask(now.view(due.front()), 1, Shared::terms.move_time, turn);
      for (Seat seat : due) now.apply(seat, random_move<G>(now.view(seat), rng));
      --rounds;
    }
    return json::parse(turn).as_object();
  }
};

template <class GameModule>
AnyGame typed_game(const RulesTexts& rules = {}) {
  using G = typename GameModule::Game;
  static_assert(Game<G>, "the trait Game (core/game.hpp) lacks a function, or one hides another");
  static_assert(HasMatchMessages<SharedProtocol<GameModule>> &&
                Screen<typename GameModule::Screen>);
  static_assert(!HasChance<G> || ChanceSource<Source<G>, G>);
  static const TypedOptions<GameModule> options;
  static const TypedBuiltins<GameModule> builtins;
  static const TypedMatches<GameModule> matches;
  static const TypedStates<GameModule> states;
  static const TypedLookahead<GameModule> lookahead;
  AnyGame game{G::info,  protocol_terms<GameModule>, rules, options, builtins, matches, states,
               lookahead};
  for_each_protocol<GameModule>([]<class P>(std::type_identity<P>) {
    static_assert(!P::terms.seats_by_choice || Converses<P>);
  });
  if constexpr (has_conversations<GameModule>()) {
    static const TypedConversations<GameModule> conversations;
    game.conversations = &conversations;
  }
  if constexpr (HasFiles<GameModule>) {
    static const TypedFiles<GameModule> files;
    game.files = &files;
  }
  if constexpr (HasBaseline<GameModule>) {
    static const TypedBaseline<GameModule> baseline;
    game.baseline = &baseline;
  }
  if constexpr (Analysed<GameModule>) {
    static const TypedAnalyses<GameModule> analyses;
    game.analyses = &analyses;
  }
  if constexpr (Reviewed<GameModule>) {
    game.new_review = []() -> std::unique_ptr<AnyReview> {
      return std::make_unique<TypedReview<GameModule>>();
    };
  }
  if constexpr (MeasuresLosses<GameModule>) {
    static const TypedLosses<GameModule> losses;
    game.losses = &losses;
  }
  if constexpr (requires { typename GameModule::Encoder; }) {
    static_assert(Encodes<GameModule>, "the Encoder lacks a function (encoder.hpp)");
    game.new_encoder = [](const json::object& given, int seats) -> std::unique_ptr<AnyEncoder> {
      return std::make_unique<TypedEncoder<GameModule>>(checked_setup<G>(given, seats, {}), given);
    };
  }
  return game;
}

}  // namespace arena
