// The chance of one match comes from a source beside the state. The source gives the next outcome.
// Most games fix all their chance before the match (WholeDeal). A game with many deals has its own
// `Source` (games/common/deals.hpp).
#pragma once

#include <algorithm>
#include <concepts>
#include <type_traits>

#include "arena/core/game.hpp"

namespace arena {

/// A source is a value beside the state. `Deal` is how records store its outcomes.
template <class S, class G>
concept ChanceSource = std::copyable<S> && std::equality_comparable<S> &&
    requires(S& source, const S& as_it_is, const Setup<G>& setup, const typename G::State& now,
             const typename G::Chance& chance) {
  /// The caller passes true if it will ask for `deal`.
  { S::of(setup, bool{}) } -> std::same_as<S>;
  /// The next outcome: the given one, or else one from the seed. REQUIRES: G::awaits_chance(now).
  { source.draw(now) } -> std::convertible_to<typename G::Chance>;
  /// Replaces the next outcome by this one. REQUIRES: !G::check(now, chance).
  { source.put(now, chance) } -> std::same_as<void>;
  /// The outcomes so far, for records. In a match with one deal: all of them, from the start.
  { as_it_is.deal() } -> std::convertible_to<typename G::Deal>;
};

/// The source of a match with one deal. The game defines `deal(setup)`: the given deal, or one from
/// the seed. If `Deal` and `Chance` are different types, the game also defines `next(now, deal)`,
/// the next outcome in a deal, and `put(now, deal, chance)`, which changes the deal so that
/// `chance` comes next.
template <class G>
struct WholeDeal {
  typename G::Deal all{};

  static WholeDeal of(const Setup<G>& setup, bool /*keeps*/) { return {G::deal(setup)}; }
  [[nodiscard]] typename G::Chance draw(const typename G::State& now) const {
    if constexpr (requires { G::next(now, all); }) {
      return G::next(now, all);
    } else {
      return all;
    }
  }
  void put(const typename G::State& now, const typename G::Chance& chance) {
    if constexpr (requires { G::put(now, all, chance); }) {
      G::put(now, all, chance);
    } else {
      all = chance;
    }
  }
  [[nodiscard]] const typename G::Deal& deal() const { return all; }
  bool operator==(const WholeDeal&) const = default;
};

/// The source of a game without chance.
struct NoSource {
  template <class Setup>
  static NoSource of(const Setup& /*setup*/, bool /*keeps*/) {
    return {};
  }
  static NoDeal deal() { return {}; }
  bool operator==(const NoSource&) const = default;
};

/// Puts `item` at the place `at`. If it was later in the order, the item from `at` moves there.
template <class Order, class Item>
void put_at(Order& order, std::size_t at, const Item& item) {
  const auto place = order.begin() + static_cast<std::ptrdiff_t>(at);
  const auto later = std::find(place, order.end(), item);
  if (later != order.end()) *later = *place;
  *place = item;
}

namespace chance {

template <class G>
auto source_of_game() {
  if constexpr (requires { typename G::Source; }) {
    return std::type_identity<typename G::Source>();
  } else if constexpr (HasChance<G>) {
    return std::type_identity<WholeDeal<G>>();
  } else {
    return std::type_identity<NoSource>();
  }
}

}  // namespace chance

template <class G>
using Source = typename decltype(chance::source_of_game<G>())::type;

}  // namespace arena
