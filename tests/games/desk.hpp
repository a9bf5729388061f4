// A match as a person at seat 0 sees it on a terminal.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/position.hpp"
#include "arena/core/protocol.hpp"

namespace arena::screens {

template <class GameModule>
class Desk {
  using G = typename GameModule::Game;
  using Event = typename G::Event;

 public:
  /// `more`: what the game's screen takes besides.
  template <class... More>
  explicit Desk(const Setup<G>& setup, ScreenStyle style = {}, More... more)
      : now_(setup, Events<Event>(happened_)), person_(0, style, more...) {
    REQUIRE_FALSE(G::check(setup));
    tell();
  }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  /// Makes legal moves of all seats, each for the seat to move.
  void play(std::initializer_list<std::string_view> moves) {
    for (const std::string_view text : moves) {
      INFO(text);
      const Seat seat = now_.actors().front();
      const typename G::Move move = G::read(text).value();
      REQUIRE_FALSE(G::check(now_.view(seat), move));
      now_.apply(seat, move, Events<Event>(happened_));
      tell();
    }
  }
  /// The seat to move forfeits.
  void forfeit() {
    now_.forfeit(now_.actors().front(), false, Events<Event>(happened_));
    tell();
  }

  /// All that was told since the last call.
  std::string told() { return std::exchange(told_, {}); }
  std::string board() {
    std::string out;
    person_.ask(view(), out);
    return out;
  }
  Reading<G> read(std::string_view line) { return person_.read(view(), line); }
  /// The move that an entry means; empty if the entry is not understood.
  std::string move_of(std::string_view line) {
    const auto reading = read(line);
    const auto* move = std::get_if<typename G::Move>(&reading);
    return move != nullptr ? G::write(*move) : std::string();
  }
  /// What is shown for an entry that is refused.
  std::string refused(std::string_view line) {
    const auto reading = read(line);
    const auto* move = std::get_if<typename G::Move>(&reading);
    const Refusal refusal = move != nullptr ? G::check(view(), *move) : std::get<Refusal>(reading);
    REQUIRE(refusal);
    std::string out;
    person_.refuse(refusal, out);
    return out;
  }
  [[nodiscard]] typename G::View view() const { return now_.view(0); }

 private:
  void tell() {
    for (const Event& event : std::exchange(happened_, {})) {
      if (const auto seen = G::view(event, 0)) person_.tell(*seen, told_);
    }
  }

  std::vector<Event> happened_;
  Position<G> now_;
  typename GameModule::Screen person_;
  std::string told_;
};

}  // namespace arena::screens
