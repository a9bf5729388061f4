// What a stepped state keeps beside itself of the chance of a match of many deals (DealsOn): what
// was given, which the state points to, and what was drawn so far. Nothing for other games.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json.hpp>

#include "arena/core/described.hpp"
#include "arena/core/error.hpp"
#include "arena/core/game.hpp"

namespace arena {

template <class G>
class KitChance {
 public:
  static constexpr bool listens = false;

  void keep(const typename G::Deal& /*given*/, typename G::State& /*state*/) {}
  void take(const std::vector<typename G::Event>& /*events*/, std::size_t /*from*/,
            typename G::State& /*state*/) {}
  [[nodiscard]] typename G::Deal deal(const typename G::State& now) const { return G::deal(now); }
  void let_go(typename G::State& /*copy*/) const {}
  [[nodiscard]] std::string bytes() const { return {}; }
  void restore(std::string_view bytes, typename G::State& /*state*/) {
    if (!bytes.empty()) throw Error("there is more than a state");
  }
};

template <DealsOn G>
class KitChance<G> {
  using Deal = typename G::Deal;
  static_assert(!Redeals<G>, "what was drawn would no longer be true");

 public:
  static constexpr bool listens = true;

  /// From now on `state` takes its chance from here.
  void keep(Deal given, typename G::State& state) {
    given_ = std::make_shared<const Deal>(std::move(given));
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

  /// Takes what points to here out of a state that is to be kept as bytes.
  void let_go(typename G::State& copy) const { G::stack(copy, Deal{}); }
  [[nodiscard]] std::string bytes() const {
    return boost::json::serialize(
        boost::json::array{described::to_json(*given_), described::to_json(drawn_)});
  }
  /// What `bytes` gave, for a state that was let go. Throws Error if it cannot be.
  void restore(std::string_view bytes, typename G::State& state) {
    boost::json::error_code error;
    const boost::json::value both = boost::json::parse(bytes, error);
    if (error || !both.is_array() || both.get_array().size() != 2)
      throw Error("its chance is not there");
    Deal given;
    described::from_json(both.get_array()[0], given, "given");
    described::from_json(both.get_array()[1], drawn_, "drawn");
    keep(std::move(given), state);
  }

 private:
  std::shared_ptr<const Deal> given_;
  Deal drawn_;
};

}  // namespace arena
