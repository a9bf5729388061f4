// The built-in bot `search` of a game: one line in the game's list of bots. It is slow, and it
// knows the views and events of its seat alone. Settings: settings.hpp.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/core/bot.hpp"
#include "arena/search/search_moves.hpp"
#include "arena/search/settings.hpp"

namespace arena {

template <class G>
struct SearchMemory {
  Rng rng;
  std::vector<typename G::Event> told{};
};

template <Imagines G, class Guide>
class SearchBot final : public BotWith<G, SearchMemory<G>> {
 public:
  using Move = typename G::Move;
  using View = typename G::View;

  explicit SearchBot(const BotSetup<G>& setup)
      : BotWith<G, SearchMemory<G>>({Rng(setup.seed)}),
        setup_{setup.options, setup.seats},
        settings_(read_search_settings(setup.settings)) {}

  void see(const typename G::Event& event) override { this->memory_.told.push_back(event); }

  Move move(const View& view) override {
    if constexpr (ListsMoves<G>) {
      if (const auto moves = G::moves(view); moves.size() == 1) return moves[0];
    }
    Rng& rng = this->memory_.rng;
    const Position<G> root = G::imagine(setup_, view, this->memory_.told);
    return drawn(
        search_moves<G, Guide>({root, view.seat, setup_, this->memory_.told, settings_, rng}), rng);
  }

 private:
  static Move drawn(const std::vector<Searched<Move>>& moves, Rng& rng) {
    double left = search::fraction(rng);
    for (const Searched<Move>& move : moves) {
      left -= move.probability;
      if (left < 0) return move.move;
    }
    return moves.front().move;
  }

  Setup<G> setup_;
  SearchSettings settings_;
};

template <class G>
Refusal suits_search(const BotSetup<G>& setup) {
  return refusal_of([&] { return read_search_settings(setup.settings); });
}

template <Imagines G, class Guide = NoGuide>
inline constexpr Builtin<G> search_builtin = {
    .name = "search",
    .summary = "searches the moves to come; iterations=1000, or think=200ms by the clock",
    .make = [](const BotSetup<G>& setup) -> std::unique_ptr<Bot<G>> {
      return std::make_unique<SearchBot<G, Guide>>(setup);
    },
    .suits = suits_search<G>,
    .is_slow = true,
    .default_settings = "iterations=1000",
    .plays_by_clock =
        [](std::string_view settings) { return read_search_settings(settings).think.has_value(); },
    .search = search_moves<G, Guide>};

}  // namespace arena
