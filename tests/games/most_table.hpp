// Positions of Most for tests, written as cards: who holds what, and what lies on the table.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/position.hpp"
#include "games/most/most.hpp"

namespace arena::most::test {

inline std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> list;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) list.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return list;
}

inline Card card(std::string_view text) { return cards::read_card(text).value(); }

inline Move to_move(std::string_view text) {
  auto read = read_move(text);
  if (const auto* refusal = std::get_if<Refusal>(&read)) FAIL(text << ": " << refusal->text());
  return std::get<Move>(read);
}

inline Hand hand(std::string_view text) {
  Hand hand;
  for (const std::string& word : words(text)) hand.insert(card(word));
  return hand;
}

struct LaidMeld {
  Seat owner = 0;
  std::string_view cards;  // `7S *8S 9S`
};

/// Where the cards lie. All other cards are the stock, sorted.
struct Scene {
  std::vector<std::string_view> hands{};  // by seat, `7S 8S *`
  std::string_view bridge = "2D";
  std::vector<LaidMeld> melds{};
  Phase phase = Phase::play;
  Seat actor = 0;
  Options options{};
};

inline State set_up(const Scene& scene) {
  Setup<Most> setup;
  setup.seats = static_cast<int>(scene.hands.size());
  setup.options = scene.options;
  Position<Most> now(setup);
  Hand left;
  for (const Card card : all_cards) left.insert(card);
  left.insert(joker);
  left.insert(joker);
  now.state.bridge = {};
  for (std::size_t seat = 0; seat < scene.hands.size(); ++seat) {
    now.state.hands[seat] = hand(scene.hands[seat]);
    now.state.jokers_of[seat] = {};
    for (const std::string& word : words(scene.hands[seat])) {
      left.erase(card(word));
      if (card(word).is_joker()) now.state.jokers_of[seat].push_back(now.state.stocks);
    }
  }
  for (const std::string& word : words(scene.bridge)) {
    now.state.bridge.add(card(word));
    left.erase(card(word));
  }
  for (const LaidMeld& laid : scene.melds) {
    const LaidCards cards = std::get<NewMeld>(to_move("meld " + std::string(laid.cards))).meld;
    CardSet by_jokers;
    for (const Laid& one : cards) {
      left.erase(one.from_hand());
      if (one.by_joker) by_jokers.insert(one.card);
    }
    now.state.table.lay(laid.owner, meld_of(cards).value(), by_jokers);
  }
  now.state.stock = left.sorted();
  now.state.drawn = 0;
  now.state.phase = scene.phase;
  now.state.actor = static_cast<std::uint16_t>(scene.actor);
  return now.state;
}

/// The text of the refusal of this move; empty if the move is legal.
inline std::string refusal(const State& state, std::string_view text) {
  return std::string(Most::check(Most::view(state, state.actor), to_move(text)).text());
}

/// The same without the list of legal moves.
inline std::string refused(const State& state, std::string_view text) {
  const std::string whole = refusal(state, text);
  return whole.substr(0, whole.find(" Legal: "));
}

/// Makes a legal move of the seat to move, and the chance after it.
inline void make_move(State& state, const Move& move, Events<Event> happened = {}) {
  Position<Most> now;
  now.state = state;
  now.apply(state.actor, move, happened);
  state = now.state;
}

inline void play(State& state, std::string_view text) {
  INFO(text << ": " << refused(state, text));
  REQUIRE(refused(state, text).empty());
  make_move(state, to_move(text));
}

inline std::string held(const State& state, Seat seat) {
  std::string text;
  for (const Card card : state.hands[static_cast<std::size_t>(seat)].sorted())
    text += (text.empty() ? std::string() : " ") + cards::to_text(card);
  return text;
}

inline std::string bridge(const State& state) {
  std::string text;
  for (const Card card : state.bridge.row())
    text += (text.empty() ? std::string() : " ") + cards::to_text(card);
  return text;
}

}  // namespace arena::most::test
