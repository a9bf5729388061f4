// Where the chance of one match comes from: a source beside the state, which says what comes next.
// Most games settle all their chance before the match (WholeDeal); one of many deals has a `Source`
// of its own (games/common/deals.hpp).
#pragma once

#include <algorithm>
#include <concepts>
#include <type_traits>

#include "arena/core/game.hpp"

namespace arena {

/// A source: a value beside the state. `Deal` is how records keep what came of it.
template <class S, class G>
concept ChanceSource = std::copyable<S> && std::equality_comparable<S> &&
    requires(S& source, const S& as_it_is, const Setup<G>& setup, const typename G::State& now,
             const typename G::Chance& chance) {
  /// `keeps`: `deal` will be asked for.
  { S::of(setup, bool{}) } -> std::same_as<S>;
  /// The next outcome: as it is given, or else from the seed. REQUIRES: G::awaits_chance(now).
  { source.draw(now) } -> std::convertible_to<typename G::Chance>;
  /// This one came instead of the next. REQUIRES: !G::check(now, chance).
  { source.put(now, chance) } -> std::same_as<void>;
  /// What came so far, for records; of a match of one deal, all of it from the start.
  { as_it_is.deal() } -> std::convertible_to<typename G::Deal>;
};

/// All chance of a match of one deal. Its game says what there is in all, `deal(setup)`, as it is
/// given or from the seed, and has either the same type for `Deal` and `Chance`, or says what of a
/// deal comes next, `next(now, deal)`, and how it comes that something else does,
/// `put(now, deal, chance)`.
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

/// Of a game without chance.
struct NoSource {
  template <class Setup>
  static NoSource of(const Setup& /*setup*/, bool /*keeps*/) {
    return {};
  }
  static NoDeal deal() { return {}; }
  bool operator==(const NoSource&) const = default;
};

/// `item` comes at this place of an order; what was there takes its later place, if it has one.
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
