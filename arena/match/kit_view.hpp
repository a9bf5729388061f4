// Views, states and built-in bots of one game behind AnyView, AnyState and AnyBot.
// Instantiated once a game, with KitGame.
#pragma once

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "arena/core/any_view.hpp"
#include "arena/core/bot.hpp"
#include "arena/core/described.hpp"
#include "arena/core/error.hpp"
#include "arena/core/protocol.hpp"

namespace arena {

/// All legal moves into `moves`; false where the game does not list them.
template <class G>
bool list_moves(const typename G::View& view, MoveSink& moves) {
  if constexpr (Lists<G>) {
    const auto all = G::moves(view);
    moves.expect(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) moves.add(G::write(all[i]));
    return true;
  } else {
    return false;
  }
}

/// The legal move that a text means, canonical or in the game's own spelling, or why there is none.
template <class Kit>
std::variant<typename Kit::Game::Move, Refusal> legal_move(const typename Kit::Game::View& view,
                                                           Seat seat, std::string_view text) {
  using G = typename Kit::Game;
  std::optional<typename G::Move> move = G::read(text);
  if (!move) {
    auto reading = typename Kit::Native(seat).read(view, text);
    if (auto* refusal = std::get_if<Refusal>(&reading)) return std::move(*refusal);
    if (auto* read = std::get_if<typename G::Move>(&reading)) move = *read;
  }
  if (!move) return Refusal("No move.");
  if (Refusal refusal = G::check(view, *move)) return refusal;
  return *move;
}

template <class Kit>
class KitView final : public AnyView {
  using G = typename Kit::Game;

 public:
  KitView(const typename G::View& view, Seat seat) : view_(view), seat_(seat) {}

  [[nodiscard]] const typename G::View& view() const { return view_; }

  [[nodiscard]] Seat seat() const override { return seat_; }
  [[nodiscard]] boost::json::object fields() const override {
    return described::to_json(Kit::fields(view_)).as_object();
  }
  bool legal(MoveSink& moves) const override { return list_moves<G>(view_, moves); }

 private:
  typename G::View view_;
  Seat seat_;
};

}  // namespace arena
