// The chance of a match of several deals: for each deal its deck, its dealer and its shuffles. A
// record contains all of it. The source uses what is given and draws the rest from the seed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/describe.hpp>

#include "arena/core/fault.hpp"
#include "arena/core/fixed_vector.hpp"
#include "arena/core/game.hpp"
#include "arena/core/refinements/chance.hpp"
#include "arena/core/rng.hpp"

namespace arena::cards {

/// Cards in an order; the first card is dealt or drawn first.
template <class Card, std::size_t Size>
using Order = FixedVector<Card, Size>;

template <class Card, std::size_t Size>
struct OneDeal {
  Order<Card, Size> deck;
  int dealer = 0;
  std::vector<Order<Card, Size>> shuffles;  // each is a new stock
  bool operator==(const OneDeal&) const = default;
  BOOST_DESCRIBE_CLASS(OneDeal, (), (deck, dealer, shuffles), (), ())
};

template <class Card, std::size_t Size>
struct Deals {
  std::vector<OneDeal<Card, Size>> deals;
  bool operator==(const Deals&) const = default;
  BOOST_DESCRIBE_CLASS(Deals, (), (deals), (), ())
};

/// One outcome of chance: the order of a deck, or of a new stock.
template <class Card, std::size_t Size>
struct ShuffledCards {
  Order<Card, Size> cards;
  bool operator==(const ShuffledCards&) const = default;
  BOOST_DESCRIBE_CLASS(ShuffledCards, (), (cards), (), ())
};

template <class Card, std::size_t Size>
bool is_order_of(const Order<Card, Size>& given, const Order<Card, Size>& cards) {
  return std::is_permutation(given.begin(), given.end(), cards.begin(), cards.end());
}

/// The source of chance for a match of several deals: first what is given, then a seed. The game
/// defines `awaits_deck(now)` (a deck is next, not a new stock), `unshuffled(now)` (the cards to
/// shuffle, sorted) and `now.dealer`.
template <class G>
struct DealSource {
  using Given = typename G::Deal;
  using Chance = typename G::Chance;
  using Cards = decltype(Chance::cards);
  using State = typename G::State;

  std::uint64_t seed = 0;
  Given given{};
  Given drawn{};               // what was drawn so far, if `keeps`
  bool keeps = false;          // records need what was drawn; play-outs do not
  std::uint32_t draws = 0;     // decks and shuffles so far
  std::uint32_t deals = 0;     // decks so far
  std::uint32_t shuffles = 0;  // shuffles so far in this deal

  static DealSource of(const Setup<G>& setup, bool keeps) {
    return {setup.seed.seed, setup.deal, {}, keeps};
  }

  Chance draw(const State& now) {
    Chance chance{G::unshuffled(now)};
    Cards& cards = chance.cards;
    if (G::awaits_deck(now)) {
      if (deals < given.deals.size()) {
        cards = given.deals[deals].deck;
      } else {
        shuffle_deck(cards, deals + 1);
      }
    } else if (const Cards* order = given_shuffle();
               order != nullptr && is_order_of(*order, cards)) {
      cards = *order;
    } else {
      // The match no longer follows the given one.
      if (order != nullptr) given = {};
      shuffle_stock(cards, deals, shuffles + 1);
    }
    put(now, chance);
    return chance;
  }
  void put(const State& now, const Chance& chance) {
    ++draws;
    if (G::awaits_deck(now)) {
      ++deals;
      shuffles = 0;
      if (keeps) drawn.deals.push_back({chance.cards, now.dealer, {}});
    } else {
      ++shuffles;
      if (keeps) drawn.deals.back().shuffles.push_back(chance.cards);
    }
  }
  [[nodiscard]] const Given& deal() const { return drawn; }
  /// Draws everything to come from a new seed.
  void reseed(Rng& rng) {
    seed = rng.next();
    given = {};
  }
  /// Equal if both draw the same: what is given does not matter if the seed gives the same.
  bool operator==(const DealSource& other) const {
    return seed == other.seed && drawn == other.drawn && draws == other.draws &&
           beside_seed() == other.beside_seed();
  }

