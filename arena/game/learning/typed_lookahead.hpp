// Play-outs and searches of one game behind AnyLookahead. Each game instantiates this once, by
// `typed_game`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "arena/core/bot.hpp"
#include "arena/core/payoff.hpp"
#include "arena/core/position.hpp"
#include "arena/game/learning/any_lookahead.hpp"
#include "arena/game/typed_players.hpp"
#include "arena/game/typed_state.hpp"
#include "arena/search/play_out.hpp"
#include "arena/search/search_moves.hpp"
#include "arena/util/error.hpp"
#include "arena/util/parallel.hpp"

namespace arena {

template <class GameModule>
class TypedLookahead final : public AnyLookahead {
  using G = typename GameModule::Game;
  using Event = typename G::Event;
  using State = TypedState<GameModule>;

 public:
  std::vector<double> play_outs(const AnyState& any, const PlayOutSetup& setup) const override {
    const State& from = own(any);
    const TypedBuiltins<GameModule> builtins;
    for (const std::string& bot : setup.bots)
      builtins.check(bot, described::differing(from.match().options), from.seats());
    const auto seats = static_cast<std::size_t>(from.seats());
    std::vector<double> leads(static_cast<std::size_t>(setup.count) * seats);
    const std::optional<FirstMove> first = first_move(from, setup);
    in_parallel(setup.count, setup.jobs, [&](int number) {
      if (setup.stops()) return;
      const auto scores = played_out(from, setup, first, static_cast<std::uint64_t>(number));
      for (std::size_t seat = 0; seat < seats; ++seat) {
        leads[static_cast<std::size_t>(number) * seats + seat] =
            lead_of<G>(scores, static_cast<Seat>(seat));
      }
    });
    return leads;
  }

  std::vector<SearchedMove> search(const AnyState& any, const SearchSetup& setup) const override {
    const State& from = own(any);
    Rng rng(setup.seed);
    std::vector<Event> told;
    from.for_each_event(setup.seat, 0, [&told](const Event& event) { told.push_back(event); });
    const Setup<G> match{from.match().options, from.seats()};
    const Position<G> root = known_to(from, setup.seat, match, told);
    const auto found =
        found_by_game({root, setup.seat, match, told, {setup.iterations}, rng, setup.stops});
    std::vector<SearchedMove> moves;
    for (const auto& [move, probability, results] : found) {
      const double points = results.visits == 0 ? 0 : results.sum.points / results.visits;
      moves.push_back({G::write(move), probability, results.visits, points});
    }
    return moves;
  }

 private:
  static const State& own(const AnyState& any) {
    const auto* state = dynamic_cast<const State*>(&any);
    if (state == nullptr)
      throw Error(fmt::format("{} cannot look ahead in another game", G::info.title));
    return *state;
  }

  /// A position that looks to the seat like this one: if the game can make it up, the same one for
  /// all of them. Chance comes by itself from now on.
  static Position<G> known_to(const State& from, Seat seat, const Setup<G>& match,
                              const std::vector<Event>& told) {
    if constexpr (Imagines<G>) {
      if (from.keeps_events()) return G::imagine(match, from.position().view(seat), told);
    }
    Position<G> position = from.position();
    position.let_draw();
    return position;
  }

  struct FirstMove {
    Seat seat = 0;
    typename G::Move move;
  };
  static std::optional<FirstMove> first_move(const State& from, const PlayOutSetup& setup) {
    if (setup.first_move.empty()) return std::nullopt;
    const Seats due = from.actors();
    if (due.empty()) throw Error("no seat owes a first move");
    const Seat seat = setup.resampled_for.value_or(due.front());
    if (!due.contains(seat)) throw Error(fmt::format("seat {} owes no move", seat));
    const auto move = legal_move<GameModule>(from.position().view(seat), seat, setup.first_move);
    if (const auto* refusal = std::get_if<Refusal>(&move))
      throw Error(fmt::format("the first move \"{}\": {}", setup.first_move, refusal->text()));
    return FirstMove{seat, std::get<typename G::Move>(move)};
  }

  /// The scores by seat.
  static FixedVector<int, most_seats> played_out(const State& from, const PlayOutSetup& setup,
                                                 const std::optional<FirstMove>& first,
                                                 std::uint64_t number) {
    Position<G> now = from.position();
    if (setup.resampled_for) {
      Rng rng(mix_seed(setup.seed, "world", number));
      if constexpr (Resamples<G>) G::resample(now, *setup.resampled_for, rng);
    }
    const auto bots = bots_of(from, setup, mix_seed(setup.seed, "bots", number));
    std::vector<Event> news;
    now.let_draw(Events<Event>(news));
    const Position<G> begin = now;
    if (first) now.apply(first->seat, first->move, Events<Event>(news));
    while (setup.to_end_of_deal ? !search::stops<G, NoGuide>(begin, now, 0) : !now.over()) {
      for (const Seat seat : now.actors()) {
        tell(bots, news);
        news.clear();
        now.apply(seat, answer(now, seat, *bots[static_cast<std::size_t>(seat)]),
                  Events<Event>(news));
      }
    }
    return G::outcome(now.state).scores;
  }

  using Bots = std::vector<std::unique_ptr<Bot<G>>>;  // by seat

  /// They know what their seats were told so far; in a resampled world, what the seat that it is
  /// made for knows of that.
  static Bots bots_of(const State& from, const PlayOutSetup& setup, std::uint64_t seed) {
    Bots bots;
    const MatchKind<G> match = from.match();
    for (Seat seat = 0; seat < match.seats; ++seat) {
      const std::uint64_t own_seed = mix_seed(seed, "", static_cast<std::uint64_t>(seat));
      bots.push_back(
          make_bot<GameModule>({setup.bots[static_cast<std::size_t>(seat)], own_seed},
                               {match.options, match.seats, seat, own_seed, setup.table_cache}));
      from.for_each_event(setup.resampled_for.value_or(seat), 0, [&](const Event& event) {
        if (const auto seen = G::view(event, seat)) bots.back()->see(*seen);
      });
    }
    return bots;
  }

  static void tell(const Bots& bots, const std::vector<Event>& news) {
    for (const Event& event : news) {
      for (std::size_t seat = 0; seat < bots.size(); ++seat) {
        if (const auto seen = G::view(event, static_cast<Seat>(seat))) bots[seat]->see(*seen);
      }
    }
  }

  static typename G::Move answer(const Position<G>& now, Seat seat, Bot<G>& bot) {
    if constexpr (ContinuesAfterForfeit<G>) {
      if (now.gone.contains(seat)) return G::fallback(now.view(seat));
    }
    return legal_move_of(bot, now.view(seat));
  }

  /// As the built-in bot `search` does, which knows the game; else with random play-outs.
  static std::vector<Searched<typename G::Move>> found_by_game(const SearchTask<G>& task) {
    for (const Builtin<G>& builtin : GameModule::builtins()) {
      if (builtin.search != nullptr) return builtin.search(task);
    }
    if constexpr (Resamples<G> && !Imagines<G>) {
      return search_moves<G>(task);
    } else {
      throw Error(fmt::format("{} has no search", G::info.title));
    }
  }
};

}  // namespace arena
