// What a stepped state keeps beside itself of the chance of a match of many deals (DealsOn): what
// was given, which the state points to, and what was drawn so far. Nothing for other games.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "arena/core/game.hpp"
#include "arena/core/value_bytes.hpp"

namespace arena {

template <class G>
class KitChance {
 public:
  static constexpr bool listens = false;

  void keep(const typename G::Deal& /*given*/, typename G::State& /*state*/) {}
  void take(const std::vector<typename G::Event>& /*events*/, std::size_t /*from*/,
            typename G::State& /*state*/) {}
  [[nodiscard]] typename G::Deal deal(const typename G::State& now) const { return G::deal(now); }
  [[nodiscard]] bool equals(const KitChance& /*other*/) const { return true; }
  void let_go(typename G::State& /*copy*/) const {}
  void write(ValueWriter& /*out*/) const {}
  void read(ValueReader& /*in*/, typename G::State& /*state*/) {}
};

template <DealsOn G>
class KitChance<G> {
  using Deal = typename G::Deal;
  static_assert(!Redeals<G>, "what was drawn would no longer be true");

 public:
  static constexpr bool listens = true;

  /// From now on `state` takes its chance from here. What is given is only that which does not come
  /// from the seed as well, so that it makes no difference between states.
  void keep(Deal given, typename G::State& state) {
    given_ = std::make_shared<const Deal>(G::beside_seed(state, std::move(given)));
    G::stack(state, *given_);
  }
  /// Adds what the events tell, from the `from`-th on. A match that goes other ways than the given
  /// one comes to shuffle other cards: from there on nothing is given any more.
  void take(const std::vector<typename G::Event>& events, std::size_t from,
            typename G::State& state) {
    bool came = false;
    for (; from < events.size(); ++from) came |= G::collect(drawn_, events[from]);
    if (!came) return;
    if (G::check_drawn(*given_, drawn_, true)) keep(Deal{}, state);
  }
  [[nodiscard]] const Deal& deal(const typename G::State& /*now*/) const { return drawn_; }

  [[nodiscard]] bool equals(const KitChance& other) const {
    return drawn_ == other.drawn_ && (given_ == other.given_ || *given_ == *other.given_);
  }
  /// Takes what points to here out of a copy of the state.
  void let_go(typename G::State& copy) const { G::stack(copy, Deal{}); }
  void write(ValueWriter& out) const {
    write_value(out, *given_);
    write_value(out, drawn_);
  }
  /// For a state that was let go. Throws Error if that cannot be.
  void read(ValueReader& in, typename G::State& state) {
    Deal given;
    read_value(in, given);
    read_value(in, drawn_);
    keep(std::move(given), state);
  }

 private:
  std::shared_ptr<const Deal> given_;
  Deal drawn_;
};

}  // namespace arena