  /// What is given, without the last deals that the seed gives as well.
  [[nodiscard]] Given beside_seed() const {
    Given beside = given;
    while (!beside.deals.empty() && is_drawn(beside.deals.back(), beside.deals.size()))
      beside.deals.pop_back();
    return beside;
  }

 private:
  /// What the seed makes of sorted cards; deals and shuffles are counted from 1.
  void shuffle_deck(Cards& cards, std::size_t deal) const {
    Rng(mix_seed(seed, "deck", deal)).shuffle(cards);
  }
  void shuffle_stock(Cards& cards, std::size_t deal, std::size_t shuffle) const {
    Rng(mix_seed(mix_seed(seed, "deck", deal), "shuffle", shuffle)).shuffle(cards);
  }
  template <class One>
  [[nodiscard]] bool is_drawn(const One& one, std::size_t deal) const {
    Cards cards = sorted(one.deck);
    shuffle_deck(cards, deal);
    if (one.deck != cards) return false;
    for (std::size_t i = 0; i < one.shuffles.size(); ++i) {
      cards = sorted(one.shuffles[i]);
      shuffle_stock(cards, deal, i + 1);
      if (one.shuffles[i] != cards) return false;
    }
    return true;
  }
  static Cards sorted(Cards cards) {
    std::sort(cards.begin(), cards.end());
    return cards;
  }
  /// Returns null if the shuffle is not given.
  [[nodiscard]] const Cards* given_shuffle() const {
    if (deals == 0 || deals > given.deals.size() ||
        shuffles >= given.deals[deals - 1].shuffles.size())
      return nullptr;
    return &given.deals[deals - 1].shuffles[shuffles];
  }
};

/// Refuses chance that does not match what was given: a shuffle of other cards than were there, or,
/// unless `may_draw`, more than was given.
template <class Card, std::size_t Size>
Refusal check_drawn(const Deals<Card, Size>& given, const Deals<Card, Size>& drawn, bool may_draw) {
  const auto place = [](std::size_t deal) { return "deal " + std::to_string(deal + 1); };
  for (std::size_t i = 0; i < drawn.deals.size(); ++i) {
    if (i >= given.deals.size()) {
      if (may_draw) return {};
      return Refusal(place(i) + " is not given, and there is no seed to draw it from");
    }
    const auto& shuffles = drawn.deals[i].shuffles;
    for (std::size_t j = 0; j < shuffles.size(); ++j) {
      const std::string shuffle = place(i) + ", shuffle " + std::to_string(j + 1);
      if (j >= given.deals[i].shuffles.size()) {
        if (may_draw) break;
        return Refusal(shuffle + " is not given, and there is no seed to draw it from");
      }
      if (given.deals[i].shuffles[j] != shuffles[j])
        return Refusal(shuffle + " must contain exactly the cards to shuffle");
    }
  }
  return {};
}

/// REQUIRES: G::awaits_chance(now).
template <class G>
Refusal check_outcome(const typename G::State& now, const typename G::Chance& chance) {
  if (is_order_of(chance.cards, G::unshuffled(now))) return {};
  return "it must contain exactly the cards to shuffle";
}

/// Checks that each given deck is an order of `pack`, and that the dealers go round.
template <class Card, std::size_t Size>
Refusal check_given(const Deals<Card, Size>& given, const Order<Card, Size>& pack, int seats) {
  for (std::size_t i = 0; i < given.deals.size(); ++i) {
    const auto& [deck, dealer, shuffles] = given.deals[i];
    const std::string place = "deal " + std::to_string(i + 1) + ": ";
    if (!std::is_permutation(deck.begin(), deck.end(), pack.begin(), pack.end()))
      return Refusal(place + "the deck is not made of the pack's " + std::to_string(Size) +
                     " cards, each once");
    if (dealer < 0 || dealer >= seats)
      return Refusal(place + "there is no seat " + std::to_string(dealer) + " to deal");
    if (i > 0 && dealer != (given.deals[i - 1].dealer + 1) % seats)
      return Refusal(place + "the dealer must be the seat after the previous dealer");
  }
  return {};
}

}  // namespace arena::cards
