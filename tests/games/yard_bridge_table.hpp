// A table of yard bridge for tests: stacked deals in words, moves as text, what every seat is sent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "arena/core/position.hpp"
#include "protocols/yard_bridge/yard_bridge.hpp"

namespace arena::yard_bridge::test {

inline std::vector<Card> cards_of(const std::string& text) {
  std::vector<Card> list;
  std::istringstream words(text);
  for (std::string word; words >> word;) list.push_back(cards::read_card(word).value());
  return list;
}

/// One deal in words. The dealer's hand ends in the opening card; the stock goes on with all cards
/// that are not named, sorted.
struct Layout {
  std::vector<std::string> hands;  // by seat
  std::string stock{};
  int dealer = 0;

  [[nodiscard]] cards::OneDeal<Card, pack_size> deal() const {
    const std::size_t seats = hands.size();
    const std::size_t size = cards_of(hands[0]).size();
    cards::OneDeal<Card, pack_size> deal;
    deal.dealer = dealer;
    for (std::size_t round = 0; round < size; ++round) {
      for (std::size_t i = 1; i <= seats; ++i) {
        const std::size_t seat = (static_cast<std::size_t>(dealer) + i) % seats;
        deal.deck.push_back(cards_of(hands[seat]).at(round));
      }
    }
    for (const Card card : cards_of(stock)) deal.deck.push_back(card);
    for (const Card card : full_pack()) {
      if (std::find(deal.deck.begin(), deal.deck.end(), card) == deal.deck.end())
        deal.deck.push_back(card);
    }
    return deal;
  }
};

inline Setup<YardBridge> setup_for(int seats, Options options = {}) {
  Setup<YardBridge> setup;
  setup.seats = seats;
  setup.options = options;
  return setup;
}

/// A match from stacked deals. `options.hand` is as many cards as the first hand has.
inline Setup<YardBridge> stacked(const std::vector<Layout>& layouts, Options options = {}) {
  options.hand = static_cast<int>(cards_of(layouts[0].hands[0]).size());
  Setup<YardBridge> setup = setup_for(static_cast<int>(layouts[0].hands.size()), options);
  for (const Layout& layout : layouts) setup.deal.deals.push_back(layout.deal());
  return setup;
}

class Table {
 public:
  explicit Table(Setup<YardBridge> setup) : setup_(std::move(setup)) {
    INFO(YardBridge::check(setup_).text());
    REQUIRE_FALSE(YardBridge::check(setup_));
    for (Seat seat = 0; seat < setup_.seats; ++seat) wires_.emplace_back(seat);
    told_.resize(wires_.size());
    now_ = Position<YardBridge>(setup_, Events<Event>(happened_));
    tell();
  }
  explicit Table(const Layout& layout, Options options = {}) : Table(stacked({layout}, options)) {}
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  /// Plays legal answers, each for the seat to move.
  Table& play(std::initializer_list<std::string_view> answers) {
    for (const std::string_view answer : answers) {
      INFO(answer);
      const auto move = YardBridge::read(answer);
      REQUIRE(move.has_value());
      const Refusal refusal = YardBridge::check(view(actor()), *move);
      INFO(refusal.text());
      REQUIRE_FALSE(refusal);
      apply(*move);
    }
    return *this;
  }
  void apply(Move move) {
    now_.apply(actor(), move, Events<Event>(happened_));
    tell();
  }
  void forfeit() {
    now_.forfeit(actor(), false, Events<Event>(happened_));
    tell();
  }

  [[nodiscard]] bool over() const { return now_.over(); }
  [[nodiscard]] Seat actor() const { return now_.actors().front(); }
  [[nodiscard]] View view(Seat seat) const { return now_.view(seat); }
  [[nodiscard]] const State& state() const { return now_.state; }
  /// The legal actions of the seat to move, as the wire lists them.
  [[nodiscard]] std::string legal() const { return list_of_legal(view(actor()), ","); }
  /// Lines that were sent to a seat since the last call.
  std::string told(Seat seat) {
    return std::exchange(told_[static_cast<std::size_t>(seat)], std::string());
  }
  /// Drops all lines that were sent so far.
  Table& forget() {
    for (std::string& text : told_) text.clear();
    return *this;
  }
  std::string asked() {
    std::string out;
    wire().ask(view(actor()), out);
    return out;
  }
  /// Why an answer is refused; empty if it is legal.
  std::string refused(std::string_view answer) {
    const auto reading = wire().read(view(actor()), answer);
    if (const auto* refusal = std::get_if<Refusal>(&reading)) return std::string(refusal->text());
    return std::string(YardBridge::check(view(actor()), std::get<Move>(reading)).text());
  }
  YardBridgeLines& wire() { return wires_[static_cast<std::size_t>(actor())]; }
  [[nodiscard]] int count(Seat seat) const {
    return now_.state.counts[static_cast<std::size_t>(seat)];
  }
  [[nodiscard]] int total(Seat seat) const {
    return now_.state.totals[static_cast<std::size_t>(seat)];
  }

 private:
  void tell() {
    for (const Event& event : happened_) {
      for (Seat seat = 0; seat < setup_.seats; ++seat) {
        const auto at = static_cast<std::size_t>(seat);
        if (const auto seen = YardBridge::view(event, seat)) wires_[at].tell(*seen, told_[at]);
      }
    }
    happened_.clear();
  }

  Setup<YardBridge> setup_;
  std::vector<YardBridgeLines> wires_;
  std::vector<Event> happened_;
  std::vector<std::string> told_;
  Position<YardBridge> now_;
};

}  // namespace arena::yard_bridge::test
